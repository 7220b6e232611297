import HTTPTypes
import Hummingbird
import Synchronization

/// What one request may cost: bytes, values, files and milliseconds, less for a sender of whom nothing is proved.
public final class RequestBudget: Sendable {
    /// The budget of the request that is being answered; nil outside of requests.
    @TaskLocal public static var current: RequestBudget?

    private struct State {
        var isProved = false
        var spent = Duration.zero
    }

    private let state = Mutex(State())

    public init() {}

    /// Gives a sender their full budget; called where a session, a token or a writer is proved.
    public func prove() { state.withLock { $0.isProved = true } }

    public var isProved: Bool { state.withLock { $0.isProved } }

    /// The values of a JSON text.
    public var values: Int { isProved ? 200_000 : 2_000 }

    /// Limits of a form, made smaller for a sender of whom nothing is proved.
    func narrowed(_ limits: Form.Limits) -> Form.Limits {
        guard !isProved else { return limits }
        var limits = limits
        limits.textBytes = min(limits.textBytes, limits.strangerBytes)
        limits.fields = min(limits.fields, 2_000)
        if !limits.discardsFiles {
            limits.bytes = min(limits.bytes, limits.strangerBytes)
            limits.files = 0
        }
        return limits
    }

    /// Counts processor time of work beside the request threads.
    /// - Throws: 503 when it is more than the request may cost.
    func spend(_ time: Duration) throws {
        let isOver = state.withLock { state in
            state.spent += time
            return state.spent > (state.isProved ? .seconds(20) : .milliseconds(500))
        }
        if isOver { throw Self.busy }
    }

    /// The refusal of work for which there is no place now.
    static let busy = HTTPError(.serviceUnavailable, headers: [.retryAfter: "5", .connection: "close"])
}
