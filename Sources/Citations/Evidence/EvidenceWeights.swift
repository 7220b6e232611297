/// The weights of the evidence, fixed so that the same documents give the same classes. Most are learned by bench/weights.py.
enum EvidenceWeights {
    static let all: [Evidence.Kind: Double] = [
        .listed: 2.8,
        .onPage: 4.7, .resembled: 3.5, .glimpsed: -0.5, .notOnPage: -4.6,
        .sameName: 2.8, .sameInitial: 3, .otherName: -3.4, .otherInitial: -8.1,
        .manyTogether: 3.9, .together: 2.4, .chained: 0.1, .strangers: -5, .alone: -3.3,
        .muchAlikeTitle: 3.6, .alikeTitle: 1.6, .unlikeTitle: -1,
        .sameYear: 1.1, .otherYear: -2.5, .farYear: -1.9,
        .sameVenue: 2.3,
        .identifier: 8, .sameEmail: 5,
        .sameORCID: 9, .otherORCID: -9, .sameNumber: 5, .otherNumber: -2.5, .sameInstitution: 3.3, .otherInstitution: -1.7,
    ]

    /// The factor of the logarithm of the share that a page lacks.
    static let completeness = 1.1
}
