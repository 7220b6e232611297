import Testing

@testable import Citations

@Suite struct TaggedFormatTests {
    /// Fixtures in the shape that each service exports; people and works are invented.
    static let webOfScience = """
        FN Clarivate Analytics Web of Science
        VR 1.0
        PT J
        AU De Luca, A
           Neri, B
        AF De Luca, Anna
           Neri, Bruno
        TI Dry rivers
        SO HYDROLOGY
        Z9 1300
        TC 1234
        PY 2001
        DI 10.1000/1
        ER

        PT J
        AU De Luca, A
        TI Wet stones of
           the valley
        SO HYDROLOGY
        TC 0
        PY 2003
        ER

        EF
        """

    static let scopusText = """
        Scopus
        EXPORT DATE:03 May 2026

        De Luca, A., Neri, B.
        Dry rivers
        (2001) Hydrology, 12 (3), pp. 1-9. Cited 1234 times.
        https://www.scopus.com/inward/record.uri?eid=1

        DOI: 10.1000/1
        DOCUMENT TYPE: Article
        SOURCE: Scopus

        De Luca, A.
        Wet stones of the valley
        (2003) Hydrology, 14 (1), pp. 3-5.

        DOCUMENT TYPE: Article
        SOURCE: Scopus
        """

    static let scopusTextOfToday = """
        Scopus
        EXPORT DATE: 11 February 2026

        De Luca A., Neri B.
        AUTHOR FULL NAMES: De Luca, Anna (57000000001); Neri, Bruno (57000000002)
        57000000001; 57000000002
        Dry rivers
        (2001) Hydrology, 12 (3), pp. 1 - 9, Cited 1234 times.
        DOI: 10.1000/1
        https://www.scopus.com/inward/record.uri?eid=1

        DOCUMENT TYPE: Article
        SOURCE: Scopus

        De Luca A.
        AUTHOR FULL NAMES: De Luca, Anna (57000000001)
        57000000001
        Wet stones of the valley
        (2003) Hydrology, art. no. 5.
        SOURCE: Scopus
        """

    static let pubMed = """
        PMID- 123
        OWN - NLM
        TI  - Dry
              rivers.
        FAU - De Luca, Anna
        AU  - De Luca A
        FAU - Neri, Bruno
        AU  - Neri B
        JT  - Hydrology
        DP  - 2001 Mar
        LID - 10.1000/1 [doi]

        PMID- 124
        TI  - Wet stones of the valley.
        FAU - De Luca, Anna
        DP  - 2003
        """

    static let endNote =
        "%0 Journal Article\n%T Dry rivers\n%A De Luca, A\n%A Neri, B\n%D 2001\n%J Hydrology\n%R 10.1000/1\n%Z Cited By :1234\n\n"
        + "%0 Journal Article\n%T Wet stones of the valley\n%A De Luca, A\n%D 2003\n%Z Cited By :0\n"

    static let withoutTypes =
        "TI  - Dry rivers\nAU  - De Luca, A\nAU  - Neri, B\nPY  - 2001\nDO  - 10.1000/1\nTC  - 1234\nER  - \n\nTI  - Wet stones of the valley\nAU  - De Luca, A\nPY  - 2003\nTC  - 0\nER  - \n"

    @Test(arguments: [
        ("[De Luca, A; Neri, B] Univ Collefiore, Fac Engn, Collefiore, Italy. [De Luca, A] Valdoro Polytech.", "De Luca, A"),
        ("De Luca, A., Univ Collefiore, Fac Engn, Collefiore, Italy; De Luca, A., Valdoro Polytech; Neri, B.", "De Luca, A."),
    ])
    func affiliationsBelongToTheirAuthors(_ text: String, _ name: String) {
        let person = Affiliations.people(text).first
        #expect(person == IdentifiedAuthor(name: name, institutions: ["Univ Collefiore, Fac Engn, Collefiore, Italy", "Valdoro Polytech"]))
    }

    @Test func affiliationsOfWebOfScienceAreRead() {
        let text = Self.webOfScience.replacing(
            "SO HYDROLOGY\nZ9", with: "SO HYDROLOGY\nC1 [De Luca, Anna] Univ Collefiore.\n   [Neri, Bruno] Valdoro\n   Polytech.\nZ9")
        let people = TaggedReader.read(text, .webOfScience).works.first?.identified
        #expect(people?.map(\.institutions) == [["Univ Collefiore"], ["Valdoro Polytech"]])
    }

    @Test(arguments: [
        (webOfScience, ListReading.Format.webOfScience, 1234 as Int?), (scopusText, .scopusText, 1234),
        (scopusTextOfToday, .scopusText, 1234), (pubMed, .pubMed, nil),
        (endNote, .endNote, 1234), (withoutTypes, .ris, 1234),
    ])
    func anExportOfTaggedLinesIsRead(_ text: String, format: ListReading.Format, citations: Int?) throws {
        let reading = try ListReader.read(text)
        #expect(reading.format == format)
        #expect(reading.works.map(\.title.foldedTitle) == ["dry rivers", "wet stones of the valley"])
        #expect(reading.works.map(\.citations) == [citations, citations.map { _ in 0 }])
        #expect(reading.works.map(\.year) == [2001, 2003])
        #expect(reading.works.map(\.authorCount) == [2, 1])
        #expect(reading.works.first?.url == "https://doi.org/10.1000/1")
        #expect(reading.works.allSatisfy { AuthorNames($0.authors).include(surname: "De Luca") })
    }

    @Test(arguments: [
        ("FN ISI Export Format\nVR 1.0\nPT J\nAU Rossi, M\nSO RIVERS\nER\n", ListRefusal.Reason.isiText),
        ("PMID- 123\nOWN - NLM\nSTAT- MEDLINE\nDP  - 2001\n", .pubMedText),
        ("%0 Journal Article\n%A Rossi, M\n%D 2001\n", .endNoteText), ("VL  - 285\nAU  - Rossi, M\nER  - \n", .risWithoutTypes),
        ("Scopus\nEXPORT DATE:03 May 2026\n\nDOCUMENT TYPE: Article\n", .scopusText),
        ("<?xml version=\"1.0\"?>\n<dblp></dblp>", .xmlList),
        ("<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><entry/></feed>", .xmlList),
        ("12,3\n44;5\n2001-03-04\nhttps://www.example.org/1\n", .notTitles),
        (
            "We study rivers that are\ndry for most of the year and\nshow that they move\nmore stones than others\nin the same valley\n",
            .notTitles
        ),
    ])
    func whatHoldsNoWorkIsRefusedByTheNameOfItsFormat(_ text: String, reason: ListRefusal.Reason) {
        #expect(throws: ListRefusal(reason: reason)) { try ListReader.read(text) }
    }

    @Test func titlesAreReadAndOtherLinesBetweenThemAreNamed() throws {
        let reading = try ListReader.read(
            "Dry rivers\nWet stones: a survey\nhttps://www.example.org/1\nThe 3-body problem\n水の研究\n12\tHot sands\n")
        #expect(reading.works.map(\.title) == ["Dry rivers", "Wet stones: a survey", "The 3-body problem", "水の研究", "Hot sands"])
        #expect(reading.remarks.filter { $0.kind == .notTitle }.map(\.row) == [3])
    }
}
