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
            "TY  - JOUR\nTI  - Dry rivers\nAU  - De Luca, A\nAU  - Neri, B\nPY  - 2001/03\nJO  - Hydrology\nN1  - Cited By :1234\nER  - \n",
            .ris
        ),
        (
            "{\"results\":[{\"display_name\":\"Dry rivers\",\"publication_year\":2001,\"cited_by_count\":1234,\"authorships\":[{\"author\":{\"display_name\":\"A De Luca\"}},{\"author\":{\"display_name\":\"B Neri\"}}]}]}",
            .json
        ),
        ("1.234\tDry rivers\tA De Luca, B Neri\t2001\n", .text),
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

    @Test func rowsWithoutATitleAreLeftOutAndNamed() throws {
        let reading = try ListReader.read("Title,Cites\nA,3\n,4\nB,\n")
        #expect(reading.works.map(\.title) == ["A", "B"])
        #expect(reading.remarks == [.init(row: 3, kind: .noTitle), .init(row: 4, kind: .noCount)])
    }

    @Test(arguments: [
        ("<html><body><form id='gs_captcha_f'></form></body></html>", ListRefusal.Reason.blocked),
        ("<html><body><p>x</p></body></html>", .unknownPage),
        ("  ", .empty), ("{\"a\":1}", .broken), ("[1", .broken),
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

    @Test func accentsOfLaTeXBecomeLetters() { #expect(LaTeX.plain("Universit{\\`a} di {\\'E}cole") == "Università di École") }

    @Test(arguments: [("D'Amico", "M D’Amico, X Y"), ("Müller", "muller j"), ("De Luca", "A De Luca"), ("O'Brien", "B O'Brien")])
    func surnamesAreFoundWhateverTheirSigns(_ surname: String, _ line: String) {
        #expect(AuthorNames(line).include(surname: surname))
        #expect(!AuthorNames("P Neri, Delucas").include(surname: surname))
    }
}
