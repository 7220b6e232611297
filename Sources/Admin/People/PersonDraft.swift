import Accounts
import Foundation
import GRDB
import Web

struct PersonDraft: Sendable {
    var id: Int64?
    var version = 1
    var key = ""
    var name = ""
    var email = ""
    var language = LanguageChoice.browser
    var country = ""
    var isActive = true
    var roles: [RoleRow] = []
    var updatedAt = Date(timeIntervalSince1970: 0)

    static let texts = "admin.people"

    static func fields(_ choices: PersonChoices) -> [Field<PersonDraft>] {
        [
            .title("key", \.key, limit: 64),
            .text("name", \.name, required: true, limit: 200),
            .email("email", \.email),
            .choice("language", \.language, texts: "admin.people.languages"),
            Field("country", \.country, NamedOptionFieldType(options: choices.countries)),
            .flag("isActive", \.isActive),
            Field("roles", \.roles, RolesFieldType(choices: choices)),
        ]
    }

    func assignments(of account: Int64) -> [RoleAssignment] {
        Set(roles.map { RoleAssignment(accountID: account, role: $0.role, scopeID: $0.scopeID) })
            .sorted { ($0.role, $0.scopeID ?? 0) < ($1.role, $1.scopeID ?? 0) }
    }
}

struct LanguageChoice: Choice {
    let language: Language?

    static let browser = LanguageChoice(language: nil)
    static var allCases: [LanguageChoice] { [browser] + Language.allCases.map { LanguageChoice(language: $0) } }

    init(language: Language?) { self.language = language }

    init?(rawValue: String) {
        if rawValue == Self.browser.rawValue {
            self = .browser
        } else if let language = Language(rawValue: rawValue) {
            self.language = language
        } else {
            return nil
        }
    }

    var rawValue: String { language?.rawValue ?? "browser" }
    var nameWithoutText: String? { language?.ownName }
}

/// A role with its place as typed: a house number, or `all`.
struct RoleRow: Sendable, Equatable {
    var role = ""
    var place = ""

    static let everywhere = "all"

    var scopeID: Int64? { Int64(recordID: place) }
}

extension PersonDraft {
    static func find(_ db: Database, _ id: Int64, trashed: Bool = false) throws -> PersonDraft? {
        guard let account = try Account.fetchOne(db, key: id), (account.deletedAt != nil) == trashed,
            try !trashed || !PersonErasure.isErased(id, db)
        else { return nil }
        let roles = try RoleAssignment.of(id).fetchAll(db).map {
            RoleRow(role: $0.role, place: $0.scopeID.map(String.init) ?? RoleRow.everywhere)
        }
        return PersonDraft(
            id: id, version: account.version, key: account.key, name: account.name, email: try AccountEmail.of(id, db)?.address ?? "",
            language: LanguageChoice(language: account.language),
            country: account.country ?? "", isActive: account.isActive, roles: roles, updatedAt: account.updatedAt)
    }

    /// Adds the account; it has no password until its owner sets one with a link.
    func insert(_ db: Database, by actor: Actor, _ readable: Readable) throws -> Int64 {
        var account = Account(
            key: key, name: name, language: language.language, country: Country.of(country), isActive: isActive,
            createdAt: try db.transactionDate)
        try Self.refusing { try account.insert(db) }
        let id = account.id ?? 0
        for assignment in assignments(of: id) { try assignment.insert(db) }
        let detail = ["key": key, "roles": readable.roles(self)].filter { !$0.value.isEmpty }
        try AuditEntry.write(db, "account.create", by: actor, on: ("account", id, name), detail: detail)
        return id
    }

    func update(_ db: Database, by actor: Actor, _ readable: Readable) throws {
        guard let id, let before = try Self.find(db, id), var account = try Account.fetchOne(db, key: id), account.version == version else {
            throw WriteRefusal.changedMeanwhile
        }
        (account.key, account.name, account.language, account.isActive) = (key, name, language.language, isActive)
        account.country = Country.of(country)
        account.version += 1
        account.updatedAt = try db.transactionDate
        try Self.refusing { try account.update(db) }
        // Ends sessions, so that they do not revive with the account.
        if !isActive { try Session.all().of(id).deleteAll(db) }
        if assignments(of: id) != before.assignments(of: id) {
            try RoleAssignment.of(id).deleteAll(db)
            for assignment in assignments(of: id) { try assignment.insert(db) }
        }
        try AuditEntry.write(db, "account.update", by: actor, on: ("account", id, name), detail: readable.changes(from: before, to: self))
    }

    private static func refusing(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw WriteRefusal.titleTaken
        }
    }

    struct Readable {
        let fields: [Field<PersonDraft>]
        let words: Words
        let zone: TimeZone

        func roles(_ draft: PersonDraft) -> String {
            fields.last?.text(draft, words, zone).replacing("\n", with: "; ") ?? ""
        }

        func changes(from before: PersonDraft, to after: PersonDraft) -> [String: String] {
            var changes: [String: String] = [:]
            for field in fields {
                let (old, new) = (field.text(before, words, zone), field.text(after, words, zone))
                if old != new { changes[field.name] = "\(old) → \(new)".replacing("\n", with: "; ") }
            }
            return changes
        }
    }
}
