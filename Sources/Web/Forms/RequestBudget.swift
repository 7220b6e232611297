import HTTPTypes
import Hummingbird
import Synchronization

/// The bytes, values, files and processor time that one request may use; less without proof of identity.
public final class RequestBudget: Sendable {
    @TaskLocal public static var current: RequestBudget?

    private struct State {
        var isProved = false
        var spent = Duration.zero
    }

    private let state = Mutex(State())

    public init() {}

    /// Gives the full budget, once a session, a token or an author is verified.
    public func prove() { state.withLock { $0.isProved = true } }

    public var isProved: Bool { state.withLock { $0.isProved } }

    /// The largest number of values in a JSON text.
    public var values: Int { isProved ? 200_000 : 2_000 }

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

    /// Counts processor time outside the request threads; throws 503 when it exceeds the budget.
    func spend(_ time: Duration) throws {
        let isOver = state.withLock { state in
            state.spent += time
            return state.spent > (state.isProved ? .seconds(20) : .milliseconds(500))
        }
        if isOver { throw Self.busy }
    }

    static let busy = HTTPError(.serviceUnavailable, headers: [.retryAfter: "5", .connection: "close"])
}
