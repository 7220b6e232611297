import Foundation
import GRDB
import Web

public struct AccountMail: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// A first password; another one, sent by an administrator; another one that a visitor asked for.
        case invitation, password, forgotten
        /// The first password was chosen; another one was.
        case welcome, passwordChanged
        case newDevice
        case confirmation, addressChanged
    }

    public let kind: Kind
    public let account: Account
    public let recipient: String
    public let link: (path: String, ends: Date)?
    public let values: [String: String]
    public let at: Date
    /// The whole day of a sign-in whose hour must not be known; the message leaves at its end.
    public let day: DateInterval?

    init(
        _ kind: Kind, of account: Account, to recipient: String, link: (path: String, ends: Date)? = nil, values: [String: String] = [:],
        at now: Date, day: DateInterval? = nil
    ) {
        (self.kind, self.account, self.recipient, self.link) = (kind, account, recipient, link)
        (self.values, at, self.day) = (values, now, day)
    }
}

/// Takes the messages of accounts; the back office above writes and sends them.
public struct AccountMailbox: Sendable {
    /// Whether a message with a link can leave the site now.
    let isOpen: @Sendable (Database) throws -> Bool
    /// Writes a message, or does nothing while the mailbox is closed.
    let post: @Sendable (AccountMail, Database) throws -> Void
    /// Has the accounts with a typed name or address looked up later: the answer to the visitor cannot depend on them.
    let seek: @Sendable (_ typed: String, Language, Database) throws -> Void

    public init(
        isOpen: @escaping @Sendable (Database) throws -> Bool, post: @escaping @Sendable (AccountMail, Database) throws -> Void,
        seek: @escaping @Sendable (_ typed: String, Language, Database) throws -> Void
    ) {
        (self.isOpen, self.post, self.seek) = (isOpen, post, seek)
    }

    public static let closed = AccountMailbox(isOpen: { _ in false }, post: { _, _ in }, seek: { _, _, _ in })
}

extension AccountContext {
    func post(
        _ kind: AccountMail.Kind, _ account: Account, to recipient: String? = nil, link: (path: String, ends: Date)? = nil,
        values: [String: String] = [:], _ db: Database
    ) throws {
        guard let id = account.id, let recipient = try recipient ?? AccountEmail.confirmed(id, db) else { return }
        let now = settings.now()
        let day = try settings.keepsDaysOnly(id, db) ? settings.day(of: now) : nil
        try mailbox.post(AccountMail(kind, of: account, to: recipient, link: link, values: values, at: now, day: day), db)
    }
}
