import Testing

@testable import Citations

@Suite struct ReadingTests {
    @Test func aResultPageOfTheOldLayoutGivesExactlyTheResultsThatNameTheSurname() throws {
        let works = try ListReader.read(Fixtures.scholar, strictSurname: "Rossi").works
        #expect(works.map(\.citations) == [25, 19, 6, 0, 0])
        #expect(works.map(\.year) == [2004, 1999, 1998, 2006, nil])
        #expect(works[2].title == "Notes on edge detection")
        #expect(works[0].authors == "M Rossi, L Verdi")
        #expect(try ListReader.read(Fixtures.scholar, strictSurname: "rossi").works.isEmpty)
    }

    @Test func theLayoutOfTodayIsReadToo() throws {
        let reading = try ListReader.read(Fixtures.today)
        #expect(reading.format == .scholar)
        #expect(reading.works.map(\.title) == ["L’età dell’acqua: un’indagine", "Appunti di idrologia"])
        #expect(reading.works.map(\.citations) == [1234, 0])
        #expect(reading.works.map(\.year) == [2019, 2020])
    }

    @Test func aProfileIsReadRowByRow() throws {
        let works = try ListReader.read(Fixtures.profile).works
        #expect(works.map(\.citations) == [45, 0])
        #expect(works.map(\.year) == [2018, nil])
        #expect(works.map(\.authorCount) == [2, nil])
    }

    @Test(arguments: [
        (
            "Cites,Authors,Title,Year,Source,Publisher\r\n\"1,234\",\"A De Luca, B Neri\",Dry rivers,2001,Hydrology,X\r\n",
            ListReading.Format.csv
        ),
        ("Authors;Title;Year;Source title;Cited by\nDe Luca A., Neri B.;Dry rivers;2001;Hydrology;1.234\n", .csv),
        ("titolo\tautori\tanno\tcitazioni\nDry rivers\tA De Luca, B Neri\t2001\t1 234\n", .csv),
        (
            "@article{k,\n title = {Dry {Rivers}},\n author = {De Luca, A and Neri, B},\n journal = \"Hydrology\", year = 2001,\n note = {Cited by 1234}\n}",
            .bibtex
        ),
        (
            "@string(h = {Hydrology})\n@article(k,\n title = {Dry rivers},\n author = \"De Luca, A and Neri, B\",\n journal = h, year = 2001, citations = 1234\n)\n",
            .bibtex
        ),
        (
            "TY  - JOUR\nTI  - Dry rivers\nAU  - De Luca, A\nAU  - Neri, B\nPY  - 2001/03\nJO  - Hydrology\nN1  - Cited By :1234\nER  - \n",
            .ris
        ),
        (
            "{\"results\":[{\"display_name\":\"Dry rivers\",\"publication_year\":2001,\"cited_by_count\":1234,\"authorships\":[{\"author\":{\"display_name\":\"A De Luca\"}},{\"author\":{\"display_name\":\"B Neri\"}}]}]}",
            .json
        ),
        ("1.234\tDry rivers\tA De Luca, B Neri\t2001\n", .text),
        ("1\u{202F}234\tDry rivers\tA De Luca, B Neri\t2001\n", .text),
        (
            "Cites,Authors,Title,Year,Source,Abstract\r\n1234,\"A De Luca, B Neri\",Dry rivers,2001,Hydrology,<p>Cited by 9</p>\r\n",
            .csv
        ),
        ("PT\tAU\tTI\tSO\tTC\tZ9\tPY\nJ\tDe Luca, A; Neri, B\tDry rivers\tHYDROLOGY\t1234\t1240\t2001\n", .csv),
        (
            "id,title,publication_year,cited_by_count,authorships.author.display_name\nW1,Dry rivers,2001,1234,A De Luca|B Neri\n",
            .csv
        ),
        (
            "[{\"abstract\":\"<p>x</p>\",\"authors\":[\"A De Luca\",\"B Neri\"],\"cites\":1234,\"title\":\"Dry rivers\",\"year\":2001}]",
            .json
        ),
        (
            "{\"data\":[{\"title\":\"Dry rivers\",\"authors\":[{\"name\":\"A De Luca\"},{\"name\":\"B Neri\"}],\"year\":2001,\"citationCount\":\"1,234\"}]}",
            .json
        ),
        (
            "@string{h = \"Hydrology\"}\n@article{k,\n title = {\\emph{Dry} rivers},\n author = {De Luca, A and\n Neri, B},\n journal = h # \"!\",\n year = 2001,\n annote = {1,234 cites}\n}",
            .bibtex
        ),
        (
            "TY  - JOUR\nTI  - Dry rivers\nAU  - De Luca, A\nAU  - Neri, B\nPY  - 2001\nAB  - <p>x</p>\nN1  - Export Date: 3 May 2026; Cited By: 1234\n",
            .ris
        ),
    ])
    func everyFormatGivesTheSameWork(_ text: String, format: ListReading.Format) throws {
        let reading = try ListReader.read(text)
        #expect(reading.format == format)
        #expect(reading.works.map(\.title.foldedTitle) == ["dry rivers"])
        #expect(reading.works.map(\.citations) == [1234])
        #expect(reading.works.map(\.year) == [2001])
        #expect(reading.works.map(\.authorCount) == [2])
        #expect(reading.works.allSatisfy { AuthorNames($0.authors).include(surname: "De Luca") })
        #expect(reading.remarks.isEmpty)
    }

