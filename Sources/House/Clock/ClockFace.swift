import Admin
import Foundation

/// The dials that a guest can choose from. All are drawn in a square of 200 units with the middle at 100.
enum ClockFace: String, CaseIterable, Codable, Sendable {
    /// The twelve hours.
    case hours
    /// The hours, and around them the minutes by fives.
    case minutes
    /// The hours, and inside them those of the afternoon: 13 to 24.
    case day
    /// Four numbers and strokes.
    case quiet

    /// The numbers of the dial and its strokes.
    var values: Values {
        let hours = (1...12).filter { self != .quiet || $0 % 3 == 0 }
        var numbers = hours.map { number(String($0), turn: $0 * 5, radius: self == .minutes ? 62 : 74, size: "big") }
        if self == .minutes { numbers += (1...12).map { number(String($0 % 12 * 5), turn: $0 * 5, radius: 88, size: "small") } }
        if self == .day { numbers += (1...12).map { number(String($0 + 12), turn: $0 * 5, radius: 52, size: "small") } }
        return [
            "face": rawValue, "numbers": numbers, "strokes": self == .minutes ? [] : (0..<60).map(stroke),
            "ring": self == .minutes,
        ]
    }

    private func number(_ text: String, turn: Int, radius: Double, size: String) -> Values {
        let angle = Double(turn) / 30 * .pi
        return [
            "text": text, "size": size, "x": Self.short(100 + radius * sin(angle)), "y": Self.short(100 - radius * cos(angle)),
        ]
    }

    private func stroke(_ minute: Int) -> Values {
        ["turn": String(minute * 6), "end": minute % 5 == 0 ? "16" : "11", "isHour": minute % 5 == 0]
    }

    /// One decimal is a tenth of a pixel at the largest size that is drawn.
    private static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}

/// How far the hands of a clock are turned, in degrees.
struct ClockHands: Equatable {
    let hour: Double
    let minute: Int
    let second: Int

    init(hour: Int, minute: Int, second: Int) {
        (self.hour, self.minute, self.second) = (Double(hour % 12 * 60 + minute) / 2, minute * 6, second * 6)
    }
}
