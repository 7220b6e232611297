import Admin
import Web

// Coins and notes as pages draw them: plain colours and numbers in true proportions, no copy of the real ones' art.

extension Denomination {
    /// Pixels for each millimetre where coins and notes stand together, and where coins are alone.
    static let scale = 1.8
    static let coinScale = 3.6

    /// `2 euro`, `50 centesimi`, in words and digits.
    func name(_ words: Words) -> String {
        cents >= 100 ? words("money.euro", count: cents / 100) : words("money.cent", count: cents)
    }

    /// - Parameter scale: pixels for a millimetre.
    func values(_ words: Words, scale: Double = Denomination.scale) -> Values {
        [
            "cents": String(cents), "name": name(words), "look": look, "isNote": isNote, "isCoin": !isNote,
            "isTwoTone": cents == 100 || cents == 200, "width": Self.whole(width * scale), "height": Self.whole(height * scale),
            // The drawing's own units are tenths of a millimetre.
            "w": Self.whole(width * 10), "h": Self.whole(height * 10), "cx": Self.whole(width * 5), "cy": Self.whole(height * 5),
            "r": Self.whole(width * 5 - 4), "inner": Self.whole(width * 3.4), "digits": String(cents >= 100 ? cents / 100 : cents),
            "unit": isNote ? "EURO" : cents >= 100 ? "€" : "c",
            "size": Self.whole(isNote ? height * 4.6 : width * (cents < 100 && cents >= 10 ? 4.2 : 5)),
            "unitSize": Self.whole(isNote ? height * 1.5 : width * 1.9), "unitY": Self.whole(isNote ? height * 8.6 : width * 8.1),
            "digitsY": Self.whole(isNote ? height * 5.2 : width * 4.6), "left": Self.whole(width * 0.6), "panel": Self.whole(width * 2.2),
        ]
    }

    private static func whole(_ value: Double) -> String { String(Int(value.rounded())) }
}
