import Admin
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// What monitors read.
@Suite struct HealthTests {
    private let logger = {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return logger
    }()

    private func health(_ portal: Portal, _ headers: HTTPFields = [:]) async throws -> (status: Int, text: String) {
        try await Application(router: portal.router(), logger: logger).test(.router) { client in
            let answer = try await client.execute(uri: "/health", method: .get, headers: headers)
            return (answer.status.code, String(buffer: answer.body))
        }
    }

    private func portal(_ folder: TemporaryFolder) async throws -> Portal {
        var configuration = Configuration()
        configuration.templates = TestSite.root + "/Templates"
        configuration.assets = TestSite.root + "/Public"
        configuration.data = folder.path + "/data"
        configuration.metricsToken = "a-token-for-the-test-alone"
        return try await Portal.open(configuration, logger: logger)
    }

    private static let token: HTTPFields = [.authorization: "Bearer a-token-for-the-test-alone"]

    @Test func strangersReadNoMoreThanWhetherItWorks() async throws {
        let folder = try TemporaryFolder()
        let portal = try await portal(folder)
        let stranger = try await health(portal)
        #expect(stranger.status == 200)
        #expect(stranger.text == #"{"status":"ok"}"#)
        let known = try await health(portal, Self.token)
        #expect(known.text.contains(#""writing":"ok""#))
        #expect(known.text.contains(#""jobs":"ok""#))
        #expect(known.text.contains("diskFree"))
    }

    @Test(arguments: [true, false]) func looksAtTheFileThatIsReallyOpen(isReplaced: Bool) async throws {
        let folder = try TemporaryFolder()
        let portal = try await portal(folder)
        let path = Store.path(portal.configuration)
        let before = try await health(portal, Self.token)
        #expect(before.text.contains(#""database":"ok""#))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".gone")
        if isReplaced { try FileManager.default.copyItem(atPath: path + ".gone", toPath: path) }
        let after = try await health(portal)
        #expect(after.status == 503)
        #expect(after.text == #"{"status":"failing"}"#)
        let known = try await health(portal, Self.token)
        #expect(known.text.contains(#""database":"replaced""#))
    }

    @Test func aFolderThatIsGoneIsSeen() async throws {
        let folder = try TemporaryFolder()
        let portal = try await portal(folder)
        try FileManager.default.moveItem(atPath: folder.path + "/data", toPath: folder.path + "/elsewhere")
        let answer = try await health(portal, Self.token)
        #expect(answer.status == 503)
        #expect(answer.text.contains(#""writing":"failing""#))
    }

    @Test func jobsThatNobodyTakesUpAreSeen() async throws {
        let folder = try TemporaryFolder()
        let portal = try await portal(folder)
        func state(_ kinds: [String], since: Date = .now) async throws -> JobHealth {
            try await portal.database.read { try JobHealth($0, kinds: kinds, since: since, now: .now + 3_600) }
        }
        let calm = try await state(["backup"])
        #expect(calm.state == .ok)
        try await portal.database.write { db in _ = try Jobs.enqueue(db, "backup", by: .system("test")) }
        let late = try await state(["backup"])
        #expect(late.state == .stuck)
        let off = try await state(["other"])
        #expect(off.state == .ok, "its system is switched off")
        let restarted = try await state(["backup"], since: .now + 3_500)
        #expect(restarted.state == .ok, "a program that has just started had no time for it")
        try await portal.database.write { try $0.execute(sql: "UPDATE job SET state = 'failed', endedAt = '2026-01-01 00:00:00.000'") }
        let failed = try await state(["backup"])
        #expect(failed.state == .failing)
        #expect(failed.failed == 1)
    }
}
