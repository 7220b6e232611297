import Accounts
import Foundation
import GRDB

/// What sends messages now, and from whom they are.
public struct MailSender: Equatable, Sendable {
    public let transport: MailTransport
    public let from: String
    let fromName: String
    let replyTo: String

    /// What an operator knows the transport by: a program, or a host with its port; nil where messages stay in a folder.
    public var name: String? {
        switch transport {
        case .command(let words): words.first
        case .smtp(let server): server.name
        case .locked(let server): server
        case .folder: nil
        }
    }

    public var isCommand: Bool { if case .command = transport { true } else { false } }
    public var isLocked: Bool { if case .locked = transport { true } else { false } }
    /// The program that it starts on this machine; nil for a folder.
    public var program: String? {
        switch transport {
        case .command(let words): words.first
        case .smtp, .locked: SMTPServer.program
        case .folder: nil
        }
    }
}

/// How messages leave the site: what its owner set at the start goes before what an administrator set in the browser.
public struct MailRoute: Sendable {
    /// The owner's program and sender; nil where they set none.
    let command: String?
    let sender: String?
    let folder: String
    let key: FactorKey
    /// The site's public host, by which it greets a mail server.
    let host: String?
    /// A file with certificates to trust instead of the system's, for tests.
    var certificates: String?

    static let unknownSender = "portico@localhost"

    public init(command: String? = nil, sender: String? = nil, folder: String, key: FactorKey = FactorKey(), url: String? = nil) {
        (self.command, self.sender, self.folder, self.key) = (command, sender, folder, key)
        host = url.flatMap { URLComponents(string: $0)?.host }
    }

    /// Whether messages leave the machine.
    func isSet(_ db: Database) throws -> Bool { try command?.isEmpty == false || MailServer.current(db).way != .none }

    /// What the owner's settings alone say; nil where they name no program.
    public var byOwner: MailSender? {
        guard command?.isEmpty == false else { return nil }
        let transport = MailTransport(command: command, folder: folder)
        return MailSender(transport: transport, from: sender ?? Self.unknownSender, fromName: "", replyTo: "")
    }

    public func current(_ db: Database) throws -> MailSender {
        let server = try MailServer.current(db)
        let from = sender ?? (server.sender.isEmpty ? Self.unknownSender : server.sender)
        return MailSender(transport: transport(server, from), from: from, fromName: server.senderName, replyTo: server.replyTo)
    }

    private func transport(_ server: MailServer, _ from: String) -> MailTransport {
        if command?.isEmpty == false { return MailTransport(command: command, folder: folder) }
        switch server.way {
        case .none: return .folder(folder)
        case .sendmail: return .command([MailServer.sendmail, "-t", "-i"])
        case .smtp:
            let greeting = host ?? from.split(separator: "@").last.map(String.init) ?? "localhost"
            return server.server(key, greeting: greeting, certificates: certificates, folder: folder).map { MailTransport.smtp($0) }
                ?? .locked("\(server.host):\(server.port)")
        }
    }
}
