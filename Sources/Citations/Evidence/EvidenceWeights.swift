/// The weights of the evidence, fixed so that the same documents give the same classes. Most are learned by bench/weights.py.
enum EvidenceWeights {
    static let all: [Evidence.Kind: Double] = [
        .listed: 2.8,
        .onPage: 4.7, .resembled: 3.1, .glimpsed: -0.5, .notOnPage: -5,
        .sameName: 3, .sameInitial: 3.1, .otherName: -3.2, .otherInitial: -7.3,
        .manyTogether: 4.3, .together: 3, .chained: 0.6, .strangers: -4.5, .alone: -2.9,
        .muchAlikeTitle: 3.6, .alikeTitle: 1.6, .unlikeTitle: -1,
        .sameYear: 0.7, .otherYear: -2.5, .farYear: -1.6,
        .sameVenue: 2.3,
        .identifier: 8, .sameEmail: 5,
        .sameORCID: 9, .otherORCID: -9, .sameNumber: 5, .otherNumber: -2.5, .sameInstitution: 3.3, .otherInstitution: -1.7,
    ]

    /// The factor of the logarithm of the share that a page lacks.
    static let completeness = 1.2
}
