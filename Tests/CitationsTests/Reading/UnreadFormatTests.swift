import Testing

@testable import Citations

/// What is no list of titles does not become works line by line.
@Suite struct UnreadFormatTests {
    @Test(arguments: [
        ("FN ISI Export Format\nVR 1.0\nPT J\nAU Rossi, M\nTI Optical rivers\nTC 7\nER\n\nEF", ListRefusal.Reason.isiText),
        ("PT J\nAU Rossi, M\nTI Optical rivers\nSO RIVERS\nTC 7\nER\n", .isiText),
        (
            "Scopus\nEXPORT DATE:03 May 2026\n\nRossi, M.\nDry rivers\n(2001) Hydrology\nDOI: 10.1000/1\nDOCUMENT TYPE: Article\n",
            .scopusText
        ),
        ("PMID- 123\nOWN - NLM\nTI  - Dry rivers\nFAU - Rossi, Mario\n", .pubMedText),
        ("%0 Journal Article\n%T Dry rivers\n%A Rossi, M\n%D 2001\n", .endNoteText),
        ("TI  - Dry rivers\nAU  - Rossi, M\nVL  - 285\nER  - \n", .risWithoutTypes),
        ("<?xml version=\"1.0\"?>\n<dblp><article><title>Dry rivers.</title></article></dblp>", .xmlList),
        ("<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><entry/></feed>", .xmlList),
        ("12,3\n44;5\n2001-03-04\nhttps://www.example.org/1\n", .notTitles),
        (
            "We study rivers that are\ndry for most of the year and\nshow that they move\nmore stones than others\nin the same valley\n",
            .notTitles
        ),
    ])
    func aTextOfAnotherFormatIsRefusedByItsName(_ text: String, reason: ListRefusal.Reason) {
        #expect(throws: ListRefusal(reason: reason)) { try ListReader.read(text) }
    }

    @Test func titlesAreReadAndOtherLinesBetweenThemAreNamed() throws {
        let reading = try ListReader.read(
            "Dry rivers\nWet stones: a survey\nhttps://www.example.org/1\nThe 3-body problem\n水の研究\n12\tHot sands\n")
        #expect(reading.works.map(\.title) == ["Dry rivers", "Wet stones: a survey", "The 3-body problem", "水の研究", "Hot sands"])
        #expect(reading.remarks.filter { $0.kind == .notTitle }.map(\.row) == [3])
    }
}
