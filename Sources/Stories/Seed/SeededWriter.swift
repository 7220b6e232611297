import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A writer in the seed. The password is set only when the writer is created; an existing writer stays unchanged.
struct SeededWriter: SeedExtra {
    static let path = "writers"
    static let known = [
        "name", "email", "firstName", "lastName", "birthYear", "sex", "country", "language", "joined", "verified", "left", "avatar",
        "password", "passwordHash", "accepted", "decisions", "notes",
    ]
    static let schema = SeedSchema.map([
        ("name", SeededName.schema, true), ("email", SeedSchema("string"), false), ("firstName", SeedSchema("string"), false),
        ("lastName", SeedSchema("string"), false), ("birthYear", SeedSchema("integer", ["minimum": 1900, "maximum": 2200]), false),
        ("sex", SeedSchema("string", ["enum": Registration.genders]), false),
        ("country", SeedSchema("string", ["pattern": "^[A-Z]{2}$"]), false),
        ("language", SeedSchema("string", ["enum": Language.described.map(\.rawValue)]), false), ("joined", SeededMoment.schema, true),
        ("verified", SeedSchema("boolean"), false), ("left", SeedSchema("boolean"), false), ("avatar", SeedSchema("string"), false),
        ("password", SeedSchema("string", ["minLength": 15]), false), ("passwordHash", SeedSchema("string"), false),
        ("accepted", SeedSchema("integer", ["minimum": 1]), false),
        ("decisions", SeedSchema("array", ["items": SeededCaseDecision.schema(ofFragment: false)]), false),
        ("notes", SeedSchema("array", ["items": SeededNote.schema]), false),
    ])

    let key: String
    let secret: String?
    private let (email, firstName, lastName, language): (String, String, String, String)
    private let (sex, country, avatar, hash): (String?, String?, String?, String?)
    private let birthYear: Int?
    private let accepted: Int
    private let joined: Date
    private let (isVerified, hasLeft): (Bool, Bool)
    private let decisions: [SeededCaseDecision]
    private let notes: [SeededNote]

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("name"), let name = node.text(), let joined = mapping.moment("joined") else { return nil }
        (key, self.joined) = (name, joined)
        (isVerified, hasLeft) = (mapping.flag("verified", unless: true), mapping.flag("left"))
        guard let email = mapping.text("email", limit: 254), let first = mapping.text("firstName", limit: 60),
            let last = mapping.text("lastName", limit: 60), let language = mapping.text("language", limit: 35)
        else { return nil }
        (self.email, firstName, lastName) = (email, first, last)
        self.language = language.isEmpty ? mapping.siteLanguage.rawValue : language
        if let node = mapping["language"], !language.isEmpty, Language(rawValue: language) == nil {
            node.unknown(language, among: Language.allCases.map(\.rawValue))
        }
        (sex, country) = (mapping["sex"]?.text(), mapping["country"]?.text())
        birthYear = mapping["birthYear"]?.integer()
        accepted = mapping["accepted"]?.integer() ?? 1
        avatar = mapping["avatar"]?.photo(for: Stories.photos)?.stored
        secret = mapping["password"]?.secret()
        hash = mapping["passwordHash"]?.hash()
        decisions = mapping.list("decisions") { SeededCaseDecision($0, ofFragment: false) }
        notes = mapping.list("notes") { SeededNote($0) }
        guard hasLeft || Self.isFit(name, node, email, mapping, secret) else { return nil }
        if let country, Country.of(country) == nil { mapping["country"]?.refuse("country") }
        if let sex, !Registration.genders.contains(sex) { mapping["sex"]?.unknown(sex, among: Registration.genders) }
        node.define(name, as: SeededName.kind)
    }

    private static func isFit(_ name: String, _ node: SeedNode, _ email: String, _ mapping: SeedMapping, _ secret: String?) -> Bool {
        guard Registration.isNickname(name) else {
            node.refuse("nickname")
            return false
        }
        guard let place = mapping.required("email") else { return false }
        guard MailAddress.isValid(email) else {
            place.refuse("email")
            return false
        }
        if let secret, secret.count < 15 { mapping["password"]?.refuse("password.short") }
        return true
    }

    func state(_ db: Database) throws -> SeedExtraState { try SeededName.numbers(db)[key] == nil ? .new : .same }

    func write(_ db: Database, hash new: String?, by actor: Actor) throws {
        let personal: [(any DatabaseValueConvertible)?] =
            hasLeft
            ? [nil, nil, nil, "", "", nil, nil, nil, nil]
            : [email, key, hash ?? new, firstName, lastName, birthYear, sex, country, avatar]
        let own: [(any DatabaseValueConvertible)?] = [
            language, isVerified && !hasLeft ? joined : nil, hasLeft ? nil : joined, hasLeft ? nil : accepted, joined,
            hasLeft ? joined : nil,
        ]
        try db.execute(
            sql: """
                INSERT INTO writer (email, nickname, passwordHash, firstName, lastName, birthYear, sex, country, avatar, language, verifiedAt,
                  acceptedAt, acceptedEdition, createdAt, deletedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: StatementArguments(personal + own))
        let writer = db.lastInsertedRowID
        for decision in decisions { try decision.write(on: writer, fragment: nil, db) }
        for note in notes { try note.write(on: .writer(writer), db) }
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let names = try SeededName.all(db)
        return try Row.fetchAll(db, sql: "SELECT * FROM writer ORDER BY id").map { row in
            let id: Int64 = row["id"]
            var pairs: [(String, SeedValue)] = [("name", .text(names[id] ?? ""))]
            for column in ["email", "firstName", "lastName"] {
                if let text: String = row[column], !text.isEmpty { pairs.append((column, .text(text))) }
            }
            if let year: Int = row["birthYear"] { pairs.append(("birthYear", .number(String(year)))) }
            for column in ["sex", "country", "language"] {
                if let text: String = row[column] { pairs.append((column, .text(text))) }
            }
            let hasLeft = row["deletedAt"] as String? != nil
            pairs.append(("joined", .text(row[hasLeft ? "deletedAt" : "createdAt"])))
            if hasLeft {
                pairs.append(("left", .flag(true)))
            } else if row["verifiedAt"] as String? == nil {
                pairs.append(("verified", .flag(false)))
            }
            if let avatar: String = row["avatar"] { pairs.append(("avatar", .text(export.photo(avatar, of: Stories.photos)))) }
            if let edition: Int = row["acceptedEdition"], edition > 1 { pairs.append(("accepted", .number(String(edition)))) }
            if let hash: String = row["passwordHash"] { pairs.append(("passwordHash", .text(hash))) }
            let decisions = try SeededCaseDecision.exported(of: id, fragment: nil, names, db)
            pairs += decisions.isEmpty ? [] : [("decisions", .list(decisions))]
            return .map(pairs + (try SeededNote.exported("writer = ?", id, db)))
        }
    }
}
