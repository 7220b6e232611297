import Foundation
import Web

/// How messages are sent. A command comes from the environment, never from a page: its author can run any program.
public enum MailTransport: Equatable, Sendable {
    /// A program with its arguments; it reads the message from its input and exits with 0 on success.
    case command([String])
    case folder(String)
    case smtp(SMTPServer)
    /// A mail server whose password cannot be read any more.
    case locked(String)

    /// Uses the command (words separated by spaces, the first an absolute path), or the folder if there is none.
    public init(command: String?, folder: String) {
        let words = (command ?? "").split(separator: " ").map(String.init)
        self = words.isEmpty ? .folder(folder) : .command(words)
    }

    var isFolder: Bool {
        switch self {
        case .folder: true
        default: false
        }
    }

    /// Sends a message; blocks until the program ends.
    func send(_ message: MailMessage, patience: TimeInterval = Self.patience) throws {
        switch self {
        case .command(let words): try run(words, Data(message.text.utf8), patience)
        case .smtp(let server): try server.send(message, patience: patience)
        case .locked(let server): throw Failure(.keyLost, server: server)
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

    /// Removes messages that were being handed over when the server ended.
    func removeLeftovers(before moment: Date) {
        guard case .smtp(let server) = self else { return }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: server.folder)) ?? []
        for file in files where file.hasSuffix(SMTPServer.suffix) {
            let path = "\(server.folder)/\(file)"
            let made = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            if let made, made < moment { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Seconds per message; a program that hangs would block its place.
    static let patience: TimeInterval = 30

    private func run(_ words: [String], _ input: Data, _ patience: TimeInterval) throws {
        let end: MailProgram.End
        do {
            end = try MailProgram(words: words).run(input, patience: patience)
        } catch {
            throw Failure(.program, said: "\(words[0]): \(error.localizedDescription)")
        }
        if end.isLate { throw Failure(.program, said: "\(words[0]): no answer in \(Int(patience)) s") }
        guard end.status == 0 else { throw Failure(.program, said: "\(words[0]): \(end.status)") }
    }
}

extension MailTransport {
    /// Why a message was not taken, with what the other side said.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public enum Reason: String, CaseIterable, Sendable {
            case program, missing, keyLost, resolve, connection, timeout, tls, certificate, noTLS, greeting, authentication, sender,
                recipient
            case message, dropped, ended
        }

        public let reason: Reason
        public let server: String
        public let said: String
        /// Whether another try must have the same end.
        let isFinal: Bool

        init(_ reason: Reason, server: String = "", said: String = "", isFinal: Bool = false) {
            let line = String(String.UnicodeScalarView(said.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
            (self.reason, self.server, self.said, self.isFinal) = (reason, server, String(line.prefix(200)), isFinal)
        }

        public var description: String { reason == .program ? said : "\(server), \(reason.rawValue): \(said)" }

        var saying: LocalizedMessage {
            LocalizedMessage("mail.failures.\(reason.rawValue)", ["server": server, "said": said.isEmpty ? "–" : said])
        }
    }
}
