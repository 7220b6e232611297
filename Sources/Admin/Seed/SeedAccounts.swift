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
        let node: SeedNode
        let tally: SeedTally
        var changed: [String] { tally.changed }
    }

    private let reader: SeedReader
    private let settings: AccountSettings
    private let roles: [Role]
    private let scopes: SeedScopes
    private var drafts: [Draft] = []
    private(set) var part = SeedPlan.Part(name: "accounts", scope: nil)

    static let knownKeys = ["key", "name", "password", "passwordHash", "demo", "active", "language", "country", "roles"]

    init(_ node: SeedNode?, scopes: SeedScopes, settings: AccountSettings, own: [Role]) throws {
        (self.settings, self.scopes) = (settings, scopes)
        reader = scopes.reader
        roles = settings.roles + own
        guard let node else { return }
        let stored = try Account.all().notDeleted().fetchAll(reader.db)
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
            if let key, existing == nil, try staysAway(key, mapping) { continue }
            try read(mapping, key: key, existing, scopes)
        }
        for draft in drafts {
            draft.tally.count(draft.account.key, in: &part)
            let id = try draft.existing?.id ?? reader.newID(in: Account.databaseTableName)
            reader.register(draft.account.key, id, in: Account.databaseTableName, scopeID: nil)
        }
    }

    /// Whether people deleted an account that the file made: it is not made again.
    private func staysAway(_ key: String, _ mapping: SeedMapping) throws -> Bool {
        let identity = SeedIdentity(part.name, scope: nil, key)
        let sql = "SELECT id FROM account WHERE key = ? AND deletedAt IS NOT NULL ORDER BY id DESC LIMIT 1"
        guard reader.ledger.hasWritten(identity), reader.ledger.policy != .file,
            let id = try Int64.fetchOne(reader.db, sql: sql, arguments: [key]), let last = reader.ledger.lastFields(identity)
        else { return false }
        reader.ledger.remember(identity, last)
        reader.register(key, id, in: Account.databaseTableName, scopeID: nil)
        part.left += 1
        part.changes.append(SeedChange(.keep, key, note: SeedSentence(key: "plan.wasDeleted")))
        return true
    }

    private func read(_ mapping: SeedMapping, key: String?, _ existing: Account?, _ scopes: SeedScopes) throws {
        let now = try reader.db.transactionDate
        let node = mapping.node
        var tally = SeedTally(SeedIdentity(part.name, scope: nil, key ?? ""), mapping, reader, isNew: existing == nil)
        var account = existing ?? Account(key: key ?? "", name: "", createdAt: now)
        if existing == nil || mapping.isNull("name") { _ = mapping.required("name") }
        if let node = mapping["name"], let name = node.text() {
            if !(1...200).contains(name.trimmingSpaces().unicodeScalars.count) || TextRule.isBlank(name) { node.refuse("name") }
            if let flaw = TextRule.flaw(in: name, as: .name) { node.refuse("text.\(flaw.rawValue)") }
            account.name = name.trimmingSpaces()
        }
        if let isDemo = mapping["demo"]?.flag() { account.isDemo = isDemo }
        if let isActive = mapping["active"]?.flag() { account.isActive = isActive }
        if mapping.isNull("language") { account.language = nil }
        if let node = mapping["language"], let text = node.text() {
            account.language = Language(rawValue: text)
            if account.language == nil { node.unknown(text, among: Language.allCases.map(\.rawValue)) }
        }
        if mapping.isNull("country") { account.country = nil }
        if let node = mapping["country"], let text = node.text() {
            account.country = Country.of(text)
            if account.country == nil { node.refuse("country") }
        }
        var assignments = mapping["roles"]?.list().map { nodes in
            let roles = nodes.compactMap { role($0, scopes) }
            return roles.enumerated().filter { index, role in !roles[..<index].contains(role) }.map(\.element)
        }
        let password = self.password(mapping, &account, isNew: existing == nil)
        if let existing { try compare(&account, &assignments, existing, &tally) } else { note(account, assignments, &tally) }
        tally.set("password")
        tally.set("passwordHash")
        if mapping.states("password") || mapping.states("passwordHash"), existing != nil { part.secrets += 1 }
        guard key != nil else { return }
        drafts.append(
            Draft(existing: existing, account: account, roles: assignments, password: password, node: node, tally: tally))
    }

    private func role(_ node: SeedNode, _ scopes: SeedScopes) -> RoleAssignment? {
        guard let mapping = SeedMapping(node.called("role"), known: ["role", "in"]), let named = mapping.required("role"),
            let name = named.text()
        else { return nil }
        guard let role = roles.first(where: { $0.name == name }) else {
            named.note(SeedSentences.unknown("role", name, among: roles.map(\.name), most: 60))
            return nil
        }
        guard let place = mapping["in"] else { return RoleAssignment(accountID: 0, role: name) }
        guard let kind = role.scope else {
            place.refuse("wholeSite", ["role": name])
            return nil
        }
        return place.text().flatMap { scopes.id($0, kind, place) }.map { RoleAssignment(accountID: 0, role: name, scopeID: $0) }
    }

    private func password(_ mapping: SeedMapping, _ account: inout Account, isNew: Bool) -> String? {
        let hash = mapping["passwordHash"]
        if let hash, let text = hash.text() {
            let isHash = text.wholeMatch(of: #/scrypt\$[0-9]{1,7}\$8\$1\$[A-Za-z0-9+\/=]{1,200}\$[A-Za-z0-9+\/]{43}=/#) != nil
            if isHash {
                account.passwordHash = isNew ? text : account.passwordHash
            } else {
                hash.refuse("hash")
            }
        }
        guard let node = mapping["password"], let password = node.secret() else { return nil }
        if hash != nil { hash?.refuse("passwordAndHash") }
        if !account.isDemo {
            let names = [account.key, account.name]
            if password == Accounts.demoPassword {
                node.refuse("password.demo")
            } else if let problem = PasswordRules(settings).problem(password, names: names) {
                node.refuse("password.\(problem.rawValue)")
            }
        }
        return isNew ? password : nil
    }

    private func compare(
        _ account: inout Account, _ roles: inout [RoleAssignment]?, _ existing: Account, _ tally: inout SeedTally
    ) throws {
        let file = account
        if !tally.settle("name", site: .text(existing.name), file: .text(file.name)) { account.name = existing.name }
        if !tally.settle("demo", site: .flag(existing.isDemo), file: .flag(file.isDemo)) { account.isDemo = existing.isDemo }
        if !tally.settle("active", site: .flag(existing.isActive), file: .flag(file.isActive)) { account.isActive = existing.isActive }
        let (language, other) = (JSON.optional(existing.language?.rawValue), JSON.optional(file.language?.rawValue))
        if !tally.settle("language", site: language, file: other) { account.language = existing.language }
        let (country, country2) = (JSON.optional(existing.country), JSON.optional(file.country))
        if !tally.settle("country", site: country, file: country2) { account.country = existing.country }
        guard let wanted = roles else { return }
        let stored = try RoleAssignment.of(existing.id ?? 0).fetchAll(reader.db)
        if !tally.settle("roles", site: spelled(stored), file: spelled(wanted)) { roles = nil }
    }

    private func note(_ account: Account, _ roles: [RoleAssignment]?, _ tally: inout SeedTally) {
        _ = tally.settle("name", site: .null, file: .text(account.name))
        _ = tally.settle("demo", site: .null, file: .flag(account.isDemo))
        _ = tally.settle("active", site: .null, file: .flag(account.isActive))
        _ = tally.settle("language", site: .null, file: .optional(account.language?.rawValue))
        _ = tally.settle("country", site: .null, file: .optional(account.country))
        _ = tally.settle("roles", site: .null, file: spelled(roles ?? []))
    }

    /// The roles in an order of their own, such as `educator in casa-rossa`.
    private func spelled(_ assignments: [RoleAssignment]) -> JSON {
        let names = assignments.map { assignment -> String in
            guard let scopeID = assignment.scopeID else { return assignment.role }
            let kind = roles.first { $0.name == assignment.role }?.scope
            return assignment.role + " in " + (scopes.key(scopeID, kind) ?? "#\(scopeID)")
        }
        return .list(Set(names).sorted().map(JSON.text))
    }

    var passwords: Set<String> { Set(drafts.compactMap(\.password)) }

    func write(_ writing: SeedWriting) throws {
        let (db, now) = (writing.db, try writing.db.transactionDate)
        for draft in drafts where draft.existing == nil || !draft.changed.isEmpty {
            try writing.put(draft.account.key, in: part, at: draft.node) {
                var account = draft.account
                if let password = draft.password {
                    guard let hash = writing.hashes[password] else {
                        throw SeedFailure(description: "the password of \(account.key) is not hashed")
                    }
                    account.passwordHash = hash
                }
                account.updatedAt = now
                try writing.watch(account.key, in: part) { try save(&account, draft, db) }
                let id = account.id ?? 0
                let roles = (draft.roles ?? []).map(\.role).joined(separator: ", ")
                try AuditEntry.write(
                    db, draft.existing == nil ? "account.create" : "account.update", by: writing.actor, on: ("account", id, account.name),
                    detail: draft.existing == nil ? ["roles": roles] : ["fields": draft.changed.joined(separator: ", ")])
            }
        }
    }

    private func save(_ account: inout Account, _ draft: Draft, _ db: Database) throws {
        if draft.existing == nil {
            try account.insert(db)
        } else {
            account.version += 1
            try account.update(db)
        }
        guard let roles = draft.roles, let id = account.id else { return }
        try RoleAssignment.of(id).deleteAll(db)
        for role in roles { try RoleAssignment(accountID: id, role: role.role, scopeID: role.scopeID).insert(db) }
    }
}
