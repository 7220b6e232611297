import Testing

@testable import Citations

/// A small list whose evidence and odds are those of bench/evidence.py, from which the weights are learned.
@Suite struct EvidenceSimulationTests {
    private static let list = """
        Title,Authors,Year,Source title,Cited by,Authors with affiliations
        Rivers of valleys and their stones,"Carlo Ferri, Anna Sanna",2001,Annals of water,9,"Ferri, Carlo, University of Collefiore, Faculty"
        Tides in the northern lagoon,"C Ferri, A Sanna, Luca Verdi",2003,Annals of water,9,"Ferri, Carlo, University of Collefiore, Faculty"
        Snow on alpine passes,"Carlo Ferri, L Verdi",2004,Letters of ice,9,
        Wells of the western desert,"C Ferri, A Sanna",2005,Letters of ice,9,
        Springs under limestone,C Ferri,2006,Annals of water,9,
        Stones and rivers of old valleys,"C Ferri, L Verdi, A Sanna",2007,Journal of stones,9,
        Renal outcomes in a rural cohort,"C Ferri, Bruno Neri",2007,Review of medicine,9,"Ferri, Carlo, Valdoro Polytechnic, Laboratory"
        Salt and the price of letters,"C Ferri, Dora Galli, L Verdi",2008,Letters of ice,9,"Ferri, Carlo, University of Collefiore, Faculty"
        Morning dew on vineyards,"C Ferri, D Galli",1980,Annals of water,9,
        Bread in old towns,"Gino Ferri, B Neri",2007,Review of bread,9,"Ferri, Carlo, Valdoro Polytechnic, Laboratory"
        Hearing loss in markets,Carla Ferri,1970,Review of medicine,9,
        "Tides, valleys and their harvest","C Ferri, B Neri",1980,Review of medicine,9,
        """
    private static let page = """
        Title,Authors,Year
        Rivers of valleys and their stones,"Carlo Ferri, Anna Sanna",2001
        Tides in the northern lagoon,"C Ferri, A Sanna, Luca Verdi",2003
        Snow on alpine pases,"Carlo Ferri, L Verdi",2004
        Wells of the western desert,"C Ferri, A Sanna",2005
        Springs under limestone,C Ferri,2006
        """
    private static let expected: [(odds: Double, kinds: Set<Evidence.Kind>)] = [
        (14.3, [.listed, .onPage, .sameYear, .sameName, .manyTogether, .unlikeTitle]),
        (14.5, [.listed, .onPage, .sameYear, .sameInitial, .manyTogether, .unlikeTitle]),
        (11.6, [.listed, .resembled, .sameYear, .sameName, .together, .unlikeTitle]),
        (14.5, [.listed, .onPage, .sameYear, .sameInitial, .manyTogether, .unlikeTitle]),
        (7.3, [.listed, .onPage, .sameYear, .sameInitial, .alone, .unlikeTitle]),
        (7.6642, [.listed, .notOnPage, .sameInitial, .manyTogether, .muchAlikeTitle]),
        (-7.5358, [.listed, .notOnPage, .sameInitial, .strangers, .unlikeTitle, .otherInstitution]),
        (8.6642, [.listed, .notOnPage, .sameInitial, .manyTogether, .unlikeTitle, .sameVenue, .sameInstitution]),
        (-0.3358, [.listed, .notOnPage, .sameInitial, .chained, .unlikeTitle, .farYear, .sameVenue]),
        (-18.6358, [.listed, .notOnPage, .otherInitial, .strangers, .unlikeTitle, .otherInstitution]),
        (-12.4358, [.listed, .notOnPage, .otherName, .alone, .unlikeTitle, .farYear]),
        (-3.1358, [.listed, .notOnPage, .sameInitial, .strangers, .muchAlikeTitle, .farYear]),
    ]

    @Test func theProgramWeighsAsTheSimulationDoes() throws {
        var method = Method(surnames: ["Ferri"])
        method.author = "Carlo Ferri"
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: Self.page)], method)
        try #require(analysis.works.count == Self.expected.count)
        for (work, expected) in zip(analysis.works, Self.expected) {
            #expect(Set(work.evidence.map(\.kind)) == expected.kinds, "\(work.listed.title)")
            #expect(abs(work.evidence.reduce(0) { $0 + $1.weight } - expected.odds) < 0.0001, "\(work.listed.title)")
        }
    }
}
