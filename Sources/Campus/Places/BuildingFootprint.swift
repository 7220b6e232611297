import Admin
import GRDB

/// A building's footprint: corners, one on each line, as typed and stored.
struct BuildingFootprint {
    let corners: [GeoPoint]
    /// First invalid line, from 1; nil without one.
    private(set) var wrong: Int?

    init(_ text: String) {
        var corners: [GeoPoint] = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() where !line.allSatisfy(\.isWhitespace) {
            if let point = GeoPoint(plain: line) ?? GeoPoint(pasted: String(line)) {
                corners.append(point)
            } else {
                wrong = wrong ?? index + 1
            }
        }
        self.corners = corners
    }

    static func check(_ text: String, _ entry: Entry, _ errors: inout FieldErrors) {
        let (outline, words) = (BuildingFootprint(text), entry.context.words)
        if let line = outline.wrong {
            errors.add("polygon", words("campus.refused.corner", ["line": String(line)]))
        } else if !outline.corners.isEmpty, outline.corners.count < 3 {
            errors.add("polygon", words("campus.refused.corners"))
        }
    }
}
