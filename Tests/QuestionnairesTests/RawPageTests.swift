import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Questionnaires

/// Sixty people sign in one after the other through the front door, answer and send; then an attacker takes the file and tries to find out who
/// gave which answers: by the order of cells in each table and index, by neighbours, by times anywhere.
@Suite struct RawPageTests {
    private static let people = 60
    /// Below this no chance explains it: some hundred attacks are tried.
    private static let improbable = 1e-7

    /// What each sender writes tells the test alone who it was: numbers drawn by lot, because an index is in the order of its words.
    private static let numbers = Array(100..<100 + people).shuffled()
    private static func word(_ sender: Int) -> String { "risposta numero \(numbers[sender])" }
    private static func sender(_ word: String) -> Int { Int(word.suffix(3)).flatMap { numbers.firstIndex(of: $0) } ?? -1 }
    private static let words = Needles(Dictionary(uniqueKeysWithValues: (0..<people).map { (Array(word($0).utf8), $0) }))

    private static var structure: Structure {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .single, 3, mandatory: true), .choice(2, .multiple, 4), .written(4)])
        var structure = sketch.structure
        for question in structure.pages[0].paragraphs[0].questions.indices {
            structure.pages[0].paragraphs[0].questions[question].code = "q\(question)"
        }
        return structure
    }

    private func site() async throws -> (site: TestSite, questions: [Question]) {
        let site = try await TestSite("house", "registry", "questionnaires", onDisk: true)
        let questions = try await site.database.write { db -> [Question] in
            try Faculty.fill(db, students: Self.people, anonymous: true, mandatory: false)
            for student in 1...Int64(Self.people) {
                try db.execute(
                    sql: """
                        INSERT INTO account (key, name, passwordHash, language, createdAt, updatedAt)
                        SELECT 'student\(student)', 'Studente \(student)', passwordHash, 'it', '2026-01-01', '2026-01-01'
                        FROM account WHERE key = 'educator'
                        """)
                try RoleAssignment(accountID: db.lastInsertedRowID, role: "student").insert(db)
                try db.execute(sql: "UPDATE student SET account = ? WHERE id = ?", arguments: ["student\(student)", student])
            }
            let version = try Faculty.publish(db, Self.structure)
            return try StructureStore.read(version.id, db).questions
        }
        return (site, questions)
    }

    /// One person, from the sign-in to the receipt.
    private static func fillIn(_ browser: Browser, as student: Int, saying word: String, _ questions: [Question]) async throws {
        try await browser.post("/sign-in", [("name", "student\(student)"), ("password", TestSite.password)])
        let list = try await browser.get("/questionnaires")
        let address = "/questionnaires/offers/" + String(try #require(list.text.firstMatch(of: #/offers\/([\w-]{43})/#)).1)
        let start = try await browser.get(address)
        let page = address + "/pages/" + String(try #require(start.text.firstMatch(of: #/\/pages\/(\d+)/#)).1)
        let fields = questions.flatMap { question -> [(String, String)] in
            let answer = String(question.answers[student % question.answers.count].id)
            return [("q", String(question.id)), question.format == .free ? ("v_\(answer)", word) : ("d_\(question.id)", answer)]
        }
        try await browser.post(page, fields + [("act", "next")])
        let summary = try await browser.get(address + "/summary")
        let nonce = String(try #require(summary.text.firstMatch(of: #/name="nonce" value="([^"]+)"/#)).1)
        let sent = try await browser.post(address + "/sending", [("nonce", nonce), ("version", "1"), ("anonymous", "yes")])
        #expect(sent.location == address + "/receipt")
    }

    /// The most improbable result of all attacks on the order, and where it was.
    private static func attack(_ path: String, of people: Int = Self.people, _ db: Database) throws -> (
        where: String, improbability: Double, seen: Int
    ) {
        let pages = try RawPages(path, db)
        let sql = "SELECT compilation, value FROM compilationAnswer WHERE value LIKE 'risposta numero %'"
        let keys = try Row.fetchAll(db, sql: sql).reduce(into: [[UInt8]: Int]()) { keys, row in
            keys[Array((row["compilation"] as String).utf8)] = sender(row["value"])
        }
        var (found, most) = (("nowhere", 1.0), 0)
        func tried(_ name: String, _ order: [Int]) {
            most = max(most, Set(order).count)
            let improbability = AuthorAttack(order).improbability(of: people)
            if improbability < found.1 { found = (name, improbability) }
        }
        for texts in [Needles(keys), words] {
            for tree in pages.cellsAsWritten() {
                let byPage = tree.pages.map { texts.found(pages.bytes, in: $0) }
                tried(tree.name, byPage.flatMap(\.self))
                for page in byPage { tried("a page of \(tree.name)", page) }
            }
            // Also what belongs to no tree any more: free pages, and gaps in others.
            tried("the file", texts.found(pages.bytes, in: pages.everything()))
        }
        return (found.0, found.1, most)
    }

    @Test(.timeLimit(.minutes(2))) func neitherOrderNorNeighboursNorTimesLeadFromAnswersToPeople() async throws {
        let began = Date.now
        let (site, questions) = try await site()
        let (file, log) = (site.data + "/portico.sqlite", site.data + "/portico.sqlite-wal")
        let order = (1...Self.people).shuffled()
        try await site.browse(order.map { _ in "" }) { browsers in
            for (sender, student) in order.enumerated() {
                try await Self.fillIn(browsers[sender], as: student, saying: Self.word(sender), questions)
                // The job comes in between, as every hour.
                if sender % 20 == 19 {
                    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)) + Data(contentsOf: URL(fileURLWithPath: log)))
                    let late = Self.words.found(bytes, in: [0..<bytes.count]).filter { $0 > sender - 20 }
                    #expect(late.isEmpty, "before the job none can read \(late)")
                    try await TraceJob.mix(site.database)
                    try await site.database.read { db in
                        let found = try Self.attack(file, of: sender + 1, db)
                        #expect(found.improbability > Self.improbable, "\(found)")
                        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation") == sender + 1 - 5)
                    }
                }
            }
        }
        try await site.database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: Faculty.now, db) }
        try await TraceJob.mix(site.database)
        let left = (try? Data(contentsOf: URL(fileURLWithPath: log)).count) ?? 0
        #expect(left == 0)
        try await site.database.read { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation") == Self.people)
            #expect(try SealedPool.counts(of: 1, db) == (0, 0))
            let found = try Self.attack(file, db)
            #expect(found.improbability > Self.improbable, "\(found)")
            // All of them were there to be found.
            #expect(found.seen == Self.people)
            #expect(try AuditEntry.verify(db) == nil)
            try Self.expectNoTimes(since: began, file, db)
        }
    }

    /// No column and no byte outside the list of jobs, which name no person, says a time of these minutes.
    private static func expectNoTimes(since began: Date, _ file: String, _ db: Database) throws {
        let first = String.fromDatabaseValue(began.databaseValue) ?? ""
        let ofJobs = Set(try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE tbl_name = 'job'"))
        let made = Set(try String.fetchAll(db, sql: "SELECT createdAt FROM account WHERE key IN ('admin', 'educator', 'educator-blu')"))
        let today = Needles([Array(first.utf8.prefix(10)): 0])
        let pages = try RawPages(file, db)
        let length = first.utf8.count
        let times = pages.everything(but: ofJobs).flatMap { today.places(pages.bytes, in: $0) }.map { place in
            String(decoding: pages.bytes[place.at..<min(place.at + length, pages.bytes.count)], as: UTF8.self)
        }
        // Compared as texts: of one length and one form they are in order. The beginning of a day is no time.
        let telling = times.filter { time in
            let bytes = Array(time.utf8)
            return bytes.count == length && bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":") && time >= first
                && !made.contains(time) && !time.hasSuffix(":00:00.000")
        }
        #expect(telling.isEmpty, "\(telling.prefix(3))")
        // Days are there.
        #expect(!times.isEmpty)
    }

    /// The same attack on the way of before: answers written into their tables in the transaction of their receipt. It finds nearly everybody.
    @Test func theAttackFindsPeopleWhereAnswersAreWrittenAsTheyCome() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/old.sqlite"
        let database = try DatabaseQueue(path: path, configuration: emptyDatabase().configuration)
        try emptyDatabase().backup(to: database)
        try database.write { db in
            try Faculty.fill(db, students: Self.people, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db, Self.structure)
        }
        for sender in 0..<Self.people {
            try database.write { db in
                let version = try #require(try QuestionnaireVersion.active(of: 1, db))
                let replies = try Faculty.replies(version, ["q2": Self.word(sender)], db)
                let outline = StructureOutline(try StructureStore.read(version.id, db))
                let offer = try Faculty.offer(of: Int64(sender + 1), db)
                let given = Submission(Navigation(outline, replies)).answers
                try Sending.store(given, of: offer, version: version.id, outline, isAnonymous: true, db)
            }
        }
        try database.write { db in
            let found = try Self.attack(path, db)
            #expect(found.improbability < 1e-20, "\(found)")
            #expect(found.seen == Self.people, "\(found)")
            // What an older version wrote is put right.
            try AnswerTables.rewrite(db)
        }
        try database.read { db in
            let found = try Self.attack(path, db)
            #expect(found.improbability > Self.improbable, "\(found)")
        }
    }

    /// The database as it was before and after a transaction holds no answers beside the receipt.
    @Test func noTransactionHoldsAReceiptAndWhatWasSaid() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/portico.sqlite"
        let database = try DatabaseQueue(path: path, configuration: emptyDatabase().configuration)
        try emptyDatabase().backup(to: database)
        try database.write { db in
            try Faculty.fill(db, students: 12, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db)
            for student in 1...Int64(12) { try Offer.refresh(of: student, now: Faculty.now, db) }
        }
        let mayChange: Set = ["receipt", "sealedSlot", "sealedPool", "sealedCount", "sealingKey", "filling"]
        var sizes: Set<Int> = []
        for student in 1...Int64(12) {
            let word = String(repeating: "parola segreta ", count: Int(student) * 27)
            try database.write { db in
                let version = try #require(try QuestionnaireVersion.active(of: 1, db))
                let replies = try Faculty.replies(version, ["q1": "1", "q2": "1", "q4": word], db)
                let offer = try Faculty.offer(of: student, db)
                try FillingDraft(offer: offer.id, version: version.id, replies: replies, page: 1).save(now: Faculty.now, db)
            }
            let before = try database.read { try Self.rows($0) }
            let old = try Data(contentsOf: URL(fileURLWithPath: path))
            _ = try database.write {
                try Faculty.send(["q1": "1", "q2": "1", "q4": word], of: student, nonce: "\(student)", mixes: false, $0)
            }
            let after = try database.read { try Self.rows($0) }
            let changed = Set(after.filter { before[$0.key] != $0.value }.keys)
            #expect(changed.isSuperset(of: ["receipt", "sealedSlot"]), "\(changed)")
            #expect(changed.isSubset(of: mayChange), "\(changed)")
            let new = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(old.range(of: Data("parola segreta".utf8)) == nil)
            #expect(new.range(of: Data("parola segreta".utf8)) == nil)
            let slots = Set(after["sealedSlot"] ?? []).subtracting(before["sealedSlot"] ?? [])
            if student > 1 { sizes.formUnion(slots.map { $0.drop { $0 != " " }.utf8.count }) }
            #expect(student == 1 || slots.count == 1)
        }
        // However much was written, it looks the same.
        #expect(sizes.count == 1)
        try database.write { try mix($0) }
        let longest = try database.read { try Int.fetchOne($0, sql: "SELECT max(length(value)) FROM compilationAnswer") }
        #expect(longest == 12 * 27 * 15 - 1)
    }

    private static func rows(_ db: Database) throws -> [String: [String]] {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                let columns = try db.columns(in: table).map { "quote(\"\($0.name)\")" }.joined(separator: " || ' ' || ")
                return (table, try String.fetchAll(db, sql: "SELECT \(columns) FROM \"\(table)\""))
            })
    }
}
