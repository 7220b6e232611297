/// The weights of the evidence, fixed so that the same documents give the same classes.
enum EvidenceWeights {
    static let all: [Evidence.Kind: Double] = [
        .listed: 2.8,
        .onPage: 5.2, .resembled: 2.7, .glimpsed: -0.5, .notOnPage: -3,
        .sameName: 2.8, .sameInitial: 2.8, .otherName: -3, .otherInitial: -6,
        .manyTogether: 5, .together: 4.8, .chained: 0.9, .strangers: -4.7, .alone: -3.4,
        .muchAlikeTitle: 4, .alikeTitle: 1.6, .unlikeTitle: -0.9,
        .sameYear: 0.8, .otherYear: -2.5, .farYear: -1.2,
        .sameVenue: 2.5,
        .identifier: 8,
        .sameORCID: 9, .otherORCID: -9, .sameNumber: 5, .otherNumber: -2.5, .sameInstitution: 1.5,
    ]

    /// The factor of the logarithm of the share that a page lacks.
    static let completeness = 1.8
}
