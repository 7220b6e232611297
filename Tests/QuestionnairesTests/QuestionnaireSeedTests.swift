import Accounts
import Admin
import Foundation
import GRDB
import Registry
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Versions, what was answered and who has, in the seed file: those of the demonstration.
@Suite struct QuestionnaireSeedTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path

    private let folder: TemporaryFolder
    private let seed: Seed

    init() throws {
        folder = try TemporaryFolder()
        seed = Seed(
            modules: [Registry.self, Questionnaires.self], words: try TestSite.texts.words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: Questionnaires.roles))
    }

    /// The demonstration on a site, made once: each test that begins with it takes a copy.
    private static let demonstration = Task { () async throws -> DatabaseQueue in
        let (tests, site, database) = (try QuestionnaireSeedTests(), try await TestSite(), try emptyDatabase())
        _ = try await tests.apply(try tests.write(), to: site)
        try site.database.backup(to: database)
        return database
    }

    private func demonstration() async throws -> TestSite {
        let site = try await TestSite()
        try await Self.demonstration.value.backup(to: site.database)
        return site
    }

    /// - Parameter change: what is made of the demonstration's text.
    private func write(_ change: (String) -> String = { $0 }) throws -> String {
        var file = ""
        for name in ["registry", "questionnaires"] {
            let text = try String(contentsOfFile: "\(Self.root)/seed/\(name).yaml", encoding: .utf8)
            try change(text).write(toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
            file += "\(name): !include \(name).yaml\n"
        }
        try file.write(toFile: folder.path + "/seed.yaml", atomically: true, encoding: .utf8)
        return folder.path + "/seed.yaml"
    }

    private func apply(_ path: String, to site: TestSite) async throws -> SeedPlan {
        let store = try PictureStore(folder: folder.path + "/store")
        return try await seed.apply(path, to: site.database, pictures: store, passwords: Passwords(AccountSettings(scryptCost: 4)))
    }

    @Test func whatTheFileSaysIsThereOnceAndComesBackAsItWas() async throws {
        let (site, copy) = (try await demonstration(), try await TestSite())
        let again = try await apply(try write(), to: site)
        #expect(again.isNothing, "\(again)")
        let states = try await site.database.read { try String.fetchAll($0, sql: "SELECT state FROM questionnaireVersion ORDER BY id") }
        #expect(states == ["closed", "active", "active", "draft", "closed", "closed"])

        let store = try PictureStore(folder: folder.path + "/store")
        try await seed.export(site.database, pictures: store, to: folder.path + "/out")
        _ = try await apply(folder.path + "/out/seed.yaml", to: copy)
        try await seed.export(copy.database, pictures: store, to: folder.path + "/second")
        for name in [
            "seed.yaml", "seed/questionnaires-versions.yaml", "seed/questionnaires-receipts.yaml",
            "seed/questionnaires-teacher-answers.yaml",
        ] {
            let one = try String(contentsOfFile: "\(folder.path)/out/\(name)", encoding: .utf8)
            let two = try String(contentsOfFile: "\(folder.path)/second/\(name)", encoding: .utf8)
            #expect(one == two, "\(name)")
            #expect(!one.isEmpty, "\(name)")
        }
        // The same number makes the same answers, in a file of one line.
        let said = try await site.value(Self.said, as: String.self)
        #expect(try await copy.value(Self.said, as: String.self) == said)
        #expect(said?.isEmpty == false)
        try await site.database.write { try checkMadeAnswers($0) }
    }

    @Test func filesOfAnswersAreLeftOutByName() async throws {
        let site = try await demonstration()
        let store = try PictureStore(folder: folder.path + "/store")
        let before = try await seed.export(site.database, pictures: store, to: folder.path + "/without")
        try await site.database.write { db in
            // A file comes in with an offer; here it stands beside an answer at once.
            try db.execute(sql: "DROP TRIGGER answerFile_names_nobody")
            let sql = """
                INSERT INTO answerFile (id, compilation, name, bytes, day)
                SELECT 'AAAAAAAAAAAAAAAAAAAAAAAA', min(id), 'cv.pdf', x'00', '2026-01-01' FROM compilation
                """
            try db.execute(sql: sql)
        }
        let notes = try await seed.export(site.database, pictures: store, to: folder.path + "/with")
        let more = notes.filter { !before.contains($0) }
        #expect(more.count == 1)
        #expect(more.first?.contains("files that were sent as answers are left out (1)") == true)
    }

    /// As many have answered as there are receipts, and nothing leads from one to the other.
    @Test func seededAnswersNameNobody() async throws {
        let site = try await demonstration()
        let sent = try await site.value("SELECT count(*) FROM compilation", as: Int.self)
        let receipts = try await site.value("SELECT count(*) FROM receipt", as: Int.self)
        let named = try await site.value("SELECT count(*) FROM compilation WHERE student IS NOT NULL", as: Int.self)
        // Those that nobody gave have no receipt.
        #expect(sent == 5_058)
        #expect(receipts == 58)
        #expect(named == 0)
    }

    /// What is said of all courses, activity by activity, in the order of the keys of the compilations.
    private static let said = """
        SELECT group_concat(activity.code || question.code || answer.code || coalesce(given.value, ''), ' ') FROM (
          SELECT compilationAnswer.* FROM compilationAnswer JOIN compilation ON compilation.id = compilation
          JOIN madeAnswers ON madeAnswers.version = compilation.version ORDER BY compilation, question, answer) AS given
        JOIN element AS question ON question.id = given.question JOIN element AS answer ON answer.id = given.answer
        JOIN compilationTag ON compilationTag.compilation = given.compilation AND tag = 'activity'
        JOIN activity ON activity.id = compilationTag.value
        WHERE activity.code NOT IN ('IN04-2025', 'IN05-2025', 'MA01-2025', 'MA02-2025')
        """

    /// What is made differs between courses, tells nothing of lessons to whoever never came, and is counted like the rest.
    private func checkMadeAnswers(_ db: Database) throws {
        let counted = try countedRows(db)
        try ResultSchema.recount(db)
        #expect(try countedRows(db) == counted)
        let means = try Double.fetchAll(
            db,
            sql: """
                SELECT sum(resultCount.count * score) / sum(resultCount.count) FROM resultCount JOIN element ON element.id = answer
                JOIN elementTag ON elementTag.element = question AND tag = 'satisfaction'
                WHERE resultCount.version = (SELECT version FROM madeAnswers)
                GROUP BY substr(place, 1, instr(place, '.g')) HAVING sum(resultCount.count) >= 30 ORDER BY 1
                """)
        #expect(means.count >= 30, "\(means)")
        #expect((means.last ?? 0) - (means.first ?? 0) > 1.5, "\(means)")
        let strangers = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM compilationAnswer AS came JOIN element ON element.id = came.answer AND element.code = 'a3'
                JOIN elementTag ON elementTag.element = came.question AND tag = 'attendance'
                JOIN compilationAnswer AS lesson ON lesson.compilation = came.compilation
                JOIN element AS asked ON asked.id = lesson.question AND asked.code = 'q9'
                """)
        #expect(strangers == 0)
    }

    @Test func everyMistakeIsSaidWithItsPlace() throws {
        let file = try write {
            $0.replacing("- a1 Bene\n", with: "- a1 Bene\n      = nothing\n").replacing("q1: a1, q3: a", with: "q1: a9, q3: a")
                .replacing("submissions: 5000", with: "submissions: 0")
                .replacing("student: \"800101\", activity: in04-2025", with: "student: \"999\", activity: in04-2025")
        }
        let mistakes = try seed.check(file).map(\.description).joined(separator: "\n")
        for sentence in [
            "text: no line begins with '='", "unknown q1 'a9'", "unknown student '999'", "submissions: must be from 1 to 100000",
        ] {
            #expect(mistakes.contains(sentence), "\(mistakes)")
        }
    }

    /// Older versions of the program took more than forms do now, and drafts hold codes twice: an export comes in again all the same.
    @Test func whateverTheDatabaseHoldsGoesOutAndComesInAgain() async throws {
        let (site, copy) = (try await demonstration(), try await TestSite())
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .multiple, 60), .written(2, .text, Limits(length: .max)), .choice(3), .choice(4)])
        sketch.page(20, (100..<2_400).map { .written($0, .number, Limits(least: String(repeating: "9", count: 50), decimals: 12)) })
        for (question, code) in [(2, "same"), (3, "same")] { sketch.structure.pages[0].paragraphs[0].questions[question].code = code }
        for answer in 0..<2 { sketch.structure.pages[0].paragraphs[0].questions[2].answers[answer].code = "a1" }
        sketch.structure.pages[0].paragraphs[0].questions[0].text = String(repeating: "x", count: 5_000)
        // Of the two with the same code it is the second that counts.
        sketch.rule(32, .show, 20)
        sketch.rule(42, .hide, 101)
        let structure = sketch.structure
        let draft = try #require(try await site.value("SELECT id FROM questionnaireVersion WHERE state = 'draft'", as: Int64.self))
        try await site.database.write { try StructureStore.write(structure, into: draft, $0) }
        try await comesInAgain(site, copy)
        let again = try #require(try await copy.value("SELECT id FROM questionnaireVersion WHERE state = 'draft'", as: Int64.self))
        let read = try await copy.database.read { try StructureStore.read(again, $0) }
        let texts = [structure.distinctlyCoded, read].map { StructureWriter($0).text }
        #expect(texts[0] == texts[1])
        #expect(read.questions.map(\.code).prefix(4) == ["q1", "q2", "same", "same-2"])
        #expect(read.questions[2].answers.map(\.code) == ["a1", "a1-2"])
        #expect(read.conditions.map(\.trigger) == [read.questions[2].answers[1].id, read.questions[3].answers[1].id])
        let syntax = SPSSSyntax(
            columns: Columns(StructureOutline(read)).all, csv: CSV(separator: ";"), file: "x", words: try TestSite.texts.words(in: .english)
        )
        #expect(syntax.text.contains("A32767"))
    }

    /// Answers of one question that share a code are told apart, and so many as said the same come in again.
    @Test func whatWasAnsweredComesInAgain() async throws {
        let (site, copy) = (try await demonstration(), try await TestSite())
        let sql = """
            SELECT version, questionnaire, parent FROM element JOIN questionnaireVersion ON questionnaireVersion.id = version
            WHERE kind = 'answer' AND element.format = 'fixed' AND state <> 'draft'
              AND parent IN (SELECT id FROM element WHERE format IN ('multiple', 'multipleAcross')) LIMIT 1
            """
        try await site.database.write { db in
            let row = try #require(try Row.fetchOne(db, sql: sql))
            let (version, questionnaire, id): (Int64, Int64, Int64) = (row[0], row[1], row[2])
            // As an older version of the program could publish it.
            try db.execute(sql: "DROP TRIGGER element_frozen_update")
            try db.execute(sql: "UPDATE element SET code = 'a1' WHERE parent = ?", arguments: [id])
            let outline = StructureOutline(try StructureStore.read(version, db))
            let question = try #require(outline.questions[id])
            let offer = try SeededOccasion().offer("", questionnaire, student: 0, db)
            let given = question.fixed.prefix(2).map { GivenAnswer(question: id, answer: $0.id, value: nil) }
            for _ in 0..<10_001 { _ = try Sending.store(given, of: offer, version: version, outline, isAnonymous: true, db) }
        }
        try await comesInAgain(site, copy)
        let counted = "SELECT count(*) FROM compilationAnswer"
        let count = try #require(try await site.value(counted, as: Int.self))
        #expect(try await copy.value(counted, as: Int.self) == count)
        #expect(count > 20_000)
    }

    /// - Parameter copy: an empty site.
    private func comesInAgain(_ site: TestSite, _ copy: TestSite) async throws {
        let store = try PictureStore(folder: folder.path + "/store")
        try await seed.export(site.database, pictures: store, to: folder.path + "/out")
        #expect(try seed.check(folder.path + "/out/seed.yaml") == [])
        _ = try await apply(folder.path + "/out/seed.yaml", to: copy)
        try await seed.export(copy.database, pictures: store, to: folder.path + "/second")
        for name in ["questionnaires-versions", "questionnaires-receipts"] {
            let texts = try ["out", "second"].map {
                try String(contentsOfFile: "\(folder.path)/\($0)/seed/\(name).yaml", encoding: .utf8)
            }
            #expect(texts[0] == texts[1], "\(name)")
        }
    }

    @Test func soManyCannotHaveSaidTheSame() throws {
        let file = try write { $0.replacing("activity: in04-2025, said:", with: "count: 10000001, activity: in04-2025, said:") }
        #expect(try seed.check(file).contains { $0.sentence.contains("must be from 1 to 10000000") })
    }
}
