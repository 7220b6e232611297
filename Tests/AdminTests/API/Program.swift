import Accounts
import AdminTestSupport
import Foundation
import GRDB
import HTTPTypes

@testable import Admin

/// Another program with a token: what the tests of the JSON interface hold in hand.
struct Program: Sendable {
    let browser: Browser
    let secret: String
    var language = "en"

    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, match: String? = nil, type: String? = nil) async throws
        -> Answer
    {
        var headers: HTTPFields = [.authorization: "Bearer \(secret)", .acceptLanguage: language]
        headers[.ifMatch] = match
        headers[.contentType] = type
        return try await browser.call(method, path, json, headers: headers)
    }

    /// A new record; its id and tag.
    @discardableResult
    func make(_ path: String, _ json: String) async throws -> (id: Int, tag: String) {
        let answer = try await call(.post, path, json)
        guard answer.status == 201 else { throw Unexpected(answer: answer) }
        return (answer.json["id"]?.number ?? 0, answer.headers[.eTag] ?? "")
    }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: Answer
        var description: String { "\(answer.status) \(answer.text)" }
    }
}

extension Answer {
    var json: JSON { (try? JSON(parsing: text.utf8)) ?? .null }
    /// The names that a list holds.
    var names: [String] { json["items"]?.list?.compactMap { $0["name"]?.text } ?? [] }
    /// Where values were refused, with why.
    var errors: [String: String] {
        Dictionary((json["errors"]?.list ?? []).map { ($0["pointer"]?.text ?? "", $0["detail"]?.text ?? "") }) { first, _ in first }
    }
    /// The last part of a problem's type.
    var problem: String { json["type"]?.text?.split(separator: "-").last.map(String.init) ?? "" }
}

extension SampleSite {
    func token(
        of key: String, _ access: AccessToken.Access = .write, areas: [String] = [AccessToken.everything], scope: Int64? = nil,
        life: TimeInterval = 3_600
    ) async throws -> String {
        try await database.write { db in
            let account = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [key]) ?? 0
            return try AccessToken.make(
                "test", access: access, areas: areas, scope: scope, life: life, of: account, db, by: .system("test")
            ).secret
        }
    }

    /// Runs a test with programs that act for the given accounts with all their rights.
    func run(as keys: String..., test: @escaping @Sendable ([Program]) async throws -> Void) async throws {
        var secrets: [String] = []
        for key in keys { secrets.append(try await token(of: key)) }
        try await browse(as: "") { [secrets] browsers in
            try await test(secrets.map { Program(browser: browsers[0], secret: $0) })
        }
    }
}
