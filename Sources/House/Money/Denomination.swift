import Admin

struct Denomination: Equatable, Sendable {
    let cents: Int
    /// Millimetres. A coin's height equals its width.
    let width: Double
    let height: Double

    var isNote: Bool { cents >= 500 }

    /// From the smallest. Coins follow the Council regulation; notes are of the second series, and of the first for 500 euro.
    static let all: [Denomination] = [
        .coin(1, 16.25), .coin(2, 18.75), .coin(5, 21.25), .coin(10, 19.75),
        .coin(20, 22.25), .coin(50, 24.25), .coin(100, 23.25), .coin(200, 25.75),
        .note(5, 120, 62), .note(10, 127, 67), .note(20, 133, 72), .note(50, 140, 77),
        .note(100, 147, 77), .note(200, 153, 77), .note(500, 160, 82),
    ]

    private static func coin(_ cents: Int, _ diameter: Double) -> Denomination {
        Denomination(cents: cents, width: diameter, height: diameter)
    }

    private static func note(_ euro: Int, _ width: Double, _ height: Double) -> Denomination {
        Denomination(cents: euro * 100, width: width, height: height)
    }

    static func of(_ cents: Int) -> Denomination? { all.first { $0.cents == cents } }

    /// Returns the fewest pieces for an amount, the largest first. The greedy choice is optimal for euro values.
    static func pieces(for cents: Int) -> [Denomination] {
        var rest = max(0, cents)
        var pieces: [Denomination] = []
        for denomination in all.reversed() {
            while rest >= denomination.cents {
                pieces.append(denomination)
                rest -= denomination.cents
            }
        }
        return pieces
    }

    static func enough(for cents: Int) -> Denomination? { all.first { $0.cents >= cents } }
}
