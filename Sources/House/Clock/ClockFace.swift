import Admin
import Foundation
import Web

/// A dial that guests can choose, drawn in a square of 200 units centred at 100.
enum ClockFace: String, CaseIterable, Sendable {
    case plain
    case numbers
    /// The hours, with 13 to 24 inside them.
    case day
    case garden

    var values: Values {
        let hasRing = self == .numbers
        var numbers = (1...12).map { number(String($0), turn: $0, radius: hasRing ? 62 : 74, size: "big") }
        if hasRing { numbers += (1...12).map { number(String($0 % 12 * 5), turn: $0, radius: 87, size: "small") } }
        if self == .day { numbers += (1...12).map { number(String($0 + 12), turn: $0, radius: 50, size: "small") } }
        return [
            "face": rawValue, "photo": false, "numbers": numbers, "strokes": hasRing ? [Values]() : (0..<60).map(stroke), "ring": hasRing,
            "quarters": self == .garden ? Self.quarters : [Values](),
        ]
    }

    /// `turn` counts twelfths of the dial.
    private func number(_ text: String, turn: Int, radius: Double, size: String) -> Values {
        let angle = Double(turn) / 6 * .pi
        return ["text": text, "size": size, "x": Self.short(100 + radius * sin(angle)), "y": Self.short(100 - radius * cos(angle))]
    }

    private func stroke(_ minute: Int) -> Values {
        ["turn": String(minute * 6), "end": minute % 5 == 0 ? "16" : "11", "isHour": minute % 5 == 0]
    }

    private static let quarters: [Values] = [
        ["number": "1", "path": "M100 100V3A97 97 0 0 1 197 100Z"], ["number": "2", "path": "M100 100H197A97 97 0 0 1 100 197Z"],
        ["number": "3", "path": "M100 100V197A97 97 0 0 1 3 100Z"], ["number": "4", "path": "M100 100H3A97 97 0 0 1 100 3Z"],
    ]

    /// One decimal is a tenth of a pixel at the largest drawn size.
    private static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}

/// Angles of the hands in degrees.
struct ClockHands: Equatable {
    let hour: Double
    let minute: Int
    let second: Int

    init(hour: Int, minute: Int, second: Int) {
        (self.hour, self.minute, self.second) = (Double(hour % 12 * 60 + minute) / 2, minute * 6, second * 6)
    }
}
