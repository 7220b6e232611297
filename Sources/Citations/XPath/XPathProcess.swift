import CProcess
import CXML
import Glibc
import Synchronization

/// A child process for expressions. libxml2 bounds neither the time nor the memory of an evaluation, so the system bounds this process; it
/// opens no file and no connection, starts no process and knows nothing of the environment.
public final class XPathProcess: Sendable {
    public static let command = "evaluate"

    enum Outcome {
        case answered(XPathReply, [UInt8])
        /// It used more than the expression's processor time, or its memory.
        case overran
        case died
    }

    /// Waiting for a busy machine is no fault of the expression.
    private static let waitingSeconds = 60

    private let connection: Int32
    let id: pid_t
    private let state = Mutex((page: UInt64(0), used: 0, hasEnded: false))

    init?(program: String) {
        var (connection, id): (Int32, pid_t) = (-1, 0)
        guard start_confined(program, Self.command, &connection, &id) == 0 else { return nil }
        limit_waiting(connection, Self.waitingSeconds)
        (self.connection, self.id) = (connection, id)
    }

    deinit {
        close(connection)
        _ = end()
    }

    var page: UInt64 { state.withLock { $0.page } }
    var isOld: Bool { state.withLock { $0.used } > Int(XPathServer.processorSeconds) * 500_000 }

    /// Sends the page, when another was there, and the expression. One caller at a time.
    func ask(_ request: XPathRequest, _ expression: [UInt8], _ page: XPathPage) -> Outcome {
        if self.page != page.number {
            state.withLock { $0.page = page.number }
            guard page.send(to: connection) else { return ending }
        }
        guard send_whole(connection, request.words, XPathRequest.size), send_whole(connection, expression, expression.count) else {
            return ending
        }
        var words = [UInt32](repeating: 0, count: XPathReply.size / 4)
        guard receive_whole(connection, &words, XPathReply.size), let reply = XPathReply(words) else { return ending }
        var bytes = [UInt8](repeating: 0, count: Int(reply.length))
        guard receive_whole(connection, &bytes, bytes.count) else { return ending }
        state.withLock { $0.used += Int(reply.microseconds) }
        return .answered(reply, bytes)
    }

    private var ending: Outcome {
        let status = end() ?? 0
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        return signal == SIGPROF || signal == 0 && code == Int32(cxml_out_of_memory) ? .overran : .died
    }

    /// Ends it, and returns how it ended; nil when it was ended before, and its number may be another's.
    private func end() -> Int32? {
        let hasEnded = state.withLock { state in
            defer { state.hasEnded = true }
            return state.hasEnded
        }
        if hasEnded { return nil }
        var status: Int32 = 0
        // One that has ended by itself keeps its own status.
        kill(id, SIGKILL)
        while waitpid(id, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status
    }
}

struct XPathPage {
    private static let last = Atomic<UInt64>(0)

    let number = last.wrappingAdd(1, ordering: .relaxed).newValue
    let text: String

    fileprivate func send(to connection: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            send_whole(connection, XPathRequest(.page, length: bytes.count).words, XPathRequest.size)
                && send_whole(connection, bytes.baseAddress, bytes.count)
        }
    }
}
