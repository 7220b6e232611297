import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Web

@testable import Portal

/// Every address of the product with its method, filled with numbers that the demonstration has.
struct RouteWalk: Sendable {
    struct Step: Sendable {
        let method: HTTPRequest.Method
        /// As `portico routes` prints it.
        let pattern: String
        /// With the numbers filled in.
        let path: String
        /// What the list says of it; nil where it says nothing.
        var need: Need?
        /// Whether it is one of the addresses that every kind of records has.
        var isOfRecords = false

        var name: String { "\(method.rawValue) \(pattern)" }
    }

    let steps: [Step]

    init(_ site: TestSite) async throws {
        let resources = site.portal.admin.resources.all
        let places = resources.flatMap { [$0.address, "/api/v1/\($0.system)/\($0.path)"] }
        let rules = RouteRules(site)
        steps = try await site.database.read { db in
            var ids: [String: String] = [:]
            for type in resources {
                let id = try Int64.fetchOne(db, sql: "SELECT min(id) FROM \(type.table) WHERE deletedAt IS NULL")
                ids["\(type.system)/\(type.path)"] = id.map(String.init)
            }
            return try site.portal.routes.map { route in
                let pattern = "/" + route.path.description.split(separator: "/").joined(separator: "/")
                let isOfRecords = places.contains { pattern == $0 || pattern.hasPrefix($0 + "/") }
                return Step(
                    method: route.method, pattern: pattern, path: try Self.filled(pattern, ids, db),
                    need: rules.need(route.method, pattern),
                    isOfRecords: isOfRecords)
            }
        }
    }

    private static func filled(_ pattern: String, _ ids: [String: String], _ db: Database) throws -> String {
        let parts = pattern.split(separator: "/").map(String.init)
        let filled = parts.enumerated().map { index, part -> String in
            guard part.hasPrefix("{") else { return part == "**" ? "nothing" : part }
            let before = parts[..<index].suffix(2).joined(separator: "/")
            if part == "{id}", let id = ids[before] { return id }
            return values[parts[..<index].joined(separator: "/") + "/" + part] ?? values[part] ?? "1"
        }
        return "/" + filled.joined(separator: "/")
    }

    /// What stands in an address that is no record's number, by the part or by the whole address up to it.
    private static let values = [
        "{token}": Token().text, "{language}": "en", "{kind}": "text", "{size}": "480.webp", "{name}": "nothing", "{document}": "rules",
        "{day}": "2026-11-26", "{year}": "2026", "{file}": "nothing", "{nickname}": "nobody",
    ]
}

extension Answer {
    /// Whether whoever asked was let in: neither a refusal nor the way to a door. A limit tells nothing of that.
    var isLetIn: Bool {
        if [401, 403, 404].contains(status) { return false }
        let doors = ["/sign-in", "/stories/sign-in", "/house"]
        let goal = location.map { String($0.prefix { $0 != "?" }) }
        return !(status == 303 && goal.map(doors.contains) == true)
    }
}

extension Browser {
    private static let asked = Atomic<Int>(0)

    /// Walks one step from an address of its own, so that no limit for a network answers instead; a form or a JSON body is empty.
    func walk(_ step: RouteWalk.Step, token: String? = nil) async throws -> Answer {
        let count = Self.asked.add(1, ordering: .relaxed).newValue
        forwardedFor = "10.\(count / 62_500 % 250).\(count / 250 % 250).\(count % 250)"
        let json = step.method.isWalkedWithBody ? "{}" : nil
        let own: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]
        if let token { return try await call(step.method, step.path, json, headers: [.authorization: "Bearer \(token)"]) }
        if step.pattern.hasPrefix("/api/") || step.pattern.hasPrefix("/ws/") {
            return try await call(step.method, step.path, json, headers: own, cookies: true)
        }
        switch step.method {
        case .get: return try await get(step.path)
        case .post: return try await post(step.path)
        default: return try await call(step.method, step.path, "{}", headers: own, cookies: true)
        }
    }
}

extension HTTPRequest.Method {
    fileprivate var isWalkedWithBody: Bool { self != .get && self != .delete }
}
