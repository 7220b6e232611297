import Dispatch
import Glibc
import Synchronization

/// The child processes for expressions: few, kept for the next expression, and taken anew when one ends.
final class XPathPool: Sendable {
    static let shared = XPathPool()

    private let program: String
    private let room: DispatchSemaphore
    private let idle = Mutex<[XPathProcess]>([])

    init(program: String = XPathPool.program, most: Int = 2) {
        self.program = program
        room = DispatchSemaphore(value: most)
    }

    /// Evaluates an expression from a node of a page. Throws `XPathRefusal`.
    func ask(
        _ kind: XPathRequest.Kind, _ expression: String, at place: Int, of page: XPathPage, microseconds: Int
    ) throws(XPathRefusal) -> (microseconds: Int, bytes: [UInt8]) {
        room.wait()
        defer { room.signal() }
        let text = Array(expression.utf8)
        let request = XPathRequest(kind, place: place, microseconds: max(1, microseconds), length: text.count)
        // The first may have ended since, by itself or by others; a new one that ends too is ended by the expression.
        for process in [take(page), nil] {
            guard let process = process ?? XPathProcess(program: program) else { throw .unavailable }
            switch process.ask(request, text, page) {
            case .overran: throw .endless
            case .died: continue
            case .answered(let reply, let bytes):
                if !process.isOld { idle.withLock { $0.append(process) } }
                switch reply.status {
                case .done: return (Int(reply.microseconds), bytes)
                case .invalid: throw .invalid
                case .tooMuch: throw .endless
                }
            }
        }
        throw .endless
    }

    var waiting: [pid_t] { idle.withLock { $0.map(\.id) } }

    private func take(_ page: XPathPage) -> XPathProcess? {
        idle.withLock { idle in
            guard let index = idle.firstIndex(where: { $0.page == page.number }) ?? idle.indices.last else { return nil }
            return idle.remove(at: index)
        }
    }

    /// This program; that of tests is another, beside which it is built.
    static let program: String = {
        let own = "/proc/self/exe"
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink(own, &bytes, bytes.count - 1) > 0 else { return own }
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard path.hasSuffix(".xctest"), let slash = path.lastIndex(of: "/") else { return own }
        return path[...slash] + "portico"
    }()
}
