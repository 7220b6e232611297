import Foundation

/// A time up to now within which votes are counted.
enum VoteWindow: String, CaseIterable, Sendable {
    case week, month, year

    var lasts: TimeInterval {
        switch self {
        case .week: 7 * 86_400
        case .month: 30 * 86_400
        case .year: 365 * 86_400
        }
    }
}
