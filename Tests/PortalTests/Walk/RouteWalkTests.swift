import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// Closed by default: every address with every method, asked by everybody.
@Suite struct RouteWalkTests {
    /// Streams of events do not end by themselves; whoever is not let in gets no stream.
    private static let streams: Set = ["/house/events", "/api/v1/events"]

    /// A visitor, somebody without any role, and each role of the product but that of administrators.
    private static var askers: [Role?] {
        var all: [Role?] = [nil, Role("none", may: [])]
        for role in Portal.roles where role.name != "admin" { all.append(role) }
        return all
    }

    @Test func everyRouteIsOnTheList() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let unnamed = walk.steps.filter { $0.need == nil }.map(\.name)
        #expect(walk.steps.count > 2_000)
        #expect(unnamed == [])
    }

    /// The roles of the demonstration's accounts; the others ask less.
    private static let demo: Set = [
        "educator", "researcher", "moderator", "questionnaires-office", "teacher", "campus-teacher", "student", "campus-editor",
        "campus-alerts",
    ]

    /// Whether somebody asks for an address. A visitor and an account without a role ask for all; a role of the demonstration for all lists and
    /// every third record, the other roles for every third list and every 18th record, in turn: the addresses of records share their code.
    private static func asks(_ role: Role?, _ number: Int, _ step: RouteWalk.Step, _ index: Int) -> Bool {
        guard let role, role.name != "none" else { return true }
        if demo.contains(role.name) { return !step.isOfRecords || (index + number) % 3 == 0 }
        return (index + number) % (step.isOfRecords ? 18 : 3) == 0
    }

    @Test(arguments: [0, 1])
    func nobodyIsLetInWhomTheListDoesNotName(half: Int) async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let roles = Self.askers.enumerated().filter { $0.offset % 2 == half }.map(\.element)
        let before = try await site.contents()
        try await site.browse(roles.map { $0.map { "role-" + $0.name } ?? "" }) { browsers in
            for (number, (role, browser)) in zip(roles, browsers).enumerated() {
                for (index, step) in walk.steps.enumerated() where Self.asks(role, number, step, index) {
                    guard let need = step.need, need != .nothing, !need.lets(in: role) else { continue }
                    let answer = try await browser.walk(step)
                    #expect(!answer.isLetIn, "\(role?.name ?? "visitor") \(step.name): \(answer.status)")
                    #expect(answer.status < 500, "\(role?.name ?? "visitor") \(step.name): \(answer.status)")
                }
            }
        }
        // Whoever is refused changes nothing either.
        let after = try await site.contents()
        #expect(before == after)
    }

    @Test func whatIsOpenBreaksNowhere() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let open = walk.steps.filter { $0.need == .nothing }
        #expect(open.count > 150)
        try await site.browse(as: "") { browsers in
            for step in open where !Self.streams.contains(step.pattern) {
                let answer = try await browsers[0].walk(step)
                #expect(answer.status < 500, "\(step.name): \(answer.status)")
            }
        }
    }

    @Test func programsAreLetInNowhereElse() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let roles = Self.askers
        let tokens = try await site.tokens(of: roles.compactMap(\.self))
        let steps = walk.steps.filter { $0.pattern.hasPrefix("/api/") || $0.pattern.hasPrefix("/ws/") }
        try await site.browse(as: "") { browsers in
            for (number, role) in roles.enumerated() {
                let token = role.map { tokens[$0.name] ?? "" } ?? "ptc_" + Token().text
                for (index, step) in steps.enumerated() where Self.asks(role, number, step, index) {
                    guard let need = step.need, need != .nothing, !need.lets(in: role) else { continue }
                    let answer = try await browsers[0].walk(step, token: token)
                    #expect(!answer.isLetIn, "\(role?.name ?? "invented") \(step.name): \(answer.status)")
                    #expect(answer.status < 500, "\(role?.name ?? "invented") \(step.name): \(answer.status)")
                }
            }
        }
    }

    /// Without this a wrong number in an address would pass for a refusal.
    @Test func anAdministratorIsLetInEverywhere() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        try await site.browse(as: "admin") { browsers in
            for step in walk.steps where step.method == .get && !RouteRules.isAbsent(step.pattern) {
                switch step.need {
                case .account, .may:
                    let answer = try await browsers[0].walk(step)
                    #expect(answer.isLetIn, "\(step.name) (\(step.path)): \(answer.status)")
                    #expect(answer.status < 500, "\(step.name) (\(step.path)): \(answer.status)")
                default: continue
                }
            }
        }
    }
}

