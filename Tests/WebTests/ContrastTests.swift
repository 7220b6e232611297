import Foundation
import Testing

/// The colours of 10-tokens.css: every text reaches 7:1 on every ground that it is drawn on (WCAG 1.4.6).
struct ContrastTests {
    private static let css = Result {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("Public/css/10-tokens.css"), encoding: .utf8)
    }

    private static let texts = ["ink", "quiet", "accent", "accent-deep", "good", "warn", "bad", "info"]
    private static let grounds = ["ground", "sunken", "surface", "wall"]
    private static let softs = ["accent", "good", "warn", "bad", "info"]

    /// The tokens of the first or second `:root`, which are the light and the dark ones.
    private func tokens(_ index: Int) throws -> [String: String] {
        let blocks = try Self.css.get().matches(of: #/:root\s*\{([^}]*)\}/#)
        try #require(blocks.indices.contains(index))
        let found = blocks[index].1.matches(of: #/--([a-z-]+): (#[0-9a-f]{3,6});/#).map { (String($0.1), String($0.2)) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    private func luminance(_ colour: String) -> Double {
        let digits = colour.dropFirst()
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        let parts = stride(from: 0, to: 6, by: 2).map { offset -> Double in
            let start = full.index(full.startIndex, offsetBy: offset)
            let value = Double(Int(full[start..<full.index(start, offsetBy: 2)], radix: 16) ?? 0) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: String, _ other: String) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    @Test(arguments: [0, 1]) func everyTextReachesSevenToOne(theme: Int) throws {
        let tokens = try tokens(theme)
        func colour(_ name: String) throws -> String { try #require(tokens[name], "\(name)") }
        for text in Self.texts {
            for ground in Self.grounds {
                let found = try contrast(colour(text), colour(ground))
                #expect(found >= 7, "\(text) on \(ground): \(found)")
            }
        }
        for name in Self.softs {
            for text in [name, "ink", "quiet"] {
                let found = try contrast(colour(text), colour(name + "-soft"))
                #expect(found >= 7, "\(text) on \(name)-soft: \(found)")
            }
        }
        for name in ["accent", "accent-deep"] {
            let found = try contrast(colour("on-accent"), colour(name))
            #expect(found >= 7, "on \(name): \(found)")
        }
    }
}
