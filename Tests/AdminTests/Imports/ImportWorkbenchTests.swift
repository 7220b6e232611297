import Accounts
import Formats
import Foundation
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

/// The page on which each row of a source is shown beside what it becomes.
@Suite struct ImportWorkbenchTests {
    private static let address = FileTests.address

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100), ("Pane", 2, nil), ("Latte", 3, 150)])
        return site
    }

    /// Rows of every kind, and how many the source holds.
    static let hostile: [(text: String, rows: Int)] = [
        ("Nome;Prezzo\nRiso;1,20\n\n;;\nPane;poco\n;3\nRiso;4\nLatte;1,50\nUva;2;3\n", 6),
        ("Nome\n\"" + String(repeating: "x", count: 200_001) + "\"\nUva\n", 2),
        (
            "[{\"name\": \"Uva\"}, {}, {\"name\": null, \"copies\": [1]}, {\"name\": {\"a\": 1}}, {\"name\": \"Riso\", \"topics\": \"x\"}]",
            5
        ),
        ("Nome,Copie\n\u{200B},1\nRiso,99999999999999999999\n\"a\nb\",1\nPane,-0\n", 4),
        ("Chiave;Nome\nriso;Pane\npane;Riso\nlatte;Latte\n../x;Miele\n", 4),
    ]

    @Test(arguments: hostile)
    func theSummaryAddsUpToWhatTheSourceHolds(file: (text: String, rows: Int)) async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let (_, trial) = try await browsers[0].tryFile(Self.address, text: file.text)
            #expect(trial.status == 200)
            #expect(counts(trial).values.reduce(0, +) == file.rows)
            let staged = try #require(try await site.database.read { try StagedImport.fetchOne($0) })
            #expect(staged.total == file.rows)
            #expect(staged.outcome.total == file.rows)
            expect(try await site.value("SELECT count(*) FROM stagedItem", as: Int.self), is: file.rows)
        }
    }

    @Test func eachRowStandsBesideWhatItBecomes() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo;Altro\nRiso;1.20;x\nSale;0,50;y\nOlio;poco;z\n"
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(trial.contains("3 righe: 1 scheda nuova, 1 cambiata, 1 riga rifiutata."))
            #expect(trial.contains("<del>1,00 €</del> 1,20 €") || trial.contains("<del>1,00\u{A0}€</del> 1,20\u{A0}€"))
            #expect(trial.contains("Lasciata fuori"))
            #expect(trial.contains("name=\"fix.3.price\""))
            let problems = try await browsers[0].get(address + "/items?show=problems")
            #expect(problems.contains("Olio"))
            #expect(!problems.contains("Sale"))
            expect(try await browsers[0].get(address + "/items?show=new").contains("Sale"), is: true)
            expect(try await browsers[0].get(address + "/items?open=2").contains("name=\"fix.2.name\""), is: true)
        }
    }

    @Test func correctionsAreKeptAndComeIn() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo\nRiso;poco\nSale;0,50\nOlio;3,00\n"
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(counts(trial) == ["new": 2, "refused": 1])
            let fixed = try await browsers[0].post(
                address + "/items", [("show", "all"), ("fix.1.price", "1,20"), ("decision.1", ""), ("decision.3", "leave")])
            #expect(fixed.location == address + "/items")
            let page = try await browsers[0].get(address + "/items")
            #expect(counts(page) == ["new": 1, "changed": 1, "left": 1])
            #expect(page.contains("corretto da te"))
            // Other choices about the columns leave what was corrected.
            let again = try await browsers[0].tryFile(address, [("empty", "clear")])
            #expect(counts(again) == ["new": 1, "changed": 1, "left": 1])
            try await browsers[0].confirmFile(address, again)
            expect(try await site.value("SELECT price FROM book WHERE name = 'Riso'", as: Int.self), is: 120)
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Olio'", as: Int.self), is: 0)
        }
    }

    @Test func anUnknownValueIsAnsweredOnceForAllRows() async throws {
        let site = try await site()
        try await site.database.write { db in
            var topic = SampleTopic()
            (topic.name, topic.stamp.scopeID) = ("Cereali", SampleSite.rossa)
            try topic.insert(db, by: .system("test"))
        }
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Argomenti\nUva;Frutta\nPere;frutta\nFarro;cereale\nSale;Altro, Frutta\n"
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(counts(trial) == ["refused": 4])
            let values = try await browsers[0].get(address + "/values")
            #expect(values.contains("in 3 righe"))
            #expect(values.contains("Aggiungi «Frutta»"))
            #expect(values.contains("Non ancora"))
            #expect(!values.contains("{count}"))
            let topic = try #require(try await site.value("SELECT id FROM topic", as: Int64.self))
            let answers = [
                ("altro", "skip", ""), ("cereale", "map", String(topic)), ("frutta", "make", ""),
            ].enumerated().flatMap { index, answer in
                [
                    ("field.\(index)", "topics"), ("value.\(index)", answer.0), ("answer.\(index)", answer.1),
                    ("target.\(index)", answer.2),
                ]
            }
            expect(try await browsers[0].post(address + "/values", answers).location, is: address + "/items")
            let page = try await browsers[0].get(address + "/items")
            #expect(counts(page) == ["new": 4])
            #expect(page.contains("Frutta (nuovo)"))
            // Nothing is made before it is accepted.
            expect(try await site.value("SELECT count(*) FROM topic", as: Int.self), is: 1)
            try await browsers[0].confirmFile(address, page)
            let made =
                "SELECT group_concat(name || ':' || (SELECT count(*) FROM bookTopic WHERE topic = topic.id)) FROM topic WHERE deletedAt IS NULL"
            expect(try await site.value(made, as: String.self), is: "Cereali:1,Frutta:3")
            let done = try await browsers[0].get(address)
            #expect(done.contains("4 schede nuove"))
            try await browsers[0].post(address + "/undoing")
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NULL", as: Int.self), is: 3)
            expect(try await site.value("SELECT group_concat(name) FROM topic WHERE deletedAt IS NULL", as: String.self), is: "Cereali")
            expect(try await site.value("SELECT state FROM stagedImport", as: String.self), is: "undone")
            expect(try await browsers[0].post(address + "/undoing").status, is: 303)
            expect(try await site.value("SELECT count(*) FROM act", as: Int.self), is: 2)
        }
    }

    @Test func aNameThatIsNearlyThereWaitsForAnAnswer() async throws {
        let site = try await site()
        try await site.addBooks([("Olio d'oliva", 1, nil), ("Uovo", 1, nil)])
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Copie\nOlio di oliva;7\nUova;8\nSale;9\n"
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(counts(trial) == ["unclear": 2, "new": 1])
            #expect(trial.contains("È la stessa di «Uovo» (90 %: cambiano solo le finali)"))
            let id = try #require(try await site.value("SELECT id FROM book WHERE name = 'Uovo'", as: Int64.self))
            try await browsers[0].post(address + "/items", [("decision.1", "new"), ("decision.2", "same:\(id)")])
            let page = try await browsers[0].get(address + "/items")
            #expect(counts(page) == ["changed": 1, "new": 2])
            try await browsers[0].confirmFile(address, page)
            // The record keeps its name.
            expect(try await site.value("SELECT copies FROM book WHERE name = 'Uovo'", as: Int.self), is: 8)
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Uova'", as: Int.self), is: 0)
        }
    }

    @Test func anAnswerCannotNameARecordOfAnotherHouse() async throws {
        let site = try await site()
        try await site.database.write { db in
            var book = SampleBook()
            (book.name, book.stamp.scopeID) = ("Altrove", SampleSite.blu)
            try book.insert(db, by: .system("test"))
        }
        try await site.browse(as: "librarian") { browsers in
            let (address, _) = try await browsers[0].tryFile(Self.address, text: "Nome;Copie\nUva;7\n")
            let id = try #require(try await site.value("SELECT id FROM book WHERE name = 'Altrove'", as: Int64.self))
            try await browsers[0].post(address + "/items", [("decision.1", "same:\(id)")])
            expect(counts(try await browsers[0].get(address + "/items")) == ["refused": 1])
        }
    }

    @Test func ofTwoPeopleTheSecondSeesWhatTheFirstDid() async throws {
        let site = try await site()
        try await site.addPerson("altra", "Altra", role: "librarian", scope: SampleSite.rossa)
        try await site.browse(as: "librarian", "altra") { browsers in
            let text = "Nome;Copie\nUva;7\nRiso;5\n"
            let (first, trial) = try await browsers[0].tryFile(Self.address, text: text)
            let (second, other) = try await browsers[1].tryFile(Self.address, text: text)
            #expect(first != second)
            expect(try await browsers[0].confirmFile(first, trial).status, is: 303)
            let late = try await browsers[1].confirmFile(second, other)
            #expect(late.status == 409)
            #expect(counts(late) == ["same": 2])
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Uva'", as: Int.self), is: 1)
        }
    }

    @Test func whoMayNotEditMayNotImport() async throws {
        let site = try await site()
        try await site.addPerson("scriba", "Scriba", role: "scribe")
        try await site.browse(as: "scriba", "librarian") { browsers in
            let answer = try await browsers[0].post(
                "/admin/imports", [("kind", "sample.books")], files: [(name: "file", fileName: "x.csv", bytes: Data("Nome\nUva\n".utf8))])
            #expect(answer.status == 422)
            let (address, trial) = try await browsers[1].tryFile(Self.address, text: "Nome\nUva\n")
            for page in ["", "/items", "/values", "/refused"] { expect(try await browsers[0].get(address + page).status, is: 404) }
            for act in ["/items", "/values", "/application", "/undoing", "/cancellation", "/deletion"] {
                expect(try await browsers[0].post(address + act).status, is: 404)
            }
            // A right that is taken away holds for what is on its way in.
            try await site.database.write { try $0.execute(sql: "DELETE FROM roleAssignment WHERE role = 'librarian' AND scopeID = 1") }
            expect(try await browsers[1].confirmFile(address, trial).status, is: 404)
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Uva'", as: Int.self), is: 0)
        }
    }

    @Test func theSecondFileOfASourceUpdatesAndAsksBeforeItRemoves() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            func bring(_ text: String, _ name: String) async throws -> (address: String, trial: Answer) {
                let address = try await browsers[0].sendFile(Self.address, Data(text.utf8), name: name)
                return (address, try await browsers[0].tryFile(address))
            }
            let first = try await bring("Nome;Copie\nUva;7\nPere;8\n", "libri-2026-01.csv")
            try await browsers[0].confirmFile(first.address, first.trial)
            let second = try await bring("Nome;Copie\nUva;9\n", "libri-2026-02.csv")
            #expect(counts(second.trial) == ["changed": 1])
            #expect(second.trial.contains("1 scheda era arrivata da questa fonte"))
            // Without a word of the person it stays.
            try await browsers[0].confirmFile(second.address, second.trial)
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Pere' AND deletedAt IS NULL", as: Int.self), is: 1)
            let third = try await bring("Nome;Copie\nPere;8\n", "libri-2026-03.csv")
            try await browsers[0].post(third.address + "/items", [("gone", "keep"), ("gone", "remove")])
            try await browsers[0].confirmFile(third.address, try await browsers[0].get(third.address + "/items"))
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Uva' AND deletedAt IS NULL", as: Int.self), is: 0)
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Riso' AND deletedAt IS NULL", as: Int.self), is: 1)
        }
    }

    @Test func theChoicesForAFileOfTheSameColumnsAreRemembered() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Articolo;Quanti\nUva;1.000\n"
            let address = try await browsers[0].sendFile(Self.address, Data(text.utf8))
            let choices = [("column.0", "name"), ("column.1", "copies"), ("decimal", "comma")]
            try await browsers[0].confirmFile(address, try await browsers[0].tryFile(address, choices))
            let next = try await browsers[0].sendFile(Self.address, Data("Articolo;Quanti\nPere;2.000\n".utf8))
            let trial = try await browsers[0].tryFile(next)
            #expect(counts(trial) == ["new": 1])
            try await browsers[0].confirmFile(next, trial)
            expect(try await site.value("SELECT copies FROM book WHERE name = 'Pere'", as: Int.self), is: 2_000)
        }
    }

    @Test func aFileMayBeReadInAnotherWay() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let bytes: [UInt8] = Array("Nome;Copie\nCitt".utf8) + [0x88] + Array(";7\n".utf8)
            let address = try await browsers[0].sendFile(Self.address, Data(bytes))
            expect(try await browsers[0].get(address).contains("Città"), is: true)
            let read = try await browsers[0].post(
                address, [("act", "reading"), ("encoding", "Windows-1252"), ("separator", "59"), ("header", "1")])
            #expect(read.location == address)
            expect(try await browsers[0].get(address).contains("Cittˆ"), is: true)
            // What cannot be read so stays as it was.
            try await browsers[0].post(address, [("act", "reading"), ("encoding", "UTF-8"), ("separator", "59"), ("header", "1")])
            let page = try await browsers[0].get(address)
            #expect(page.contains("non si può leggere"))
            #expect(page.contains("Cittˆ"))
        }
    }

    @Test func aWorkbookComesIn() async throws {
        let site = try await site()
        let book = Workbook(sheets: [
            .init(name: "Foglio1", rows: [["Nome", "Prezzo", "Copie"], ["Uva", "1.234", "7"], ["Pere", "2.5", ""]])
        ])
        try await site.browse(as: "librarian") { browsers in
            let address = try await browsers[0].sendFile(Self.address, Data(book.bytes), name: "libri.xlsx")
            let trial = try await browsers[0].tryFile(address)
            // A point is a decimal point there, so 1.234 is no price.
            #expect(counts(trial) == ["new": 1, "refused": 1])
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT price FROM book WHERE name = 'Pere'", as: Int.self), is: 250)
        }
    }

    @Test func anImportIsStoppedBeforeItWritesAnything() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let rows = ImportJob.inRequest + 10
            let text = "Nome;Copie\n" + (1...rows).map { "Cosa \($0);1\n" }.joined()
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            try await browsers[0].confirmFile(address, trial)
            expect(try await browsers[0].get(address).contains(address + "/cancellation"), is: true)
            try await browsers[0].post(address + "/cancellation")
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
            let page = try await browsers[0].get(address + "/items")
            #expect(page.contains("si è interrotta"))
            try await browsers[0].confirmFile(address, page)
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: rows + 3)
        }
    }

    @Test func manyRowsAreCheckedInTheBackgroundAHandfulAtATime() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let rows = StagedImport.checkedInRequest + 1
            let text = "Nome;Copie\n" + (1...rows).map { "Cosa \($0);1\n" }.joined()
            let address = try await browsers[0].sendFile(Self.address, Data(text.utf8))
            let sent = try await browsers[0].post(address, [("column.0", "name"), ("column.1", "copies")])
            #expect(sent.location == address + "/items")
            expect(try await browsers[0].get(address + "/items").location, is: address)
            expect(try await browsers[0].get(address).contains("data-poll"), is: true)
            try await site.portal.jobs.runDue()
            expect(counts(try await browsers[0].get(address + "/items")) == ["new": rows])
            expect(try await browsers[0].get(address + "/items?page=80").contains("Cosa 2000"), is: true)
        }
    }

    @Test func aHundredThousandRowsAreReadAFewAtATime() throws {
        let text = "Nome;Copie\n" + String(repeating: "Uva;1\n", count: ImportLimits.items)
        var reader = try TableSource(Array(text.utf8))
        var (read, largest) = (0, 0)
        while case let items = try reader.next(most: 500), !items.isEmpty {
            read += items.count
            largest = max(largest, items.count)
        }
        #expect(read == ImportLimits.items)
        #expect(largest == 500)
    }
}
