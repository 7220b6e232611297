import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Admin
@testable import Portal

/// `portico new`: five answers become a first seed file.
struct NewSiteTests {
    /// A terminal whose lines are typed beforehand.
    private final class Terminal {
        private var lines: [String]
        private(set) var said: [String] = []

        init(_ lines: [String]) { self.lines = lines }

        func read() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

        func say(_ line: String) { said.append(line) }

        func count(_ line: String) -> Int { said.count { $0 == line } }
    }

    private static let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
    private static let day = Date(timeIntervalSince1970: 1_795_000_000)

    private let folder: TemporaryFolder
    private let configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        var configuration = try Configuration(environment: [
            "PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public",
        ])
        configuration.data = folder.path + "/data"
        self.configuration = configuration
    }

    private func interview(
        _ lines: [String], in language: Language = .english, given: [NewSiteInterview.Question: String] = [:]
    ) throws -> (answers: StarterAnswers, terminal: Terminal) {
        let terminal = Terminal(lines)
        var interview = NewSiteInterview(try TestSite.texts, in: language, given: given, read: terminal.read, say: terminal.say)
        return (try interview.run(zone: Self.rome, day: Self.day), terminal)
    }

    private func refusal(_ lines: [String], given: [NewSiteInterview.Question: String] = [:]) throws -> String {
        let refusal = #expect(throws: CommandRefusal.self) { try interview(lines, given: given) }
        return try refusal?.localized(in: TestSite.texts.words(in: .english)) ?? ""
    }

    /// Every choice of systems: 31.
    private static var choices: [[String]] {
        (1..<1 << NewSiteRules.systems.count).map { bits in
            NewSiteRules.systems.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
        }
    }

    @Test(arguments: [Language.italian, .english]) func everyChoiceOfSystemsPassesTheCheck(_ language: Language) throws {
        let seed = try Seed.make(configuration)
        #expect(Self.choices.count == 31)
        try seed.emptyDatabase().read { db in
            for systems in Self.choices {
                let answers = try interview(
                    [],
                    given: [
                        .language: language.rawValue, .name: "Portale \"di\" prova: #1", .systems: systems.joined(separator: ","),
                        .place: "Casa dell'Orto \\ Sole", .administrator: "Zoë D'Angelo",
                    ]
                ).answers
                let path = folder.path + "/\(systems.joined(separator: "-")).yaml"
                let text = seed.starter(answers, file: "seed.yaml")
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                let report = try seed.report(on: SeedFile(path), db)
                #expect(report.mistakes.map(\.description) == [], "\(systems)")
                #expect(report.warnings.map(\.description) == [], "\(systems)")
                #expect(!text.split(separator: "\n").contains { !$0.hasPrefix("#") && $0.contains("password") })
                // About forty lines for a system.
                if systems.count == 1 { #expect((24...50).contains(text.split(separator: "\n").count), "\(systems)") }
                for line in text.split(separator: "\n") { #expect(line.count <= 150, "\(line)") }
            }
        }
    }

    @Test(arguments: [Language.italian, .english]) func theSiteShowsSomethingOfEverySystem(_ language: Language) async throws {
        let answers = try interview(
            [], given: [.language: language.rawValue, .name: "Prova", .systems: "all", .place: "Casa Sole", .administrator: "Anna Capo"]
        ).answers
        let path = folder.path + "/seed.yaml"
        _ = try NewSiteFile(path).write(answers, Seed.make(configuration))
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let plan = try await site.portal.apply(path)
        #expect(plan.added >= 28)
        let name = answers.pick("Storia dei fiumi", "History of rivers")
        try await site.browse(as: "admin") { browsers in
            for (page, shown) in [
                ("/stories", answers.pick("Il faro", "The lighthouse")), ("/campus/news", answers.pick("Benvenuti", "Welcome")),
                ("/campus/people", answers.pick("Scienze", "Science")), ("/admin/registry/courses", name),
                ("/admin/questionnaires/questionnaires", answers.pick("Come va?", "How is it?")),
                ("/admin/citations/sheets", answers.pick("Prima lezione", "First lesson")),
            ] {
                let answer = try await browsers[0].get(page)
                #expect(answer.text.contains(shown), "\(page)")
            }
        }
        let recipe = try await site.value("SELECT name FROM recipe WHERE published = 1", as: String.self)
        #expect(recipe == answers.pick("Pasta al pomodoro", "Pasta with tomato"))
        let signsIn = try await site.value("SELECT count(*) FROM account WHERE key = 'anna-capo' AND passwordHash IS NULL", as: Int.self)
        #expect(signsIn == 1)
    }

    @Test func theAnswersComeLineByLine() throws {
        let (answers, terminal) = try interview(["it", "Il mio sito", "1, Storie", "Casa Sole", "Anna Capo"])
        #expect(answers.language == .italian)
        #expect(answers.name == "Il mio sito")
        #expect(answers.systems == ["house", "stories"])
        #expect(answers.house == "Casa Sole")
        #expect(answers.institution == "Il mio sito")
        #expect(answers.signInName == "anna-capo")
        #expect(terminal.said.first == "Five questions make a first seed file. Nothing is written before the last answer; Ctrl-C ends.")
        #expect(terminal.count("2. Come si chiama il sito?") == 1)
        #expect(terminal.count("4. Come si chiama la prima casa?") == 1)
        #expect(terminal.said.contains { $0.hasPrefix("   4  Storie: ") })
    }

    @Test func anEmptyFirstAnswerIsTheTerminalsLanguage() throws {
        #expect(try interview(["", "X", "stories", "Y", "Z W"], in: .italian).answers.language == .italian)
        #expect(try interview(["", "X", "stories", "Y", "Z W"], in: .english).answers.language == .english)
    }

    @Test func withoutAHouseThePlaceIsTheInstitution() throws {
        let (answers, terminal) = try interview(["en", "X", "campus questionnaires", "University of Rivers", "Bo Li"])
        #expect(answers.systems == ["registry", "questionnaires", "campus"])
        #expect(answers.institution == "University of Rivers")
        #expect(terminal.count("4. What is the name of the institution?") == 1)
    }

    @Test func whatCannotBeTakenIsSaidAndAskedAgain() throws {
        let (answers, terminal) = try interview([
            "de", "en", "", String(repeating: "x", count: 81), "My site", "campsu", "9", ",", "6 1", "all", "Green House", "a\u{7}b",
            "Ada Sample",
        ])
        #expect(answers.name == "My site")
        #expect(answers.systems == ["house", "registry", "questionnaires", "campus", "stories", "citations"])
        #expect(answers.administrator == "Ada Sample")
        for said in [
            "Write the code of a language: it (Italiano), en (English).", "Write a name.", "Use at most 80 characters.",
            "There is no system “campsu”; do you mean “campus”?",
            "There is no system “9”: write numbers from 1 to 5, names, or “all”.", "Choose at least one system.",
            "There is no system “6”: write numbers from 1 to 5, names, or “all”.", "Write the name without control characters.",
        ] {
            #expect(terminal.count(said) == 1, "\(said)")
        }
    }

    @Test func flagsAnswerBeforehand() throws {
        let all: [NewSiteInterview.Question: String] = [
            .language: "en", .name: "X", .systems: "House", .place: "Y", .administrator: "王",
        ]
        let (answers, terminal) = try interview([], given: all)
        #expect(terminal.said == [])
        #expect(answers.signInName == "admin")
        #expect(
            try refusal([], given: all.merging([.systems: "hose"]) { $1 }) == "--systems: There is no system “hose”; do you mean “house”?")
        #expect(
            try refusal([], given: all.merging([.language: "fr"]) { $1 })
                == "--language: Write the code of a language: it (Italiano), en (English).")
        #expect(try refusal([], given: all.merging([.name: " "]) { $1 }) == "--name: Write a name.")
    }

    @Test func answersThatEndTooEarlyWriteNothing() throws {
        #expect(
            try refusal(["en", "X", "nothing"])
                == "The answers end before question 3, so nothing was written. In a script answer it with --systems.")
        #expect(folder.contents == [])
    }

    @Test func noFileIsOverwritten() throws {
        let (answers, _) = try interview(["en", "X", "stories", "Y", "Z W"])
        let seed = try Seed.make(configuration)
        let file = NewSiteFile(folder.path + "/new/site")
        let lines = try file.write(answers, seed)
        #expect(file.path == folder.path + "/new/site/seed.yaml")
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == lines + 1)
        let again = #expect(throws: CommandRefusal.self) { try file.write(answers, seed) }
        #expect(try again?.localized(in: TestSite.texts.words(in: .english)).contains("exists already and is not overwritten") == true)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.yaml", withDestinationPath: "/nowhere/seed.yaml")
        #expect(throws: CommandRefusal.self) { try NewSiteFile(folder.path + "/link.yaml").requireFree() }
        let blocked = #expect(throws: CommandRefusal.self) { try NewSiteFile(file.path + "/x.yaml").write(answers, seed) }
        #expect(try blocked?.localized(in: TestSite.texts.words(in: .english)).contains("cannot be written") == true)
    }

    @Test func theNextCommandIsTheFirstStartOrAPlan() throws {
        #expect(NewSiteFile(nil).next("./portico", configuration) == ["./portico", "serve"])
        #expect(NewSiteFile("mine").next("portico", configuration) == ["portico", "serve", "--seed", "mine/seed.yaml"])
        #expect(NewSiteFile("mine.yml").next("portico", configuration) == ["portico", "serve", "--seed", "mine.yml"])
        try Store.open(configuration).close()
        #expect(NewSiteFile("mine/").next("portico", configuration) == ["portico", "seed", "plan", "mine/seed.yaml"])
    }

    @Test func machinesInUTCGetTheZoneOfTheLanguage() throws {
        func zone(_ language: String, _ identifier: String) throws -> String {
            let given: [NewSiteInterview.Question: String] = [
                .language: language, .name: "X", .systems: "stories", .place: "Y", .administrator: "Z W",
            ]
            var interview = NewSiteInterview(try TestSite.texts, in: .english, given: given, read: { nil }, say: { _ in })
            return try interview.run(zone: TimeZone(identifier: identifier) ?? .gmt, day: Self.day).zone.identifier
        }
        #expect(try zone("it", "UTC") == "Europe/Rome")
        #expect(try zone("en", "Etc/UTC") == "Europe/London")
        #expect(try zone("en", "America/New_York") == "America/New_York")
    }
}