    @Test func aVenueIsTheOneOfTheWorkAndNotOfTheCatalogue() throws {
        let scopus = "Authors,Title,Year,Source title,Cited by,Source\nDe Luca A.,Dry rivers,2001,Hydrology,12,Scopus\n"
        #expect(try ListReader.read(scopus).works.map(\.venue) == ["Hydrology"])
        #expect(ListText.venue("Hydrology, 2001", year: 2001) == "Hydrology")
        #expect(try ListReader.read(Fixtures.profile).works.map(\.venue) == ["Hydrology 3 (2)", ""])
    }

    @Test func aBrokenEntryIsNamedAndTheOthersAreRead() throws {
        let text =
            "@article{a, title = {Dry rivers}, journal = {Hydrology,\n year = 2001\n}\n\n@article{b,\n title = {Wet stones}, citations = 3\n}"
        let reading = try ListReader.read(text)
        try #require(reading.works.map(\.title) == ["Dry rivers", "Wet stones"])
        #expect(reading.works[1].citations == 3)
        #expect(reading.remarks.map(\.kind) == [.brokenEntry, .noCount])
        let ris = try ListReader.read("TY  - JOUR\nTI  - Dry rivers\nTC  - 2\nTY  - JOUR\nTI  - Wet stones\nTC  - 3\n")
        #expect(ris.works.map(\.citations) == [2, 3])
    }

    @Test func aListWithoutAColumnOfCitationsSaysSo() throws {
        let reading = try ListReader.read("Authors,Title,Publication,Year\nA De Luca,Dry rivers,Hydrology,2001\n")
        #expect(reading.remarks == [.init(row: 2, kind: .noCount)])
    }

    @Test func aYearIsOneThatAWorkCanBeOf() {
        #expect(ListText.year("1799") == nil)
        #expect(ListText.year("1800") == 1800)
        #expect(ListText.year(String(ListText.years.upperBound + 1)) == nil)
    }

    @Test func rowsWithoutATitleAreLeftOutAndNamed() throws {
        let reading = try ListReader.read("Title,Cites\nA,3\n,4\nB,\n")
        #expect(reading.works.map(\.title) == ["A", "B"])
        #expect(reading.remarks == [.init(row: 3, kind: .noTitle), .init(row: 4, kind: .noCount)])
    }

    @Test(arguments: [
        ("<html><body><form id='gs_captcha_f'></form></body></html>", ListRefusal.Reason.blocked),
        ("<html><body><p>x</p></body></html>", .unknownPage),
        ("  ", .empty), ("{\"a\":1}", .broken), ("[1", .broken), ("<?xml version='1.0'?><l><a>12</a></l>", .broken),
    ])
    func whatIsNoListIsRefusedWithItsReason(_ text: String, reason: ListRefusal.Reason) {
        #expect(throws: ListRefusal(reason: reason)) { try ListReader.read(text) }
    }

    @Test func aPageInLatin1ReadsAsTheSamePageInUTF8() throws {
        let text = "<html><head><meta charset=\"iso-8859-1\"></head><body><p>L'età è già più in là</p><script>x</script></body></html>"
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        #expect(DocumentText.read(latin) == DocumentText.read(Array(text.utf8)))
        #expect(DocumentText.read(latin)?.contains("script") == false)
    }

    @Test(arguments: [
        ("Universit{\\`a} di {\\'E}cole", "Università di École"), ("Mart{\\'\\i}nez", "Martínez"), ("\\v{S}imi\\'c", "Šimić"),
        ("Gro{\\ss}e \\emph{Fl\\\"usse}", "Große Flüsse"), ("The $\\alpha$-decay \\& more", "The alpha-decay & more"),
        ("{\\O}re~\\textit{sund}", "Øre sund"),
    ])
    func whatLaTeXWritesBecomesLetters(_ text: String, plain: String) { #expect(LaTeX.plain(text) == plain) }

    @Test(arguments: [
        "Rossi, Mario", "Rossi M.", "M Rossi", "Mario Rossi", "M. A. Rossi", "ROSSI M A", "De Rossi, M", "M De Rossi", "De Rossi M.",
    ])
    func aPersonIsTheSameHoweverTheNameIsWritten(_ name: String) {
        #expect(AuthorNames.key(of: name) == "rossi m")
        #expect(AuthorNames.key(of: "X Li") == "li x")
        #expect(AuthorNames.key(of: "Li X") == "li x")
        #expect(AuthorNames.key(of: "Rossi") == "rossi ")
    }

    @Test(arguments: [("D'Amico", "M D’Amico, X Y"), ("Müller", "muller j"), ("De Luca", "A De Luca"), ("O'Brien", "B O'Brien")])
    func surnamesAreFoundWhateverTheirSigns(_ surname: String, _ line: String) {
        #expect(AuthorNames(line).include(surname: surname))
        #expect(!AuthorNames("P Neri, Delucas").include(surname: surname))
    }
}
