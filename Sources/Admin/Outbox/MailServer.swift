import Accounts
import Foundation
import GRDB

/// The only row of table `mailServer`. The password is sealed for its host and user: a changed row cannot send it elsewhere.
struct MailServer: Codable, Equatable, FetchableRecord, PersistableRecord, Sendable {
    enum Way: String, Codable, CaseIterable, Sendable { case none, sendmail, smtp }

    private(set) var id = 1
    var way = Way.none
    var host = ""
    var port = 587
    var security = SMTPServer.Security.starttls.rawValue
    var user = ""
    private(set) var password: Data?
    var senderName = ""
    var sender = ""
    var replyTo = ""
    var version = 0

    static let sendmail = "/usr/sbin/sendmail"

    static func current(_ db: Database) throws -> MailServer { try fetchOne(db, key: 1) ?? MailServer() }

    var hasPassword: Bool { password != nil }

    /// Whether a password for the other one would be sent to the same host under the same name.
    func isSamePlace(as other: MailServer) -> Bool { owner == other.owner }

    private var owner: String { "mail server \(user) at \(host):\(port)" }

    mutating func setPassword(_ text: String?, _ key: FactorKey) throws {
        password = try text.map { try key.seal(Data($0.utf8), for: owner) }
    }

    /// What sends; nil for a server whose password cannot be read.
    func server(_ key: FactorKey, greeting: String, certificates: String?, folder: String) -> SMTPServer? {
        var server = SMTPServer(host: host, port: port, security: .init(rawValue: security) ?? .starttls, folder: folder)
        (server.user, server.greeting, server.certificates) = (user, greeting, certificates)
        guard let password else { return server }
        guard let open = try? key.unseal(password, for: owner) else { return nil }
        server.password = String(decoding: open, as: UTF8.self)
        return server
    }
}
