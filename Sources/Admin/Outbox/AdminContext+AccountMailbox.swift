import Accounts
import Foundation
import GRDB
import Web

extension AccountMail {
    /// The name of the accounts in the outbox.
    static let system = "accounts"
}

extension AdminContext {
    public var accountMailbox: AccountMailbox { accountMailbox(language: nil) }

    /// `language` is for accounts that have chosen none; nil for the site's.
    func accountMailbox(language: Language?) -> AccountMailbox {
        AccountMailbox(isOpen: maySendLinks) { mail, db in
            try post(mail, language, db)
        } seek: { typed, language, db in
            try PasswordLinkJob.enqueue(typed, language, db)
        }
    }

    /// Whether a message with a link can leave now: by a set way, from a site that knows its address and is no silent copy.
    @Sendable func maySendLinks(_ db: Database) throws -> Bool {
        try mailRoute.isSet(db) && knownOrigin(db) != nil && !SiteIdentity.isQuiet(db)
    }

    private func post(_ mail: AccountMail, _ language: Language?, _ db: Database) throws {
        guard try maySendLinks(db) else { return }
        let words = pages.templates.words(in: mail.account.language ?? language ?? site.language)
        let letter = AccountLetter(mail: mail, words: words, site: site.name, origin: try mailOrigin(db), zone: site.zone)
        try Mail.enqueue(
            to: mail.recipient, of: AccountMail.system, subject: letter.subject, body: letter.body, html: letter.html,
            due: mail.kind == .newDevice ? mail.day?.end : nil, ends: mail.link?.ends, at: mail.day?.start ?? mail.at, db)
        try Jobs.enqueue(db, Outbox.kind, by: .system("portico"))
    }
}

struct AccountLetter {
    let mail: AccountMail
    let words: Words
    let site: String
    let origin: String
    let zone: TimeZone

    private var texts: String { "mail.accounts.\(mail.kind.rawValue)" }
    private var link: String { mail.link.map { origin + $0.path } ?? "" }
    private var signIn: String { origin + "/sign-in" }
    private var forgotten: String { origin + "/sign-in/forgotten" }

    private var values: [String: String] {
        let said = mail.day == nil ? words.language.moment(mail.at, in: zone) : words.language.date(mail.at, in: zone)
        let own = [
            "name": mail.account.name, "key": mail.account.key, "site": site, "link": link, "signIn": signIn, "forgotten": forgotten,
            "when": said, "ends": mail.link.map { words.language.moment($0.ends, in: zone) } ?? "",
        ]
        return own.merging(mail.values) { $1 }
    }

    var subject: String { words(texts + ".subject", values) }

    var body: String {
        [greeting, main, words("mail.accounts.foot", values)].joined(separator: "\n\n") + "\n"
    }

    var html: String {
        MailHTML(language: words.language, links: [link, signIn, forgotten]).page(body, title: subject)
    }

    private var greeting: String { words("mail.accounts.greeting", values) }

    private var main: String {
        var values = values
        switch mail.kind {
        case .newDevice:
            if mail.values["device"]?.isEmpty != false { values["device"] = words("accounts.mine.unknown-device") }
            // Where only days are kept, the network is not told either.
            return words(texts + (mail.values["network"]?.isEmpty == false ? ".body" : ".bodyByDay"), values)
        case .addressChanged: return words(texts + (mail.values["address"]?.isEmpty == false ? ".body" : ".bodyRemoved"), values)
        default: return words(texts + ".body", values)
        }
    }
}
