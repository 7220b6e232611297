import Foundation
import Web

/// The disc of a timer that counts down: full at its start, empty at its end.
struct TimerFace: Sendable {
    /// Milliseconds from start to end.
    let total: Int
    /// Thousandths of the disc that are left.
    let part: Int
    /// Whole seconds left.
    let seconds: Int

    init?(_ timer: KitchenTimer, now: Date) {
        guard let end = timer.endsAt else { return nil }
        let (length, left) = (end.timeIntervalSince(timer.startedAt), max(0, end.timeIntervalSince(now)))
        total = max(1, Int(cutting: (length * 1000).rounded()))
        part = min(1000, Int(cutting: (left * 1_000_000 / Double(total)).rounded(.up)))
        seconds = Int(cutting: left.rounded(.up))
    }

    /// A page without script lets the browser empty the disc.
    var values: Values { ["part": String(part), "seconds": seconds > 0 ? String(seconds) : false] }

    /// The full disc, for reserved space.
    static let full: Values = ["part": "1000", "seconds": false]
}
