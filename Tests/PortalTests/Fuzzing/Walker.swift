import Accounts
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Web

@testable import Portal

/// A person who walks through the demonstration with a browser and sends what people do not type.
final class Walker {
    let name: String
    let browser: Browser
    private let site: TestSite
    private let trace: Trace
    private let needs: [RoutePattern: Need]
    private let roles: [Role]
    /// What was answered with 500 or more.
    private(set) var failures: [String] = []
    private(set) var count = 0

    /// - Parameter needs: what the addresses ask for; everything is tried of which it says nothing.
    init(
        _ name: String, _ client: any TestClientProtocol, _ site: TestSite, _ trace: Trace, needs: [RoutePattern: Need] = [:]
    ) async throws {
        (self.name, self.site, self.trace, self.needs) = (name, site, trace, needs)
        browser = Browser(client)
        roles = try await site.database.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT role FROM roleAssignment JOIN account ON account.id = accountID WHERE key = ?", arguments: [name])
            return Portal.roles.filter { names.contains($0.name) }
        }
        try await comeIn()
    }

    /// Whether the list of the walk through all addresses lets this person in.
    func isLetIn(_ pattern: RoutePattern) -> Bool {
        switch needs[pattern] {
        case nil: return true
        case .writer: return name == "writer"
        case .guest: return Self.guests.contains(name)
        case .some(let need): return need.lets(in: nil) || roles.contains { need.lets(in: $0) }
        }
    }

    /// Who goes in as a guest of Casa Rossa besides.
    private static let guests = ["admin", "educator"]

    /// A visitor stays one; who has an account signs in, and an educator goes in as a guest of Casa Rossa; the writer is Lina.
    private func comeIn() async throws {
        try await forgetAttempts()
        browser.cookies = [:]
        browser.forwardedFor = nextAddress
        guard !name.isEmpty else { return }
        if name == "writer" {
            try await browser.post("/stories/sign-in", [("email", "lina@example.org"), ("password", TestSite.password)])
            return
        }
        try await browser.post("/sign-in", [("name", name), ("password", TestSite.password)])
        guard Self.guests.contains(name) else { return }
        let guest = try await site.value("SELECT min(id) FROM guest WHERE houseID = 1 AND active AND deletedAt IS NULL", as: Int.self)
        try await browser.post("/house/guests/\(guest ?? 1)/entry", [("try", "yes")])
    }

    /// Guesses are none of this: without it the limits would answer instead of what they protect.
    private func forgetAttempts() async throws { try await site.database.write { try $0.execute(sql: "DELETE FROM attempt") } }

    private var nextAddress: String { "10.\(count / 65_536 % 256).\(count / 256 % 256).\(count % 256)" }

    func get(_ address: String) async throws -> Answer {
        try await note("GET " + address) { try await $0.get(address) }
    }

    func send(_ form: PageForm, to address: String? = nil) async throws -> Answer {
        let address = address ?? form.action
        let fields = form.fields.filter { !$0.isFile && $0.isSent }.map { ($0.name, $0.value) }
        if form.method == "GET" { return try await get(address.prefix { $0 != "?" } + "?" + Self.query(fields)) }
        // A form of a record is not stopped by what is no picture.
        let files = form.fields.filter { $0.isFile && !$0.name.hasSuffix(".file") }.map {
            (name: $0.name, fileName: "rows.csv", bytes: Data("name,ordering\nUno,\(Int.min)\n".utf8))
        }
        let answer = try await note("POST \(address) \(fields.map { "\($0)=\($1.prefix(40))" }.joined(separator: "&"))") { browser in
            form.isMultipart ? try await browser.post(address, fields, files: files) : try await browser.post(address, fields)
        }
        // An act may have ended the session, or another one the right to it.
        if answer.location?.hasPrefix("/sign-in") == true || answer.location == "/house" { try await comeIn() }
        return answer
    }

    func call(_ method: String, _ address: String, _ json: String?) async throws -> Answer {
        try await note("\(method) \(address) \(json?.prefix(200) ?? "")") {
            try await $0.call(
                .init(method)!, address, json, headers: [.init("Sec-Fetch-Site")!: "same-origin", .init("If-Match")!: "*"], cookies: true)
        }
    }

    private func note(_ request: String, _ send: (Browser) async throws -> Answer) async throws -> Answer {
        count += 1
        // Limits for a network and for an account are tried elsewhere.
        browser.forwardedFor = nextAddress
        trace.begin("\(name.isEmpty ? "visitor" : name): \(request)")
        let answer = try await send(browser)
        if answer.status >= 500 { failures.append("\(name.isEmpty ? "visitor" : name): \(request.prefix(500)) -> \(answer.status)") }
        if count % 200 == 0 { try await forgetAttempts() }
        return answer
    }

    static func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0.addressEscaped)=\($0.1.addressEscaped)" }.joined(separator: "&")
    }
}

extension String {
    /// As a part of a path or a query: only letters, digits and `-._~` as they are.
    var addressEscaped: String {
        addingPercentEncoding(
            withAllowedCharacters: .init(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"))
            ?? ""
    }
}
