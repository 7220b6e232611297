/// One reason for or against a work being the author's, with its weight in natural logarithms of the odds.
struct Evidence: Codable, Sendable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        case listed
        case onPage, resembled, glimpsed, notOnPage
        case sameName, sameInitial, otherName, otherInitial
        case manyTogether, together, strangers
        case sameYear, otherYear, farYear
        case sameVenue
        case identifier
        case sameORCID, otherORCID, sameNumber, otherNumber, sameInstitution
    }

    let kind: Kind
    /// What the sentence names: a person, a year, a title.
    var what: String?
    var count: Int?

    var weight: Double { EvidenceWeights.all[kind] ?? 0 }
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

/// The weights of the evidence, fixed so that the same documents give the same classes.
enum EvidenceWeights {
    static let all: [Evidence.Kind: Double] = [
        .listed: 2.5,
        .onPage: 6, .resembled: 4, .glimpsed: -0.5, .notOnPage: -6,
        .sameName: 2, .sameInitial: 0.8, .otherName: -3.5, .otherInitial: -7,
        .manyTogether: 2.6, .together: 1.2, .strangers: -0.4,
        .sameYear: 0.8, .otherYear: -2.5, .farYear: -2.5,
        .sameVenue: 0.8,
        .identifier: 8,
        .sameORCID: 9, .otherORCID: -9, .sameNumber: 3.5, .otherNumber: -2.5, .sameInstitution: 1.5,
    ]
}
