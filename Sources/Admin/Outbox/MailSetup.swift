import Accounts
import GRDB
import Web

/// How messages leave a new site, as its first-run wizard asks for it.
public struct MailSetup: Sendable {
    /// The names of its fields; the password is apart, because it is not kept as typed.
    public static let fields = ["way", "host", "security", "port", "user", "sender"]
    public static let ways = MailServer.Way.allCases.map(\.rawValue)
    public static let securities = SMTPServer.Security.allCases.map(\.rawValue)
    /// What the fields hold before anything is typed: messages stay in a folder.
    public static var usual: [String: String] {
        let server = MailServer()
        return ["way": server.way.rawValue, "security": server.security, "port": String(server.port)]
    }

    private let form: MailServerForm

    /// - Parameter typed: what was typed in a field.
    public init(password: String, _ typed: (String) -> String) {
        var form = Form(["password": [password]])
        for name in Self.fields { form[name] = typed(name) }
        self.form = MailServerForm(form)
    }

    private var staysInFolder: Bool { form.way == MailServer.Way.none.rawValue }

    public func mistakes(_ route: MailRoute) -> [(field: String, message: LocalizedMessage)] {
        guard !staysInFolder else { return [] }
        return form.problems(MailServer(), hasSender: route.sender != nil).map { ($0.field, LocalizedMessage("mail.refused.\($0.key)")) }
    }

    public func save(_ route: MailRoute, by actor: Actor, _ db: Database) throws {
        guard !staysInFolder else { return }
        var server = try form.server(from: MailServer(), route.key)
        server.version = 1
        try server.save(db)
        try AuditEntry.write(db, "site.mail", by: actor, detail: MailPages.changes(MailServer(), server))
    }
}
