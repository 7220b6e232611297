import Foundation

/// What an attempt to push brought.
public struct PushOutcome: Sendable, Equatable {
    public enum Verdict: Sendable, Equatable {
        case sent, gone, refused
        /// Worth another try, not before so many seconds if the service said so.
        case later(TimeInterval?)
    }

    public var verdict: Verdict
    public var status: Int?
    public var error: String?

    public init(verdict: Verdict, status: Int? = nil, error: String? = nil) {
        (self.verdict, self.status, self.error) = (verdict, status, error)
    }
}
