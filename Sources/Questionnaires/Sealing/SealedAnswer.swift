import Crypto
import Foundation

/// One person's answers to an anonymous questionnaire, before they join the other answers.
struct SealedAnswer: Sendable, Equatable {
    /// Answers that cannot be told apart: the same version and occasion.
    struct Group: Hashable {
        let version: Int64
        let activity: Int64?
        let year: Int64?
        let competition: Int64?
    }

    let questionnaire: Int64
    let version: Int64
    let activity: Int64?
    let year: Int64?
    let competition: Int64?
    let given: [GivenAnswer]
    var part: String?

    static let partEnding = ".answers"
    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let purpose = Data("portico answers".utf8)
    private static let keyBytes = 32

    var group: Group { Group(version: version, activity: activity, year: year, competition: competition) }

    /// Replaces the offer when tags are made, without the student.
    var offer: Offer {
        Offer(
            id: "", questionnaire: questionnaire, student: 0, occasion: "", activity: activity, year: year, mobility: nil,
            competition: competition)
    }

    init(_ given: [GivenAnswer], of offer: Offer, version: Int64) {
        (questionnaire, self.version, self.given) = (offer.questionnaire, version, given)
        (activity, year, competition) = (offer.activity, offer.year, offer.competition)
    }

    /// Sealed to a public key; the size does not depend on the content.
    mutating func sealed(to publicKey: Data, _ keys: SealingKeys) throws -> Data {
        var content = SealedContent(try JSONEncoder().encode(Written(self)))
        let padded = try content.padded(ending: Self.partEnding, keys)
        part = content.part
        let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        var sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: Self.suite, info: Self.purpose)
        return sender.encapsulatedKey + (try sender.seal(padded))
    }

    init?(_ sealed: Data, secret: Data, _ keys: SealingKeys) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret),
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: Self.suite, info: Self.purpose, encapsulatedKey: sealed.prefix(Self.keyBytes)),
            let padded = try? recipient.open(sealed.dropFirst(Self.keyBytes)), let content = SealedContent(padded, keys),
            let written = try? JSONDecoder().decode(Written.self, from: content.json), written.questions.count == written.answers.count
        else { return nil }
        (questionnaire, version) = (written.questionnaire, written.version)
        (activity, year, competition, part) = (written.activity, written.year, written.competition, content.part)
        given = written.questions.indices.map {
            GivenAnswer(question: written.questions[$0], answer: written.answers[$0], value: written.values[$0])
        }
    }

    /// The sealed form, with compact lists: short answers then need no file.
    private struct Written: Codable {
        let questionnaire, version: Int64
        let activity, year, competition: Int64?
        let questions, answers: [Int64]
        let values: [Int: String]

        init(_ answer: SealedAnswer) {
            (questionnaire, version) = (answer.questionnaire, answer.version)
            (activity, year, competition) = (answer.activity, answer.year, answer.competition)
            (questions, answers) = (answer.given.map(\.question), answer.given.map(\.answer))
            values = Dictionary(
                uniqueKeysWithValues: answer.given.enumerated().compactMap { index, given in
                    given.value.map { (index, $0) }
                })
        }
    }
}
