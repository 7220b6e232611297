import CProcess
import Glibc

/// The text of PDF files, read by pdftotext of poppler-utils in a child process that the system limits.
public enum PDFText {
    public static let command = "pdf-text"

    enum Refusal: Error {
        /// poppler-utils is not installed.
        case missing
        case unreadable
        /// It holds pictures of pages.
        case empty
    }

    private static let reader = "/usr/bin/pdftotext"
    private static let memory: UInt = 512 << 20
    private static let processorSeconds: UInt32 = 20
    private static let waitingSeconds = 60
    /// Bytes of text.
    private static let longest = 4 << 20

    static var isInstalled: Bool { access(reader, X_OK) == 0 }

    static func isOne(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: "%PDF".utf8) }

    /// The child process.
    public static func run() -> Never { exit(become_pdftotext(reader, memory, processorSeconds)) }

    static func read(_ bytes: [UInt8]) throws(Refusal) -> String {
        guard isInstalled else { throw .missing }
        var (connection, id): (Int32, pid_t) = (-1, 0)
        guard start_confined(XPathPool.program, command, &connection, &id) == 0 else { throw .missing }
        limit_waiting(connection, waitingSeconds)
        var text: [UInt8]?
        if send_whole(connection, bytes, bytes.count) {
            end_sending(connection)
            text = receive(connection)
        }
        close(connection)
        // One that has ended by itself keeps its own status.
        kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 { if errno != EINTR { throw .unreadable } }
        guard let text, status == 0 else { throw .unreadable }
        let read = String(decoding: text, as: UTF8.self)
        if !read.contains(where: \.isLetter) { throw .empty }
        return read
    }

    /// nil when the child is silent for too long or says too much.
    private static func receive(_ connection: Int32) -> [UInt8]? {
        var (text, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = recv(connection, &part, part.count, 0)
            if count == 0 { return text }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            text += part[..<count]
            if text.count > longest { return nil }
        }
    }
}