/// The table of roles says what the roles reach.
@Suite struct RoleTableTests {
    @Test func everyPermissionThatAPageAsksForStandsInTheTable() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let table = Set(PermissionTable(site.portal.admin, try TestSite.texts.words(in: .english)).all)
        let asked = walk.steps.reduce(into: Set<Permission>()) { asked, step in
            if case .may(let permissions) = step.need { asked.formUnion(permissions) }
        }
        // Taking a backup along takes everything.
        #expect(asked.subtracting(table) == ["*"])
        let given = Portal.roles.flatMap(\.grants).filter { !$0.rawValue.hasSuffix("*") }
        #expect(Set(given).subtracting(table) == [])
    }

    @Test func everyRoleReachesWhatItsTableSaysAndNothingElse() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let table = PermissionTable(site.portal.admin, try TestSite.texts.words(in: .english))
        let pages = walk.steps.filter { $0.method == .get && !$0.pattern.contains("{") && !$0.pattern.hasPrefix("/ws") }
        let roles = Portal.roles.filter { $0.name != "admin" }
        try await site.browse(roles.map { "role-" + $0.name }) { browsers in
            for (role, browser) in zip(roles, browsers) {
                let ticked = table.all.filter { table.allows(role, $0) }
                for step in pages {
                    guard case .may(let permissions) = step.need else { continue }
                    let says = !permissions.filter(ticked.contains).isEmpty
                    // What needs a record of one's own besides is not there for everybody.
                    if says, RouteRules.isAbsent(step.pattern) { continue }
                    let answer = try await browser.walk(step)
                    #expect(answer.isLetIn == says, "\(role.name) \(step.name): \(answer.status), the table says \(says)")
                }
            }
        }
    }

    @Test func whatAPersonCanDoIsSaidOnTheirPage() async throws {
        let site = try await TestSite.seeded()
        try await site.browse(as: "role-educator", "role-reviewer", "role-moderator") { browsers in
            let pages = try await [
                browsers[0].get("/admin/account/access"), browsers[1].get("/admin/account/access"),
                browsers[2].get("/admin/account/access"),
            ]
            let words = try TestSite.texts.words(in: .italian)
            for (page, permissions) in zip(
                pages,
                [
                    ["house.lists.edit", "house.messages.edit", "house.voices.edit", "house.living.edit", "house.guests.try"],
                    ["questionnaires.analysis", "questionnaires.review"], ["stories.cases.decide", "stories.writers.suspend"],
                ])
            {
                for permission in permissions { #expect(page.contains(words("permissions." + permission)), "\(permission)") }
            }
            #expect(!pages[2].contains(words("permissions.stories.writers.erase")))
        }
    }
}

extension TestSite {
    /// How many rows each table has, and when one was changed last; without what every request leaves: logs, sessions, counters.
    func contents() async throws -> [String: String] {
        let passing: Set = [
            "audit", "session", "attempt", "guess", "job", "challenge", "halfSession", "unsentForm", "accessToken", "campusVisits",
            "knownBrowser",
        ]
        return try await database.read { db in
            let tables = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%Words%'")
            return try Dictionary(
                uniqueKeysWithValues: tables.filter { !passing.contains($0) }.map { table in
                    let hasTime = try db.columns(in: table).contains { $0.name == "updatedAt" }
                    let sql = "SELECT count(*) || ' ' || \(hasTime ? "ifnull(max(updatedAt), '')" : "''") FROM \"\(table)\""
                    return (table, try String.fetchOne(db, sql: sql) ?? "")
                })
        }
    }

    /// A token for the account of each role.
    fileprivate func tokens(of roles: [Role]) async throws -> [String: String] {
        try await database.write { db in
            try Dictionary(
                uniqueKeysWithValues: roles.map { role in
                    let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: ["role-" + role.name])
                    let made = try AccessToken.make(
                        "Prova", access: .write, areas: ["*"], scope: nil, life: 86_400, of: id ?? 0, db, by: .system("tests"))
                    return (role.name, made.secret)
                })
        }
    }
}
