import Accounts
import Foundation
import GRDB
import Web

/// The accounts of the file. A password is set only when an account is created, so changed passwords stay.
final class SeedAccounts: SeedList {
    private struct Draft {
        let existing: Account?
        var account: Account
        var roles: [RoleAssignment]?
        var password: String?
        var changed: [String] = []
    }

    private let reader: SeedReader
    private let settings: AccountSettings
    private let roles: [Role]
    private var drafts: [Draft] = []
    private(set) var part = SeedPlan.Part(name: "accounts", scope: nil)

    static let knownKeys = ["key", "name", "password", "passwordHash", "demo", "active", "language", "country", "roles"]

    init(_ node: SeedNode?, scopes: SeedScopes, settings: AccountSettings, own: [Role]) throws {
        self.settings = settings
        reader = scopes.reader
        roles = settings.roles + own
        guard let node else { return }
        let stored = try Account.all().kept().fetchAll(reader.db)
        let byKey = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
        var keys = SeedKeys(reader, what: "key")
        for item in node.list() ?? [] {
            guard let mapping = SeedMapping(item.called("account"), known: Self.knownKeys) else { continue }
            let key = mapping.required("key").flatMap { node -> String? in
                guard let text = node.text() else { return nil }
                guard Account.foldedKey(text) == text else {
                    node.refuse("signInName")
                    return nil
                }
                return keys.note(text, at: node)
            }
            let existing = key.flatMap { byKey[$0] }
            try read(mapping, key: key, existing, scopes)
        }
        for draft in drafts {
            part.count(draft.account.key, isNew: draft.existing == nil, changed: draft.changed)
            let id = try draft.existing?.id ?? reader.newID(in: Account.databaseTableName)
            reader.register(draft.account.key, id, in: Account.databaseTableName, scopeID: nil)
        }
    }

    private func read(_ mapping: SeedMapping, key: String?, _ existing: Account?, _ scopes: SeedScopes) throws {
        let now = try reader.db.transactionDate
        var draft = Draft(existing: existing, account: existing ?? Account(key: key ?? "", name: "", createdAt: now))
        if existing == nil || mapping.isNull("name") { _ = mapping.required("name") }
        if let node = mapping["name"], let name = node.text() {
            if !(1...200).contains(name.trimmingSpaces().unicodeScalars.count) || TextRule.isBlank(name) { node.refuse("name") }
            if let flaw = TextRule.flaw(in: name, as: .name) { node.refuse("text.\(flaw.rawValue)") }
            draft.account.name = name.trimmingSpaces()
        }
        if let isDemo = mapping["demo"]?.flag() { draft.account.isDemo = isDemo }
        if let isActive = mapping["active"]?.flag() { draft.account.isActive = isActive }
        if mapping.isNull("language") { draft.account.language = nil }
        if let node = mapping["language"], let text = node.text() {
            draft.account.language = Language(rawValue: text)
            if draft.account.language == nil { node.unknown(text, among: Language.allCases.map(\.rawValue)) }
        }
        if mapping.isNull("country") { draft.account.country = nil }
        if let node = mapping["country"], let text = node.text() {
            draft.account.country = Country.of(text)
            if draft.account.country == nil { node.refuse("country") }
        }
        draft.roles = mapping["roles"]?.list().map { nodes in
            let roles = nodes.compactMap { role($0, scopes) }
            return roles.enumerated().filter { index, role in !roles[..<index].contains(role) }.map(\.element)
        }
        readPassword(mapping, &draft)
        if let existing { try compare(&draft, existing) }
        if key != nil { drafts.append(draft) }
    }

    private func role(_ node: SeedNode, _ scopes: SeedScopes) -> RoleAssignment? {
        guard let mapping = SeedMapping(node.called("role"), known: ["role", "in"]), let named = mapping.required("role"),
            let name = named.text()
        else { return nil }
        guard let role = roles.first(where: { $0.name == name }) else {
            named.unknown(name, among: roles.map(\.name))
            return nil
        }
        guard let place = mapping["in"] else { return RoleAssignment(accountID: 0, role: name) }
        guard let kind = role.scope else {
            place.refuse("wholeSite", ["role": name])
            return nil
        }
        return place.text().flatMap { scopes.id($0, kind, place) }.map { RoleAssignment(accountID: 0, role: name, scopeID: $0) }
    }

    private func readPassword(_ mapping: SeedMapping, _ draft: inout Draft) {
        let hash = mapping["passwordHash"]
        if let hash, let text = hash.text() {
            let isHash = text.wholeMatch(of: #/scrypt\$[0-9]{1,7}\$8\$1\$[A-Za-z0-9+\/=]{1,200}\$[A-Za-z0-9+\/]{43}=/#) != nil
            if isHash {
                draft.account.passwordHash = draft.existing == nil ? text : draft.account.passwordHash
            } else {
                hash.refuse("hash")
            }
        }
        guard let node = mapping["password"], let password = node.text() else { return }
        if hash != nil { hash?.refuse("passwordAndHash") }
        if !draft.account.isDemo {
            let names = [draft.account.key, draft.account.name]
            if password == Accounts.demoPassword {
                node.refuse("password.demo")
            } else if let problem = PasswordRules(settings).problem(password, names: names) {
                node.refuse("password.\(problem.rawValue)")
            }
        }
        if draft.existing == nil { draft.password = password }
    }

    private func compare(_ draft: inout Draft, _ existing: Account) throws {
        let account = draft.account
        if account.name != existing.name { draft.changed.append("name") }
        if account.isDemo != existing.isDemo { draft.changed.append("demo") }
        if account.isActive != existing.isActive { draft.changed.append("active") }
        if account.language != existing.language { draft.changed.append("language") }
        if account.country != existing.country { draft.changed.append("country") }
        if let roles = draft.roles {
            let stored = try RoleAssignment.of(existing.id ?? 0).fetchSet(reader.db)
            let wanted = Set(roles.map { RoleAssignment(accountID: existing.id ?? 0, role: $0.role, scopeID: $0.scopeID) })
            if stored != wanted { draft.changed.append("roles") }
        }
    }

    var passwords: Set<String> { Set(drafts.compactMap(\.password)) }

    func write(_ writing: SeedWriting) throws {
        let (db, now) = (writing.db, try writing.db.transactionDate)
        for draft in drafts where draft.existing == nil || !draft.changed.isEmpty {
            try writing.put(draft.account.key, in: part) {
                var account = draft.account
                if let password = draft.password {
                    guard let hash = writing.hashes[password] else {
                        throw SeedFailure(description: "the password of \(account.key) is not hashed")
                    }
                    account.passwordHash = hash
                }
                account.updatedAt = now
                if draft.existing == nil {
                    try account.insert(db)
                } else {
                    account.version += 1
                    try account.update(db)
                }
                let id = account.id ?? 0
                if let roles = draft.roles {
                    try RoleAssignment.of(id).deleteAll(db)
                    for role in roles { try RoleAssignment(accountID: id, role: role.role, scopeID: role.scopeID).insert(db) }
                }
                let roles = (draft.roles ?? []).map(\.role).joined(separator: ", ")
                try AuditEntry.write(
                    db, draft.existing == nil ? "account.create" : "account.update", by: writing.actor, on: ("account", id, account.name),
                    detail: draft.existing == nil ? ["roles": roles] : ["fields": draft.changed.joined(separator: ", ")])
            }
        }
    }
}
