import Foundation

extension Alert {
    private static let day = 86_400.0

    /// When it ends without a typed end: a drill and an emergency after a day, a warning after three, information after two weeks.
    func usualEnd(from begins: Date) -> Date {
        if drill { return begins + Self.day }
        switch severity {
        case .emergency: return begins + Self.day
        case .warning: return begins + 3 * Self.day
        case .info: return begins + 14 * Self.day
        }
    }

    func offeredEnd(_ live: Bulletin?, from begins: Date) -> Date {
        [expires, live?.expiresAt].compactMap { $0 }.first { $0 > begins } ?? usualEnd(from: begins)
    }
}
