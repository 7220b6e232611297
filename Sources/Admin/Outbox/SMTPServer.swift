import Foundation
import Web

/// A mail server that takes messages by SMTP. `curl` speaks the protocol, in a process with limits: it reads what another machine sends.
public struct SMTPServer: Equatable, Sendable {
    public enum Security: String, CaseIterable, Sendable {
        /// TLS from the first byte (RFC 8314), after STARTTLS, or none.
        case tls, starttls, none
    }

    let host: String
    let port: Int
    let security: Security
    var user = ""
    var password = ""
    var greeting = "localhost"
    /// A file with certificates to trust instead of the system's, for tests.
    var certificates: String?
    let folder: String

    static let program = "/usr/bin/curl"
    /// Of a message that is being handed over.
    static let suffix = ".sending"
    private static let limits = ["/usr/bin/prlimit", "--as=536870912", "--cpu=20", "--core=0", "--nofile=64"]

    var name: String { "\(host):\(port)" }

    /// Sends a message; blocks until the server has answered.
    func send(_ message: MailMessage, patience: TimeInterval) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw MailTransport.Failure(.missing, server: name, said: Self.program)
        }
        guard MailAddress.isValid(message.to) else { throw MailTransport.Failure(.recipient, server: name, isFinal: true) }
        let file = "\(folder)/\(UUID().uuidString)\(Self.suffix)"
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard manager.createFile(atPath: file, contents: Data(message.text.utf8), attributes: [.posixPermissions: 0o600]) else {
            throw MailTransport.Failure(.program, said: "\(folder): cannot be written")
        }
        defer { try? manager.removeItem(atPath: file) }
        let limits = manager.isExecutableFile(atPath: Self.limits[0]) ? Self.limits : []
        // No word of the command line is secret: everybody on the machine can read it. The settings are its input.
        let curl = MailProgram(words: limits + [Self.program, "-q", "--config", "-"], keepsErrors: true)
        let end: MailProgram.End
        do {
            end = try curl.run(Data(settings(message, file, patience).utf8), patience: patience)
        } catch {
            throw MailTransport.Failure(.missing, server: name, said: error.localizedDescription)
        }
        if end.isLate { throw MailTransport.Failure(.timeout, server: name) }
        if end.status != 0 { throw SMTPTranscript(end.errors).failure(end.status, name) }
    }

    func settings(_ message: MailMessage, _ file: String, _ patience: TimeInterval) -> String {
        let scheme = security == .tls ? "smtps" : "smtp"
        let place = host.contains(":") ? "[\(host)]" : host
        var lines = [
            "silent", "show-error", "verbose", "globoff", "noproxy = \"*\"", "proto = \"=smtp,smtps\"", "tlsv1.2",
            "url = \(Self.quoted("\(scheme)://\(place):\(port)/\(greeting)"))",
            "mail-from = \(Self.quoted("<\(message.from)>"))", "mail-rcpt = \(Self.quoted("<\(message.to)>"))",
            "upload-file = \(Self.quoted(file))",
            "connect-timeout = \(max(1, Int(cutting: patience / 2)))", "max-time = \(max(1, Int(cutting: patience) - 1))",
        ]
        if security == .starttls { lines.append("ssl-reqd") }
        if !user.isEmpty { lines.append("user = \(Self.quoted("\(user):\(password)"))") }
        if let certificates { lines.append("cacert = \(Self.quoted(certificates))") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Controls cannot begin another line.
    private static func quoted(_ text: String) -> String {
        let kept = String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        return "\"" + String(kept).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// What curl told of a conversation: the last command, what the server answered to it, and curl's own sentence.
struct SMTPTranscript {
    private static let commands: Set = ["EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"]

    private var command = ""
    private var reply = ""
    private var own = ""

    init(_ text: String) {
        var isOver = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("curl: (") {
                own = line.firstIndex(of: ")").map { String(line[line.index(after: $0)...]).trimmingCharacters(in: .whitespaces) } ?? ""
            } else if line.hasPrefix("> ") {
                let word = line.dropFirst(2).prefix { $0 != " " }.uppercased()
                // Its farewell is no part of what went wrong.
                if word == "QUIT" { isOver = true }
                if isOver { continue }
                if Self.commands.contains(word) { command = word }
                reply = ""
            } else if line.hasPrefix("< "), !isOver {
                reply = String(line.dropFirst(2))
            }
        }
    }

    private var code: Int { Int(reply.prefix(3), in: 100...999) ?? 0 }

    /// The reason behind curl's exit status (curl(1), "EXIT CODES").
    func failure(_ status: Int32, _ server: String) -> MailTransport.Failure {
        func made(_ reason: MailTransport.Failure.Reason, _ said: String, isFinal: Bool = false) -> MailTransport.Failure {
            MailTransport.Failure(reason, server: server, said: said, isFinal: isFinal)
        }
        switch status {
        case 5, 6: return made(.resolve, own)
        case 7: return made(.connection, own)
        case 28: return made(.timeout, own)
        case 35: return made(.tls, own)
        case 51, 60, 77: return made(.certificate, own)
        case 64: return made(.noTLS, reply.isEmpty ? own : reply)
        case 67: return made(.authentication, reply.isEmpty ? own : reply)
        default: break
        }
        guard code >= 400 else { return made(.dropped, own) }
        // The server wants a name and a password, but none was set.
        if [530, 535].contains(code) { return made(.authentication, reply) }
        switch command {
        case "MAIL": return made(.sender, reply)
        case "RCPT": return made(.recipient, reply, isFinal: code >= 500)
        case "DATA": return made(.message, reply, isFinal: code >= 500)
        default: return made(.greeting, reply)
        }
    }
}
