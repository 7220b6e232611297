import Admin
import GRDB

/// Where the walls of a building stand: the corners of its footprint, one a line, as they are typed and kept.
struct BuildingFootprint {
    let corners: [GeoPoint]
    /// The first line that is no point, counted from 1; nil when all are.
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

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("campus 119 buildings have an outline") { db in
            try db.execute(sql: "ALTER TABLE campusBuilding ADD COLUMN polygon TEXT NOT NULL DEFAULT ''")
        }
    }
}
