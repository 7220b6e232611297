import Admin
import Web

// Plain colours and numbers in true proportions; the artwork is not copied.

extension Denomination {
    /// Pixels per millimetre at the usual size of letters. Coins are drawn larger than notes, so that each piece has at least 90 pixels.
    var scale: Double { isNote ? 1.6 : 5.6 }

    func name(_ words: Words) -> String {
        cents >= 100 ? words("money.euro", count: cents / 100) : words("money.cent", count: cents)
    }

    func values(_ words: Words) -> Values {
        let common: Values = [
            "cents": String(cents), "name": name(words), "look": look, "isNote": isNote, "isCoin": !isNote,
            // In em, so that the pieces grow with the letters.
            "width": Self.em(width * scale), "height": Self.em(height * scale),
            // The drawing's units are tenths of a millimetre.
            "w": Self.whole(width * 10), "h": Self.whole(height * 10), "digits": String(cents >= 100 ? cents / 100 : cents),
        ]
        return common.merging(isNote ? noteParts : coinParts) { $1 }
    }

    private var coinParts: Values {
        [
            "cx": Self.whole(width * 5), "cy": Self.whole(width * 5), "r": Self.whole(width * 5 - 4),
            "isTwoTone": cents == 100 || cents == 200, "inner": Self.whole(width * 3.6), "unit": cents >= 100 ? "€" : "cent",
            "size": Self.whole(width * (cents == 10 || cents == 20 || cents == 50 ? 4.4 : 5.2)), "digitsX": Self.whole(width * 5),
            "digitsY": Self.whole(width * 4.6), "unitSize": Self.whole(width * (cents >= 100 ? 2.4 : 1.8)),
            "unitY": Self.whole(width * 7.6),
        ]
    }

    private var noteParts: Values {
        [
            "isTwoTone": false, "paperWidth": Self.whole(width * 10 - 10), "paperHeight": Self.whole(height * 10 - 10), "left": "55",
            "panel": Self.whole(width * 2.2), "panelHeight": Self.whole(height * 10 - 110), "unit": "EURO",
            "size": Self.whole(height * 4.8),
            "digitsX": Self.whole(width * 6.2), "digitsY": Self.whole(height * 4.2), "unitSize": Self.whole(height * 1.8),
            "unitY": Self.whole(height * 7.9),
        ]
    }

    private static func em(_ pixels: Double) -> String { String(Double(Int(nearest: pixels * 100 / 16)) / 100) }

    private static func whole(_ value: Double) -> String { String(Int(nearest: value)) }
}
