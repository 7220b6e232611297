import Foundation

public struct PushOutcome: Sendable, Equatable {
    public enum Verdict: Sendable, Equatable {
        case sent, gone, refused
        /// Retry later, after the given seconds if the service named a delay.
        case later(TimeInterval?)
    }

    public var verdict: Verdict
    public var status: Int?
    public var error: String?

    public init(verdict: Verdict, status: Int? = nil, error: String? = nil) {
        (self.verdict, self.status, self.error) = (verdict, status, error)
    }
}
