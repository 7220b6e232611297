import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// A data folder without a site, and what starts on it.
struct SetupSite: Sendable {
    static let password = "quattro parole lontane fra loro"

    let folder: TemporaryFolder
    private let base: TestSite
    private let demonstration: String

    var data: String { folder.path + "/data" }
    var seedFile: String { data + "/seed.yaml" }

    init() async throws {
        folder = try TemporaryFolder()
        base = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        demonstration = folder.path + "/demo.yaml"
        try Data(Self.demo.utf8).write(to: URL(fileURLWithPath: demonstration))
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: false)
    }

    /// A demonstration that is small.
    private static let demo = """
        site: { name: Prova, language: it, languages: [en], zone: Europe/Rome, systems: [house, registry, stories] }
        accounts:
          - { key: admin, name: Amministratrice di prova, password: portico-demo-account, demo: true, roles: [{ role: admin }] }
        house:
          houses:
            - { key: casa-rossa, name: Casa Rossa, zone: Europe/Rome }
        """

    /// Starts as `portico serve` does, and returns the link's path.
    func start(
        in name: String = "data", _ environment: (inout Configuration) -> Void = { _ in }
    ) async throws -> (portal: Portal, link: String?) {
        let file = demonstration
        let portal = try await base.start(on: "\(folder.path)/\(name)") {
            $0.demonstration = file
            environment(&$0)
        }.portal
        guard case .begun(let link) = try await portal.beginSetup() else { return (portal, nil) }
        return (portal, link)
    }

    func browse(_ portal: Portal, _ count: Int = 1, test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        try await base.browse(Array(repeating: "", count: count), on: portal, test: test)
    }

    /// Good answers to every screen.
    static func answers(
        _ systems: [String] = ["house", "stories"], content: String = "examples", key: String = "anna", language: String = "it"
    ) -> [(screen: SetupScreen, fields: [(String, String)])] {
        [
            (.site, [("language", language), ("name", "Casa \"dell'Orto\": #1")]), (.systems, systems.map { ("systems", $0) }),
            (.content, [("content", content), ("house", "Casa Sole"), ("institution", "Università dei Fiumi")]),
            (
                .administrator,
                [("administrator", "Anna Capo"), ("key", key), ("password", password), ("passwordAgain", password)]
            ),
            (.finish, [("backups", "yes"), ("hour", "4"), ("days", "9"), ("weeks", "2")]),
        ]
    }

    /// Answers until a screen, which is not answered, and returns the last answer's page.
    @discardableResult
    static func walk(
        _ browser: Browser, _ link: String, until last: SetupScreen? = nil,
        _ answers: [(screen: SetupScreen, fields: [(String, String)])] = answers()
    ) async throws -> Answer? {
        var answer: Answer?
        for (screen, fields) in answers where screen.number < last?.number ?? 9 {
            answer = try await browser.post(screen == .site ? link : screen.address, fields)
            let expected = screen.next?.address ?? "/admin"
            #expect(answer?.location == expected, "\(screen): \(answer?.status ?? 0) \(answer?.text.prefix(3_000) ?? "")")
        }
        return answer
    }
}

extension Portal {
    /// One value of the database.
    func value<Value: DatabaseValueConvertible & Sendable>(_ sql: String, as type: Value.Type = Value.self) async throws -> Value? {
        try await database.read { try Value.fetchOne($0, sql: sql) }
    }

    func list(_ sql: String) async throws -> [String] { try await database.read { try String.fetchAll($0, sql: sql) } }
}
