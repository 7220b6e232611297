import Foundation
import Synchronization
import Web

/// How messages leave: through a command such as `/usr/sbin/sendmail -t -i`, or into a folder where an administrator finds them.
///
/// The command comes from the environment of the program, never from a page: whoever could set it there could run anything.
public enum MailTransport: Equatable, Sendable {
    /// A program with its arguments; it gets the message on its input and says with 0 that it took it.
    case command([String])
    case folder(String)

    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// - Parameters:
    ///   - command: words with spaces between them; the first is the whole path of a program.
    ///   - folder: where messages go without one.
    public init(command: String?, folder: String) {
        let words = (command ?? "").split(separator: " ").map(String.init)
        self = words.isEmpty ? .folder(folder) : .command(words)
    }

    var isFolder: Bool {
        switch self {
        case .command: false
        case .folder: true
        }
    }

    /// Hands a message over; waits for it, so call it where nobody waits.
    func send(_ message: MailMessage, patience: TimeInterval = Self.patience) throws {
        switch self {
        case .command(let words): try run(words, Data(message.text.utf8), patience)
        case .folder(let path):
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(message.text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(message.identity).eml"), options: .atomic)
        }
    }

    /// Removes what lies in the folder of messages that are not there any more.
    /// - Parameter known: those that are, with when they were written: a number that became free may be another's by now.
    func forget(except known: [Int64: Date]) {
        guard case .folder(let path) = self else { return }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files where file.hasSuffix(".eml") {
            guard let id = Int64(recordID: file.prefix(while: \.isNumber)) else { continue }
            let made = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.modificationDate] as? Date
            if let written = known[id], written <= made ?? .distantFuture { continue }
            try? FileManager.default.removeItem(atPath: "\(path)/\(file)")
        }
    }

    /// How long a program may take for one message: one that hangs would hold its place for ever.
    static let patience: TimeInterval = 30

    /// What a program is told of its surroundings: where programs and its owner's settings are, and nothing of ours.
    private static let environment: [String: String] = {
        let all = ProcessInfo.processInfo.environment
        var kept = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        for name in ["HOME", "USER", "LOGNAME", "TMPDIR"] { kept[name] = all[name] }
        return kept
    }()

    /// Writing to a program that has ended is an error then, and not a signal that ends this one.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private func run(_ words: [String], _ input: Data, _ patience: TimeInterval) throws {
        Self.ignoresBrokenPipes
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = Self.environment
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw Failure(description: "\(words[0]): \(error.localizedDescription)") }
        let isLate = Mutex(false)
        let limit = DispatchWorkItem {
            isLate.withLock { $0 = true }
            kill(process.processIdentifier, SIGKILL)
        }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + patience, execute: limit)
        defer { limit.cancel() }
        // A program that ends before it has read everything must not end this one.
        try? pipe.fileHandleForWriting.write(contentsOf: input)
        try? pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        if isLate.withLock({ $0 }) { throw Failure(description: "\(words[0]): no answer in \(Int(patience)) s") }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(description: "\(words[0]): \(process.terminationStatus)")
        }
    }
}
