import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

@Suite struct FileTests {
    static let address = "/admin/sample/books"
    static let addresses = ["libraries", "readers", "topics", "shelves", "sellers", "books", "tours"].map { "/admin/sample/\($0)" }

    static let awkward = [
        "=SOMMA(1;2)", "+39, forse", "-uno", "@due", "'tre", "''=quattro", "\"Da Rosa\"", "a;b,c|d", "Caffè è già", "😀 👩‍👩‍👧",
        "Piatto \u{1F3FD}é",
    ]

    /// Records of every kind with values that files could spoil.
    private func fill(_ db: Database) throws {
        let actor = Actor.system("prova")
        let picture = """
            INSERT INTO picture (key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
            VALUES ('=foto', '\(String(repeating: "a", count: 32))', 10, 10, 10, '', '', '', '', 1, '2026-01-01', '2026-01-01')
            """
        try db.execute(sql: picture)
        let pictureID = db.lastInsertedRowID
        var translations = Translations()
        translations["name", .english] = .init("=Bread; \"fresh\"", of: "Pane")
        var (topics, books): ([Int64], [Int64]) = ([], [])
        for (index, title) in Self.awkward.enumerated() {
            var topic = SampleTopic()
            (topic.name, topic.ordering, topic.picture, topic.translations) = (title, index * 7, pictureID, translations)
            topic.stamp.scopeID = SampleSite.rossa
            try topic.insert(db, by: actor)
            topics.append(topic.id ?? 0)
            var seller = SampleSeller()
            (seller.name, seller.address, seller.phone) = (title, "Via \(title), 3", index == 1 ? "+39 0862 123" : "")
            seller.place = index.isMultiple(of: 2) ? GeoPoint(latitude: -42.3512, longitude: 13.399) : nil
            seller.stamp.scopeID = SampleSite.rossa
            try seller.insert(db, by: actor)
            var book = SampleBook()
            (book.name, book.price, book.copies) = (title, index == 0 ? nil : index * 12_345, index)
            (book.topics, book.sellers, book.published) = (Array(topics.reversed()), [seller.id ?? 0], index != 3)
            (book.translations, book.picture) = (translations, index == 2 ? pictureID : nil)
            book.stamp.scopeID = SampleSite.rossa
            try book.insert(db, by: actor)
            books.append(book.id ?? 0)
            var tour = SampleTour()
            (tour.name, tour.description) = (title, "\(title)\n\n- uno;\n\t=due \"tre\"")
            (tour.level, tour.minutes) = (.hard, index == 4 ? 1_234 : nil)
            tour.books = books.map { book in
                var item = SampleTourBook()
                (item.book, item.amount) = (book, "½ kg; \(title)")
                return item
            }
            var stop = SampleStop()
            (stop.text, stop.timer, stop.time, stop.picture) = ("\(title)\nriga", .down, 61, pictureID)
            tour.stops = [stop, stop]
            tour.stamp.scopeID = SampleSite.rossa
            try tour.insert(db, by: actor)
            var reader = SampleReader()
            (reader.name, reader.group, reader.active) = (title, title, index != 2)
            reader.stamp.scopeID = SampleSite.rossa
            try reader.insert(db, by: actor)
            var shelf = SampleShelf()
            shelf.name = title
            shelf.stamp.scopeID = SampleSite.rossa
            try shelf.insert(db, by: actor)
        }
    }

