import Logging
import TestSupport
import Testing
import Web

@testable import Portal

/// What a start opens and reads at the same time.
struct OpeningTests {
    private func configuration(_ folder: TemporaryFolder) -> Configuration {
        var configuration = Configuration()
        configuration.templates = TestSite.root + "/Templates"
        configuration.assets = TestSite.root + "/Public"
        configuration.data = folder.path + "/data"
        return configuration
    }

    private let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

    @Test func opensANewDatabaseAndReadsThePages() async throws {
        let folder = try TemporaryFolder()
        let portal = try await Portal.open(configuration(folder), logger: logger)
        #expect(try await portal.isNew && portal.assets.has("portico.css") && portal.desk.pages.templates.has("home"))
    }

    @Test(arguments: [
        ("data", "x", "PORTICO_DATA: "),
        ("data/portico.sqlite", String(repeating: "no database at all ", count: 500), "is damaged or no database"),
    ])
    func saysWhatKeepsItFromOpening(file: String, content: String, said: String) async throws {
        let folder = try TemporaryFolder([file: content])
        let configuration = configuration(folder)
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains(said) == true, "\(refused?.problems ?? [])")
    }

    @Test func doesNotTouchTheDatabaseOfANewerProgram() async throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        try await Store.open(configuration).write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('house 999 of next year')") }
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems.first?.contains("belongs to a newer Portico") == true)
    }

    @Test func refusesWithWhatIsWrongInTheTemplates() async throws {
        let folder = try TemporaryFolder([
            "templates/texts/it.yaml": "a: x", "templates/texts/en.yaml": "a: x", "templates/home.mustache": "[[b]]",
        ])
        var configuration = configuration(folder)
        configuration.templates = folder.path + "/templates"
        let refused = await #expect(throws: StartProblems.self) { try await Portal.open(configuration, logger: logger) }
        #expect(refused?.problems == ["home.mustache:1: there is no text b"])
    }
}
