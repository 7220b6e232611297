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
            #expect(one == two && !one.isEmpty, "\(name)")
        }
        // The same number makes the same answers, in a file of one line.
        let said = try await site.value(Self.said, as: String.self)
        #expect(try await copy.value(Self.said, as: String.self) == said && said?.isEmpty == false)
        try await site.database.write { try checkMadeAnswers($0) }
    }

    /// As many have answered as there are receipts, and nothing leads from one to the other.
    @Test func seededAnswersNameNobody() async throws {
        let site = try await demonstration()
        let sent = try await site.value("SELECT count(*) FROM compilation", as: Int.self)
        let receipts = try await site.value("SELECT count(*) FROM receipt", as: Int.self)
        let named = try await site.value("SELECT count(*) FROM compilation WHERE student IS NOT NULL", as: Int.self)
        // Those that nobody gave have no receipt.
        #expect(sent == 5_058 && receipts == 58 && named == 0)
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
        #expect(means.count >= 30 && (means.last ?? 0) - (means.first ?? 0) > 1.5, "\(means)")
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
            "text: line 5 cannot be read", "unknown q1 'a9'", "unknown student '999'", "submissions: must be from 1 to 100000",
        ] {
            #expect(mistakes.contains(sentence), "\(mistakes)")
        }
    }

    /// As in the form that it would be typed into, and in a file of a questionnaire.
    @Test func whatIsLongerThanItsFormTakesItIsRefusedAtItsLine() throws {
        let crowd = (0...2000).map { "      - b\($0) \($0)\n" }.joined()
        let file = try write {
            $0.replacing("- a1 Bene\n", with: "- a1 \(String(repeating: "B", count: 301))\n")
                .replacing("? q4 text(2000)", with: "? q4 text(5001)")
                .replacing("? q12 multiple Quali servizi hai usato?\n", with: "? q12 multiple Quali servizi hai usato?\n\(crowd)")
        }
        let mistakes = try seed.check(file)
        let long = try #require(mistakes.first { $0.sentence == "text: line 4: at most 300 characters, as in the form" })
        #expect(long.file.hasSuffix("questionnaires.yaml") && long.line > 500 && long.column > 1)
        #expect(mistakes.contains { $0.sentence.contains("text has from 1 to 5000 characters") })
        #expect(mistakes.contains { $0.sentence.contains("has more than 2000 pages, paragraphs, questions and answers") })
        #expect(mistakes.contains { $0.sentence.hasSuffix("a question has at most 50 answers to choose from") })
    }
}