    @Test(arguments: ["it", "en"])
    func whatWasExportedComesBackTheSame(language: String) async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            try fill(db)
            try db.execute(sql: "UPDATE account SET language = ?", arguments: [language])
        }
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for list in Self.addresses {
                for format in ["format=csv&separator=semicolon", "format=csv&separator=comma", "format=csv&separator=tab", "format=json"] {
                    let file = try await browsers[0].get("\(list)/export?\(format)")
                    #expect(file.status == 200)
                    for empty in ["leave", "clear"] {
                        let (_, trial) = try await browsers[0].tryFile(list, text: file.text, [("empty", empty)])
                        let expected = list.hasSuffix("libraries") ? 2 : Self.awkward.count
                        #expect(counts(trial) == ["same": expected], "\(list) \(format) \(empty)")
                    }
                }
            }
        }
        // Nothing but the exports and the first sign-in is in the log.
        expect(try await site.value("SELECT count(*) FROM audit WHERE action LIKE '%.update'", as: Int.self), is: 0)
    }

    @Test func aWorkbookThatWasExportedComesBackTheSame() async throws {
        let site = try await SampleSite()
        try await site.database.write { try fill($0) }
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for list in Self.addresses {
                let file = try await browsers[0].get("\(list)/export?format=xlsx")
                #expect(file.bytes.starts(with: [0x50, 0x4B]))
                let address = try await browsers[0].sendFile(list, file.bytes, name: "elenco.xlsx")
                let trial = try await browsers[0].tryFile(address)
                #expect(counts(trial) == ["same": list.hasSuffix("libraries") ? 2 : Self.awkward.count], "\(list)")
            }
        }
    }

    @Test func aFileFromTheOtherLanguageComesBackTheSame() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            try fill(db)
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'librarian'")
        }
        try await site.browse(as: "admin", "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            for list in Self.addresses where !list.hasSuffix("libraries") {
                let file = try await browsers[0].get("\(list)/export?format=csv&separator=semicolon")
                let (_, trial) = try await browsers[1].tryFile(list, text: file.text)
                #expect(counts(trial) == ["same": Self.awkward.count], "\(list)")
            }
        }
    }

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100), ("Pane", 2, nil), ("Latte", 3, 150)])
        return site
    }

    @Test func exportsWhatTheListShowsInItsOrder() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(Self.address + "?price=present&sort=-copies")
            #expect(page.contains("/books/export?price=present&amp;sort=-copies"))
            let asked = try await browsers[0].get(Self.address + "/export?price=present&sort=-copies")
            #expect(asked.contains("2 schede, come nell’elenco"))
            let file = try await browsers[0].get(Self.address + "/export?price=present&sort=-copies&format=csv")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(Array(file.text.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
            let lines = file.text.components(separatedBy: "\r\n")
            #expect(lines[0].contains("\"Chiave\";\"Nome\";\"Argomenti\""))
            #expect(lines[1].hasPrefix("\"latte\";\"Latte\""))
            #expect(lines[1].contains("\"1,50\""))
            #expect(lines[2].hasPrefix("\"riso\""))
            #expect(lines.count == 4)
            expect(try await browsers[0].get(Self.address + "/export?format=csv&separator=comma").contains("\"1.50\""), is: true)
            expect(try await browsers[0].get(Self.address + "/export?format=csv&price.from=poco").status, is: 422)
            expect(try await browsers[0].get(Self.address + "/export?format=csv&topics=xyz").status, is: 422)
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'sample.books.export'", as: Int.self), is: 2)
    }

    @Test func changesAndNewRecordsAreShownFirstThenTakenInAndUndoneAtOnce() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo;Copie;Altro\r\nriso;1,20;1;x\r\nPane;;2;x\r\nSale;0,50;4;x\r\n"
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(counts(trial) == ["new": 1, "changed": 1, "same": 1])
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
            let done = try await browsers[0].confirmFile(address, trial)
            #expect(done.location == Self.address)
            expect(try await site.value("SELECT name || price || copies FROM book WHERE id = 1", as: String.self), is: "riso1201")
            expect(try await site.value("SELECT price || key || libraryID FROM book WHERE name = 'Sale'", as: String.self), is: "50sale1")
            expect(try await site.value("SELECT count(*) FROM stagedPart", as: Int.self), is: 0)
            expect(try await site.value("SELECT state FROM stagedImport", as: String.self), is: "done")
            let list = try await browsers[0].get(Self.address)
            #expect(list.contains("Importato: 1 scheda nuova, 1 cambiata."))
            let act = list.text.firstMatch(of: #/name="act" value="(\d+)"/#).map { String($0.1) } ?? ""
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", act)])
            expect(try await site.value("SELECT name || price FROM book WHERE id = 1", as: String.self), is: "Riso100")
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NULL", as: Int.self), is: 3)
        }
    }

    @Test func refusedRowsSayWhyAndTheOthersGoIn() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = """
                Chiave;Nome;Prezzo;Copie;Argomenti;Visibile
                riso;Riso;poco;1;;sì
                ;Sale;1,00;99999;;no
                ;Olio;1,00;1;Frutta;forse
                ;Pepe;1,00;1;;sì
                ;pepe;1,00;1;;sì
                pane;Latte;;;;
                Con Spazi;Miele;;;;
                ;;1;1;;
                """
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            #expect(counts(trial) == ["new": 1, "refused": 7])
            for sentence in [
                "Scrivi un prezzo", "Non c’è niente che si chiami «Frutta».", "Scrivi Sì oppure No.",
                "La riga 5 parla già di questa scheda.",
                "C’è già una scheda che si chiama «Latte».", "Una chiave ha solo lettere minuscole",
            ] { #expect(trial.contains(sentence), "\(sentence)") }
            let refused = try await browsers[0].get(address + "/refused")
            #expect(refused.contains("\"Riga\";\"Perché\";\"Chiave\";\"Nome\""))
            #expect(
                refused.contains(
                    "\"4\";\"Argomenti: Non c’è niente che si chiami «Frutta».\nVisibile: Scrivi Sì oppure No.\";\"\";\"Olio\""))
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT group_concat(name) FROM book WHERE id > 3", as: String.self), is: "Pepe")
        }
    }

    @Test func aLargeFileSaysHowFarItIs() async throws {
        let site = try await site()
        let rows = ImportJob.inRequest + 10
        try await site.browse(as: "librarian", "admin") { browsers in
            let text = "Nome;Copie\n" + (1...rows).map { "Cosa \($0);1\n" }.joined()
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            expect(try await browsers[0].confirmFile(address, trial).location, is: address)
            expect(try await browsers[0].get(address).contains("<progress class=\"wide\" aria-label"), is: true)
            // As if the job were at it, which here, with one connection, would let nobody look.
            let job = try #require(try await site.value("SELECT id FROM job WHERE kind = 'import'", as: Int64.self))
            site.portal.admin.underway.note(job, 120, of: rows)
            let page = try await browsers[0].get(address)
            #expect(page.contains("Riga 120 di 510"))
            #expect(page.contains("max=\"510\" value=\"120\""))
            #expect(page.contains("data-poll=\"\(address)\""))
            try await site.database.write { db in
                try db.execute(
                    sql: "UPDATE job SET state = 'running', worker = 'x', leaseUntil = '2099-01-01' WHERE id = ?", arguments: [job])
            }
            expect(try await browsers[1].get("/admin/jobs").contains("120 di 510"), is: true)
            try await site.database.write { db in
                try db.execute(sql: "UPDATE job SET state = 'waiting', worker = NULL, leaseUntil = NULL WHERE id = ?", arguments: [job])
                // What the work itself tells: every row, in order, up to the end.
                let staged = try #require(try StagedImport.fetchOne(db))
                let actor = Actor(accountID: 2, name: "Bibliotecaria", address: "", requestID: "")
                let work = ImportWork(admin: site.portal.admin)
                let application = ImportApplication<SampleBook>(work: work, staged: staged, db: db, actor: actor)
                var told: [Int] = []
                try db.inSavepoint {
                    _ = try application.apply(staged.outcome.mark) { done, total in
                        #expect(total == rows)
                        told.append(done)
                    }
                    return .rollback
                }
                #expect(told == told.sorted())
                #expect(told.first == 0)
                #expect(told.last == rows)
                #expect(Set(told).count == rows + 1)
            }
            try await site.portal.jobs.runDue()
            expect(try await browsers[0].get(address).contains("Importato: 510 schede nuove."), is: true)
            #expect(site.portal.admin.underway[job] == nil)
        }
    }

    @Test func whatIsThereMayBeLeftAndEmptyCellsMayEmpty() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo\nRiso;\nFarina;1\n"
            let left = try await browsers[0].tryFile(Self.address, text: text, [("existing", "leave"), ("empty", "clear")])
            #expect(counts(left.trial) == ["left": 1, "new": 1])
            let kept = try await browsers[0].tryFile(left.address, [("existing", "update"), ("empty", "leave")])
            #expect(counts(kept) == ["same": 1, "new": 1])
            let emptied = try await browsers[0].tryFile(left.address, [("existing", "update"), ("empty", "clear")])
            #expect(counts(emptied) == ["changed": 1, "new": 1])
            try await browsers[0].confirmFile(left.address, emptied)
            expect(try await site.value("SELECT price IS NULL FROM book WHERE name = 'Riso'", as: Bool.self), is: true)
        }
    }

    @Test func whatChangedSinceTheTrialIsSaidAndNothingIsWritten() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: "Nome;Copie\nRiso;9\nUva;1\n")
            try await site.database.write { try $0.execute(sql: "UPDATE book SET version = version + 1 WHERE name = 'Riso'") }
            let answer = try await browsers[0].confirmFile(address, trial)
            #expect(answer.status == 409)
            #expect(answer.contains("Nel frattempo qualcosa è cambiato"))
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
            expect(try await browsers[0].confirmFile(address, answer).location, is: Self.address)
        }
    }

    @Test func aFailureInTheMiddleChangesNothing() async throws {
        let site = try await site()
        try await site.database.write {
            try $0.execute(
                sql: "CREATE TRIGGER fails BEFORE INSERT ON book WHEN new.name = 'Uva' BEGIN SELECT raise(ABORT, 'no'); END")
        }
        try await site.browse(as: "librarian") { browsers in
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: "Nome;Copie\nRiso;9\nUva;1\n")
            #expect(counts(trial) == ["changed": 1, "new": 1])
            let failed = try await browsers[0].confirmFile(address, trial)
            #expect(failed.status == 409)
            #expect(failed.contains("Una riga non si è potuta scrivere"))
            expect(try await site.value("SELECT copies FROM book WHERE name = 'Riso'", as: Int.self), is: 1)
            expect(try await site.value("SELECT count(*) FROM act", as: Int.self), is: 0)
            expect(try await browsers[0].get(address).status, is: 200)
        }
    }

    @Test func manyRowsGoInInTheBackgroundAllAtOnce() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Copie\n" + (1...600).map { "Prodotto \($0);\($0)\n" }.joined()
            let (address, trial) = try await browsers[0].tryFile(Self.address, text: text)
            expect(try await browsers[0].confirmFile(address, trial).location, is: address)
            expect(try await browsers[0].get(address).contains("data-poll"), is: true)
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 603)
            let done = try await browsers[0].get(address)
            #expect(done.contains("600 schede nuove"))
            let act = done.text.firstMatch(of: #/name="act" value="(\d+)"/#).map { String($0.1) } ?? ""
            try await browsers[0].post(Self.address + "/bulk/undoing", [("act", act)])
            try await site.portal.jobs.runDue()
            expect(try await site.value("SELECT count(*) FROM book WHERE deletedAt IS NULL", as: Int.self), is: 3)
        }
    }

    @Test func theColumnsAreChosenAgainWithoutSendingTheFileAgain() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let address = try await browsers[0].sendFile(Self.address, Data("Articolo;Quanti\nRiso;8\n".utf8))
            let nameless = try await browsers[0].tryFile(address)
            #expect(nameless.status == 422)
            #expect(nameless.contains("Serve almeno una colonna con «Nome» o con la chiave."))
            let twice = try await browsers[0].tryFile(address, [("column.0", "name"), ("column.1", "name")])
            #expect(twice.contains("Un’altra colonna va già in questo campo."))
            let wrong = try await browsers[0].tryFile(address, [("column.0", "copies"), ("column.1", "name")])
            #expect(counts(wrong) == ["refused": 1])
            let right = try await browsers[0].tryFile(address, [("column.0", "name"), ("column.1", "copies")])
            #expect(counts(right) == ["changed": 1])
            expect(try await browsers[0].get(address).contains(#"<option value="copies" selected>"#), is: true)
        }
    }

    @Test func aFileOfWindowsWithSemicolonsAndAMarkGoesIn() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let bytes: [UInt8] =
                [0xEF, 0xBB, 0xBF] + Array("Nome;Prezzo\r\nCaff".utf8) + [0xE8] + Array(" perch".utf8) + [0xE9]
                + Array(";1.234,50\r\n".utf8)
            let address = try await browsers[0].sendFile(Self.address, Data(bytes))
            try await browsers[0].confirmFile(address, try await browsers[0].tryFile(address))
            expect(try await site.value("SELECT price FROM book WHERE name = 'Caffè perché'", as: Int.self), is: 123_450)
        }
    }

    @Test func whatIsNoFileIsRefusedWithASentence() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            for (bytes, sentence) in [
                (Data([0x50, 0x4B, 3, 4, 0]), "salvalo come .xlsx o CSV"), (Data("Nome;x\n\"a".utf8), "le virgolette che non si chiudono"),
                (Data("a\0b".utf8), "non è un testo"), (Data("[1".utf8), "non è scritto bene"), (Data(), "Scegli un file."),
            ] {
                let answer = try await browsers[0].post(
                    Self.address + "/imports", [], files: [(name: "file", fileName: "x.csv", bytes: bytes)])
                #expect(answer.status == 422)
                #expect(answer.contains(sentence), "\(sentence)")
            }
            expect(try await site.value("SELECT count(*) FROM stagedImport", as: Int.self), is: 0)
        }
    }

    @Test func filesAreTheirSendersOnlyAndGoAwayInTime() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "librarian-blu", "admin") { browsers in
            var addresses: [String] = []
            for number in 1...6 {
                addresses.append(try await browsers[0].sendFile(Self.address, Data("Nome\nRiso \(number)\n".utf8)))
            }
            expect(try await site.value("SELECT count(*) FROM stagedImport", as: Int.self), is: StagedImport.limit)
            expect(try await browsers[0].get(addresses[0]).status, is: 404)
            for browser in browsers[1...] {
                for page in ["", "/items", "/values", "/refused"] { expect(try await browser.get(addresses[5] + page).status, is: 404) }
                expect(try await browser.post(addresses[5] + "/application", [("mark", "x")]).status, is: 404)
            }
            expect(try await browsers[0].get("/admin/sample/tours/imports/6").status, is: 404)
            try await browsers[0].post(addresses[5] + "/deletion")
            expect(try await browsers[0].get(addresses[5]).status, is: 404)
            let left = try await site.database.write { db in
                try StagedImport.removeOld(db, now: .now + 3_600 * 25)
            }
            #expect(left == 4)
        }
    }

    @Test func partsKeepTheirPlacesAndSayWhatIsWrong() async throws {
        let site = try await SampleSite()
        try await site.database.write { try fill($0) }
        try await site.browse(as: "librarian") { browsers in
            let list = "/admin/sample/tours"
            let text =
                #"[{"key": "uno", "name": "-uno", "stops": [{"text": "Cambiato"}, {"text": "", "timer": "down"}, {"text": "x", "picture": "no"}]}]"#
            let (_, refused) = try await browsers[0].tryFile(list, text: text)
            #expect(counts(refused) == ["refused": 1])
            #expect(refused.contains("Tra le foto non ce n’è una con la chiave «no»."))
            let before = try await site.value("SELECT group_concat(id) FROM tourStop WHERE tour = 3", as: String.self)
            let good = #"[{"key": "uno", "name": "-uno", "stops": [{"text": "Cambiato"}, {"text": "Nuovo", "picture": "=foto"}]}]"#
            let (address, trial) = try await browsers[0].tryFile(list, text: good)
            #expect(counts(trial) == ["changed": 1])
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT group_concat(id) FROM tourStop WHERE tour = 3", as: String.self), is: before)
            expect(
                try await site.value("SELECT group_concat(text) FROM tourStop WHERE tour = 3", as: String.self), is: "Cambiato,Nuovo")
        }
    }
}
