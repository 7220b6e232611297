import Foundation
import Synchronization
import Web

/// How messages are sent: by a command such as `/usr/sbin/sendmail -t -i`, or into a folder. The command comes from the environment and
/// never from a page, because a person who sets it can run any program.
public enum MailTransport: Equatable, Sendable {
    /// A program with its arguments; it reads the message from its input and exits with 0 on success.
    case command([String])
    case folder(String)

    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// Uses the command (words separated by spaces, the first an absolute path), or the folder if there is none.
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

    /// Sends a message; blocks until the program ends.
    func send(_ message: MailMessage, patience: TimeInterval = Self.patience) throws {
        switch self {
        case .command(let words): try run(words, Data(message.text.utf8), patience)
        case .folder(let path):
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(message.text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(message.identity).eml"), options: .atomic)
        }
    }

    /// Removes files of messages without a row. `known` has the time of each message, because row numbers are reused.
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

    /// Seconds per message; a program that hangs would block its place.
    static let patience: TimeInterval = 30

    /// The child's environment: search path and home of its user, nothing else.
    private static let environment: [String: String] = {
        let all = ProcessInfo.processInfo.environment
        var kept = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        for name in ["HOME", "USER", "LOGNAME", "TMPDIR"] { kept[name] = all[name] }
        return kept
    }()

    /// Turns writing to an ended program into an error instead of a fatal signal.
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
        // The program may end before it has read everything.
        try? pipe.fileHandleForWriting.write(contentsOf: input)
        try? pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        if isLate.withLock({ $0 }) { throw Failure(description: "\(words[0]): no answer in \(Int(patience)) s") }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(description: "\(words[0]): \(process.terminationStatus)")
        }
    }
}
