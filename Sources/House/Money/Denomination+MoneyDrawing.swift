import Admin
import Web

// The drawings are in `Public/images/money.svg`, made by `tools/draw-money`; CREDITS.md says what may be drawn of euro money.

extension Denomination {
    /// Pixels per millimetre at the usual size of letters. Coins are drawn larger than notes, so that each piece has at least 90 pixels.
    var scale: Double { isNote ? 1.6 : 5.6 }

    func name(_ words: Words) -> String {
        cents >= 100 ? words("money.euro", count: cents / 100) : words("money.cent", count: cents)
    }

    func values(_ words: Words) -> Values {
        [
            "cents": String(cents), "name": name(words), "isNote": isNote,
            // In em, so that the pieces grow with the letters.
            "width": Self.em(width * scale), "height": Self.em(height * scale),
            // The drawing's units are tenths of a millimetre.
            "w": Self.whole(width * 10), "h": Self.whole(height * 10),
        ]
    }

    private static func em(_ pixels: Double) -> String { String(Double(Int(nearest: pixels * 100 / 16)) / 100) }

    private static func whole(_ value: Double) -> String { String(Int(nearest: value)) }
}
