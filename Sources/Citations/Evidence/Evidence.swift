import Foundation

/// One reason for or against a work being the author's, with its weight in natural logarithms of the odds.
struct Evidence: Codable, Sendable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        case listed
        case onPage, resembled, glimpsed, notOnPage
        case sameName, sameInitial, otherName, otherInitial
        case manyTogether, together, chained, strangers, alone
        case muchAlikeTitle, alikeTitle, unlikeTitle
        case sameYear, otherYear, farYear
        case sameVenue
        case identifier, sameEmail
        case sameORCID, otherORCID, sameNumber, otherNumber, sameInstitution, otherInstitution
    }

    let kind: Kind
    /// What the sentence names: a person, a year, a title.
    var what: String?
    var count: Int?

    /// A page that lacks some of the works by the same people says less about those that it lacks; `count` is the percentage that it has.
    var weight: Double {
        let own = EvidenceWeights.all[kind] ?? 0
        guard kind == .notOnPage, let count else { return own }
        return own + EvidenceWeights.completeness * log(1 - min(Double(count), 99) / 100)
    }
}

enum EvidenceClass: String, Sendable, CaseIterable {
    case theirs, notTheirs, ask

    /// Odds from which no person is asked: about 9 to 1.
    static let sure = 2.2

    /// nil without evidence, as in results of the method of 2011.
    init?(_ evidence: [Evidence]) {
        guard !evidence.isEmpty else { return nil }
        let sum = evidence.reduce(0) { $0 + $1.weight }
        self = sum >= Self.sure ? .theirs : sum <= -Self.sure ? .notTheirs : .ask
    }
}
