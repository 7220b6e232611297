import Accounts
import Foundation
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// A site with the system switched on and one run, already worked out.
enum RunSite {
    static let actor = Actor(accountID: nil, name: "prova", address: "", requestID: "")

    /// - Parameter change: what is different from the method's own example.
    static func make(
        list: String = Examples.list, page: String? = Examples.pageA,
        _ change: @escaping @Sendable (inout Run, inout Author) -> Void = { _, _ in }
    ) async throws -> (site: TestSite, run: Int64) {
        let site = try await TestSite("house", "registry", "campus", "citations")
        let id = try await site.database.write { db in
            var (author, run) = (Author(), Run())
            (author.name, author.surname, run.name) = ("Mario Rossi", "Rossi", "Rossi")
            run.documents = [document("list.txt", .list, list)] + (page.map { [document("page.html", .page, $0)] } ?? [])
            change(&run, &author)
            try author.insert(db, by: actor)
            run.author = author.id
            try run.insert(db, by: actor)
            return run.id ?? 0
        }
        try await work(site)
        return (site, id)
    }

    static func document(_ name: String, _ role: DocumentRole, _ text: String) -> RunDocument {
        var document = RunDocument()
        (document.name, document.role, document.text) = (name, role, text)
        return document
    }

    /// Does the jobs that wait.
    static func work(_ site: TestSite) async throws { try await site.portal.jobs.runDue(now: .now + 1) }

    /// A work by its title.
    static func find(_ site: TestSite, _ title: String) async throws -> Int64 {
        try await site.value("SELECT id FROM citationWork WHERE title = '\(title)'", as: Int64.self) ?? 0
    }
}

/// `#expect` itself takes nothing that has to be waited for.
func expect(_ holds: Bool, _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(holds, what, sourceLocation: sourceLocation)
}
