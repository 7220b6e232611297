import Accounts
import Admin
import Foundation
import GRDB
import Web

struct Registration: Sendable {
    var email = ""
    var firstName = ""
    var lastName = ""
    var nickname = ""
    var birthYear = ""
    /// The statement to be eighteen, needed when the year of birth does not decide.
    var isAdult = false
    var sex = ""
    var country = ""
    var language = Language.italian
    var acceptsPrivacy = false
    var acceptsTerms = false

    enum Problem: String, Equatable, Sendable {
        case missing, tooLong, malformed, taken, underAge, notAccepted
        case marks, hidden, direction, unbalanced, unknown

        var textKey: String { TextRule.Flaw(rawValue: rawValue)?.textKey ?? "stories.registration.problems.\(rawValue)" }
    }

    static let age = 18
    static let genders = ["F", "M"]

    init() {}

    init(_ writer: Writer) {
        (email, nickname) = (writer.email ?? "", writer.nickname ?? "")
        (firstName, lastName) = (writer.firstName, writer.lastName)
        birthYear = writer.birthYear.map(String.init) ?? ""
        // A registered writer of this year has stated it before.
        isAdult = true
        (sex, country) = (writer.sex ?? "", writer.country ?? "")
    }

    init(_ form: Form, language: Language) {
        (email, nickname) = (form["email"], form["nickname"])
        (firstName, lastName) = (form["firstName"], form["lastName"])
        (birthYear, isAdult) = (form["birthYear"], form["isAdult"] == "yes")
        (sex, country) = (form["sex"], form["country"])
        (acceptsPrivacy, acceptsTerms) = (form["privacy"] == "yes", form["terms"] == "yes")
        self.language = language
    }

    /// Problems by field, without the password. `writer` is a registered one; nil is a new one, who must accept the documents.
    func problems(for writer: Int64? = nil, at now: Date, in zone: TimeZone, _ db: Database) throws -> [String: Problem] {
        var problems: [String: Problem] = [:]
        problems["firstName"] = Self.nameProblem(firstName)
        problems["lastName"] = Self.nameProblem(lastName)
        problems["birthYear"] = ageProblem(CivilTime(now, in: zone).year)
        if !sex.isEmpty, !Self.genders.contains(sex) { problems["sex"] = .malformed }
        problems["country"] = try countryProblem(writer, db)
        problems["nickname"] = try nicknameProblem(writer, db)
        if writer == nil {
            problems["email"] = try Self.emailProblem(email, writer, db)
            if !acceptsPrivacy { problems["privacy"] = .notAccepted }
            if !acceptsTerms { problems["terms"] = .notAccepted }
        }
        return problems
    }

    private static func nameProblem(_ name: String) -> Problem? {
        if TextRule.isBlank(name) { return .missing }
        if let flaw = TextRule.flaw(in: name, as: .name) { return Problem(rawValue: flaw.rawValue) }
        return TextRule.length(name) > 60 ? .tooLong : nil
    }

    /// The year alone does not tell whether someone who turns eighteen this year already has.
    private func ageProblem(_ year: Int) -> Problem? {
        guard !birthYear.isEmpty else { return .missing }
        guard let born = Int(birthYear, in: 1900...year) else { return .malformed }
        return year - born > Self.age || (year - born == Self.age && isAdult) ? nil : .underAge
    }

    /// A registered writer keeps the country, even when it is closed to new ones.
    private func countryProblem(_ writer: Int64?, _ db: Database) throws -> Problem? {
        if country.isEmpty { return .missing }
        if try StorySettings.current(db).openCountries.contains(country) { return nil }
        return try writer.flatMap { try Writer.find($0, db)?.country } == country ? nil : .malformed
    }

    private func nicknameProblem(_ writer: Int64?, _ db: Database) throws -> Problem? {
        if nickname.isEmpty { return .missing }
        guard Self.isNickname(nickname) else { return .malformed }
        let sql = "SELECT EXISTS (SELECT 1 FROM writer WHERE nickname = ? AND id IS NOT ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [nickname, writer]) == true ? .taken : nil
    }

    static func isNickname(_ text: String) -> Bool {
        (3...20).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "_.".utf8.contains(byte)
            }
    }

    static func emailProblem(_ email: String, _ writer: Int64?, _ db: Database) throws -> Problem? {
        if email.isEmpty { return .missing }
        guard MailAddress.isValid(email) else { return .malformed }
        let sql = "SELECT EXISTS (SELECT 1 FROM writer WHERE email = ? AND id IS NOT ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [email, writer]) == true ? .taken : nil
    }
}

extension Registration {
    /// Creates the writer and the link message. `edition` is that of the accepted documents; `origin` precedes the link's path.
    func register(passwordHash: String, edition: Int, origin: String, words: Words, at now: Date, _ db: Database) throws -> Int64 {
        let gender = sex.isEmpty ? nil : sex
        try db.execute(
            sql: """
                INSERT INTO writer (email, nickname, passwordHash, firstName, lastName, birthYear, sex, country, language,
                  acceptedAt, acceptedEdition, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                email, nickname, passwordHash, firstName, lastName, Int(birthYear, in: .whole), gender, country, language.rawValue,
                now, edition, now,
            ])
        let writer = try Writer.find(db.lastInsertedRowID, db)!
        try WriterLink.send(.verify, to: writer, origin: origin, words: words, at: now, db)
        return writer.id
    }

    func update(_ writer: Int64, _ db: Database) throws {
        let gender = sex.isEmpty ? nil : sex
        try db.execute(
            sql: """
                UPDATE writer SET nickname = ?, firstName = ?, lastName = ?, birthYear = ?, sex = ?, country = ?, language = ?
                WHERE id = ? AND \(Writer.notErased)
                """, arguments: [nickname, firstName, lastName, Int(birthYear, in: .whole), gender, country, language.rawValue, writer])
    }
}
