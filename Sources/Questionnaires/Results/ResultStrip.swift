import Admin
import Web

/// The answers to a question as one bar of fixed size, so that the bars of a page compare: a scale as parts of a whole from the lowest to
/// the highest score, everything else as columns.
struct ResultStrip {
    struct Part: Sendable {
        let label: String
        let count: Int
    }

    private let parts: [Part]
    private let isScale: Bool
    private let language: Language

    init(_ parts: [Part], isScale: Bool, _ language: Language) { (self.parts, self.isScale, self.language) = (parts, isScale, language) }

    private static let (width, height) = (1000, 100)

    /// False without answers.
    var values: any Sendable {
        let sum = parts.reduce(0) { $0 + $1.count }
        guard sum > 0 else { return false }
        return [
            "width": String(Self.width), "height": String(Self.height), "isScale": isScale,
            "marks": isScale ? shares(of: sum) : columns,
        ] as Values
    }

    private func shares(of sum: Int) -> [Values] {
        var passed = 0
        return parts.enumerated().compactMap { index, part -> Values? in
            guard part.count > 0 else { return nil }
            let (from, until) = (Self.width * passed / sum, Self.width * (passed + part.count) / sum)
            passed += part.count
            return [
                "kind": "chart-d\(Chart.tone(index, of: parts.count))", "x": String(from), "y": "0", "width": String(until - from),
                "height": String(Self.height), "hint": "\(part.label): \(language.percent(Double(part.count) / Double(sum)))",
            ]
        }
    }

    private var columns: [Values] {
        let (most, each) = (max(1, parts.map(\.count).max() ?? 1), Self.width / parts.count)
        return parts.enumerated().map { index, part in
            let height = Self.height * part.count / most
            return [
                "kind": "chart-c1", "x": String(index * each), "y": String(Self.height - height),
                "width": String(max(1, each - each / 6)), "height": String(height),
                "hint": "\(part.label): \(language.number(part.count))",
            ]
        }
    }
}
