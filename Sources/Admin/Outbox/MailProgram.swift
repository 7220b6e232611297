import Foundation
import Synchronization

/// A program that reads a message, or what to do with it, from its input.
struct MailProgram {
    let words: [String]
    /// Whether what it writes to its standard error is kept. Not for one that leaves others behind, which hold that open.
    var keepsErrors = false

    struct End {
        let status: Int32
        let isLate: Bool
        let errors: String
    }

    /// The child's environment: search path and home of its user, nothing else.
    private static let environment: [String: String] = {
        let all = ProcessInfo.processInfo.environment
        var kept = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
        for name in ["HOME", "USER", "LOGNAME", "TMPDIR"] { kept[name] = all[name] }
        return kept
    }()

    /// Turns writing to an ended program into an error instead of a fatal signal.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private static let mostErrors = 64 << 10

    /// Runs it to its end, or ends it when its time is over; blocks. Throws when it cannot be started.
    func run(_ input: Data, patience: TimeInterval) throws -> End {
        Self.ignoresBrokenPipes
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = Self.environment
        let (pipe, errors) = (Pipe(), keepsErrors ? Pipe() : nil)
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
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
        let said = errors.map { Self.read($0.fileHandleForReading) } ?? Data()
        process.waitUntilExit()
        let hasExited = process.terminationReason == .exit
        return End(
            status: hasExited ? process.terminationStatus : -1, isLate: isLate.withLock { $0 },
            errors: String(decoding: said, as: UTF8.self))
    }

    /// Reads to the end, so that the program never waits, and keeps the beginning.
    private static func read(_ handle: FileHandle) -> Data {
        var kept = Data()
        while let part = try? handle.read(upToCount: 16 << 10), !part.isEmpty {
            if kept.count < mostErrors { kept.append(part) }
        }
        return kept
    }
}
