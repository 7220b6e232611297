import Accounts
import Admin
import Foundation
import GRDB
import Web

/// What somebody fills in to become a writer, judged all at once.
struct Registration: Sendable {
    var email = ""
    var firstName = ""
    var lastName = ""
    var nickname = ""
    var birthYear = ""
    /// Says that he is eighteen, in the year in which a year of birth does not tell.
    var isAdult = false
    var sex = ""
    var country = ""
    var language = Language.italian
    var acceptsPrivacy = false
    var acceptsTerms = false

    enum Problem: String, Equatable, Sendable {
        case missing, tooLong, malformed, taken, underAge, notAccepted
        /// What no name may hold, as in `TextRule.Flaw`.
        case marks, hidden, direction, unbalanced, unknown

        var textKey: String { TextRule.Flaw(rawValue: rawValue)?.textKey ?? "stories.registration.problems.\(rawValue)" }
    }

    /// The age from which one may write.
    static let age = 18
    static let genders = ["F", "M"]

    init() {}

    /// What a writer said before, for changing it.
    init(_ writer: Writer) {
        (email, nickname) = (writer.email ?? "", writer.nickname ?? "")
        (firstName, lastName) = (writer.firstName, writer.lastName)
        birthYear = writer.birthYear.map(String.init) ?? ""
        // Whoever was let in with this year has said so.
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

    /// What is wrong, by the name of the field; the password is judged by its own rules.
    /// - Parameter writer: whoever changes what he said before; nil for a new one, who must accept the documents.
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

    /// With the year alone, whoever turns eighteen this year says whether it has been already.
    private func ageProblem(_ year: Int) -> Problem? {
        guard !birthYear.isEmpty else { return .missing }
        guard let born = Int(birthYear, in: 1900...year) else { return .malformed }
        return year - born > Self.age || (year - born == Self.age && isAdult) ? nil : .underAge
    }

    /// Whoever has registered keeps his country, whatever is open to those who come later.
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

    /// Whether a text can be a nickname at all.
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
    /// Makes the writer, and writes the message with the link that proves the address.
    /// - Parameters:
    ///   - edition: of the documents that were accepted.
    ///   - origin: what stands before a path in the link.
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

    /// Changes what a writer said of himself; the address has a way of its own, with a link.
    func update(_ writer: Int64, _ db: Database) throws {
        let gender = sex.isEmpty ? nil : sex
        try db.execute(
            sql: """
                UPDATE writer SET nickname = ?, firstName = ?, lastName = ?, birthYear = ?, sex = ?, country = ?, language = ?
                WHERE id = ? AND deletedAt IS NULL
                """, arguments: [nickname, firstName, lastName, Int(birthYear, in: .whole), gender, country, language.rawValue, writer])
    }
}
