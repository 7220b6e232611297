import Testing

@testable import Citations

/// Exports of catalogues in XML and JSON, and what is written in their titles; people and works are invented.
@Suite struct CatalogueTests {
    @Test(arguments: [
        """
        <?xml version="1.0"?><dblpperson name="Anna De Luca" n="1"><person><author>Anna De Luca</author></person>
        <r><article key="journals/x/1"><author>Anna De Luca 0001</author><author>Bruno N&eacute;ri</author><title>Dry rivers.</title>
        <year>2001</year><journal>Hydrology</journal><ee>https://doi.org/10.1000/1</ee></article></r></dblpperson>
        """,
        """
        <?xml version="1.0"?><result><query>x</query><hits total="1"><hit score="1"><info><authors><author pid="1">Anna De Luca</author>
        <author pid="2">Bruno Neri</author></authors><title>Dry rivers.</title><venue>Hydrology</venue><year>2001</year><doi>10.1000/1</doi>
        </info></hit></hits></result>
        """,
        """
        <xml><records><record><contributors><authors><author><style face="normal">De Luca, Anna</style></author>
        <author><style>Neri, Bruno</style></author></authors></contributors><titles><title><style>Dry rivers</style></title></titles>
        <periodical><full-title>Hydrology</full-title></periodical><dates><year>2001</year></dates>
        <electronic-resource-num>10.1000/1</electronic-resource-num></record></records></xml>
        """,
        """
        <?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
        <title>ArXiv Query</title><entry><id>http://arxiv.org/abs/0001.0001v1</id><published>2001-03-04T00:00:00Z</published>
        <title>Dry
          rivers</title><author><name>Anna De Luca</name></author><author><name>Bruno Neri</name></author>
        <arxiv:journal_ref>Hydrology</arxiv:journal_ref><arxiv:doi>10.1000/1</arxiv:doi></entry></feed>
        """,
        """
        <?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><Article><Journal><JournalIssue><PubDate><Year>2001</Year>
        </PubDate></JournalIssue><Title>Hydrology</Title></Journal><ArticleTitle>Dry rivers.</ArticleTitle><AuthorList><Author>
        <LastName>De Luca</LastName><ForeName>Anna</ForeName></Author><Author><LastName>Neri</LastName><Initials>B</Initials></Author>
        </AuthorList><ELocationID EIdType="doi">10.1000/1</ELocationID></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>
        """,
        #"{"result":{"hits":{"hit":[{"info":{"authors":{"author":[{"text":"Anna De Luca 0001"},{"text":"Bruno Neri"}]},"title":"Dry rivers.","venue":"Hydrology","year":"2001","doi":"10.1000/1"}}]}}}"#,
        #"[{"key":"A","data":{"itemType":"journalArticle","title":"Dry rivers","creators":[{"creatorType":"author","firstName":"Anna","lastName":"De Luca"},{"creatorType":"author","name":"Bruno Neri"},{"creatorType":"editor","lastName":"Blu"}],"publicationTitle":"Hydrology","date":"2001-03","DOI":"10.1000/1"}},{"key":"B","data":{"itemType":"attachment","title":"PDF"}}]"#,
        #"{"result":[{"title":{"title":"Dry rivers"},"contributors":{"authors":[{"name":"De Luca, Anna"},{"name":"Neri, Bruno"}]},"year":"2001","source":{"series":[{"title":"Hydrology"}]},"doi":"10.1000/1"}]}"#,
        #"[{"meta":{"count":1},"results":[{"display_name":"Dry rivers","publication_year":2001,"authorships":[{"author":{"display_name":"Anna De Luca"}},{"author":{"display_name":"Bruno Neri"}}],"primary_location":{"source":{"display_name":"Hydrology"}},"doi":"https://doi.org/10.1000/1"}]},{"results":[]}]"#,
    ])
    func oneWorkIsTheSameInEveryCatalogue(_ text: String) throws {
        let works = try ListReader.read(text, needsCount: false).works
        #expect(works.map(\.title.foldedTitle) == ["dry rivers"])
        #expect(works.map(\.year) == [2001])
        #expect(works.map(\.authorCount) == [2])
        #expect(works.map(\.venue) == ["Hydrology"])
        #expect(works.map(\.url) == ["https://doi.org/10.1000/1"])
        #expect(works.allSatisfy { AuthorNames($0.authors).include(surname: "De Luca") })
    }

    @Test func oneWorkALineIsReadAsJSONToo() throws {
        let works = try ListReader.read("{\"title\":\"Dry rivers\",\"cites\":3}\n{\"title\":\"Wet stones\",\"cites\":2}\n").works
        #expect(works.map(\.citations) == [3, 2])
        #expect(throws: ListRefusal(reason: .broken)) { try ListReader.read("[{\"title\":\"Dry rivers\"},{\"title\":\"Wet") }
    }

    /// A long answer is read work by work.
    @Test func aLongAnswerIsReadToItsEnd() throws {
        let abstract = String(repeating: "x", count: 30_000)
        let works = (1...200).map { "{\"title\":\"Work \($0)\",\"cited_by_count\":\($0),\"abstract\":\"\(abstract)\"}" }
        let reading = try ListReader.read("{\"meta\":{\"count\":200},\"results\":[\(works.joined(separator: ","))]}")
        #expect(reading.works.map(\.citations) == (1...200).map { $0 })
    }

    @Test(arguments: [
        ("Quantum <i>p</i>-adic &amp; real H<sub>2</sub>O", "Quantum p-adic & real H2O"),
        ("On determinant functors and $K$-theory", "On determinant functors and K-theory"),
        ("Minimal ${A}_{\\infty}$-algebras", "Minimal A∞-algebras"), ("``High-Entropy Materials''", "“High-Entropy Materials”"),
        ("Rivers and \\(A_{\\infty}\\)", "Rivers and (A∞)"),
        ("A &amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt; title", "A bold title"), ("From $5 to $10 a day", "From $5 to $10 a day"),
        ("Is p < q or q > r?", "Is p < q or q > r?"), ("<jats:title>Dry</jats:title><p>rivers</p>", "Dry rivers"),
    ])
    func markupOfTitlesBecomesPlainText(_ title: String, plain: String) {
        #expect(MarkedText.plain(title) == plain)
    }

    @Test(arguments: [
        ("Carli, P.H., Croce, S.B., Kinder, T.", 3), ("Carli, P.H., Croce, S.B., River Collaboration", 3), ("De Luca, A., Neri, J.-P.", 2),
        ("Carli P.H.; Croce S.B.; Kinder T.", 3), ("Carli P.H., Croce S.B.", 2),
    ])
    func authorsOfBothStylesOfScopusAreCountedOnce(_ line: String, count: Int) {
        #expect(AuthorNames(line).count == count)
        #expect(AuthorNames(line).people.count == count)
    }

    @Test func anEmptyCellOfScopusIsNoCitation() throws {
        let reading = try ListReader.read("Authors,Title,Year,Cited by,EID\n\"Carli, P.H., Croce, S.B.\",Dry rivers,2001,,2-s2.0-1\n")
        #expect(reading.works.map(\.citations) == [0])
        #expect(reading.remarks.isEmpty)
    }

    @Test func theColumnOfCitationsIsNamedWhereSeveralTellThem() throws {
        let reading = try ListReader.read("Article Title,\"Times Cited, All Databases\",\"Times Cited, WoS Core\"\nDry rivers,9,7\n")
        #expect(reading.works.map(\.citations) == [7])
        #expect(reading.remarks == [.init(row: 1, kind: .countsFrom, said: "Times Cited, WoS Core")])
    }

    @Test(arguments: [
        "Título;Autores;Año;Citas", "Titre;Auteurs;Année;Nombre de citations", "Titel;Autoren;Erscheinungsjahr;Zitationen",
        "Titolo;Autori;Anno;Citato da", "Title;Authors/Creators;Date Published;Cited by",
    ])
    func headersOfFiveLanguagesAreKnown(_ header: String) throws {
        let works = try ListReader.read(header + "\nDry rivers;A De Luca, B Neri;2001;12\n").works
        #expect(works == [ListedWork(title: "Dry rivers", authors: "A De Luca, B Neri", year: 2001, citations: 12)])
    }
}
