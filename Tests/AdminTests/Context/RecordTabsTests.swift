import Accounts
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// The tabs of a record with further pages, at its addresses and for whom they are.
@Suite struct RecordTabsTests {
    private static let record = "/admin/paged/books/7"

    /// The addresses of the tabs, the current one with an asterisk; `none` without tabs.
    private func tabs(at paths: [String], as name: String) async throws -> [String] {
        let site = try await SampleSite()
        let base = site.portal.admin
        let admin = AdminContext(
            database: site.database, brief: base.brief, pages: base.pages, modules: [Paged.self], pictures: base.pictures,
            backups: base.backups
        ) { base.site }
        let sessions = Sessions(database: site.database, brief: base.brief, settings: site.portal.accounts)
        let words = try SamplePortal.texts.words(in: .italian)
        let told = Told()
        try await site.browse([name]) { browsers in
            let router = Router(context: Visitor.self)
            router.group().add(middleware: sessions).group(context: SignedIn.self).get("tabs") { request, person -> Response in
                let found = admin.recordTabs(at: Form(query: request.uri.query ?? "")["path"], person, words)
                let items = found?["items"] as? [Values] ?? []
                let lines = items.map { item in
                    (item["isCurrent"] as? Bool == true ? "*" : "") + (item["href"] as? String ?? "") + " "
                        + (item["label"] as? String ?? "")
                }
                let text = found == nil ? "none" : lines.joined(separator: "\n")
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
            }
            let cookies = browsers[0].cookies
            try await Application(router: router, logger: SamplePortal.logger).test(.router) { client in
                let browser = Browser(client)
                browser.cookies = cookies
                for path in paths { await told.add(try await browser.get("/tabs?path=" + path.queryEscaped).text) }
            }
        }
        return await told.texts
    }

    private func addresses(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    @Test func theFormComesFirstAndTheHistoryLast() async throws {
        let found = try await tabs(at: [Self.record], as: "admin")
        let expected = ["*" + Self.record, Self.record + "/loans", Self.record + "/people", Self.record + "/history"]
        #expect(addresses(found[0]) == expected)
    }

    @Test func theyAreNamedByTheirTexts() async throws {
        let words = try SamplePortal.texts.words(in: .italian)
        let found = try await tabs(at: [Self.record], as: "admin")
        #expect(found[0].contains("/loans Prestiti"))
        #expect(found[0].contains(words("form.details")))
        #expect(found[0].hasSuffix(words("form.history")))
    }

    @Test func thePageThatIsOpenIsMarked() async throws {
        let found = try await tabs(at: [Self.record + "/loans", Self.record + "/history"], as: "admin")
        #expect(addresses(found[0]).firstIndex(of: "*" + Self.record + "/loans") == 1)
        #expect(addresses(found[0]).filter { $0.hasPrefix("*") }.count == 1)
        #expect(addresses(found[1]).last == "*" + Self.record + "/history")
    }

    @Test func aPageThatOneMayNotOpenHasNoTab() async throws {
        let found = try await tabs(at: [Self.record, Self.record + "/people"], as: "librarian")
        #expect(addresses(found[0]) == ["*" + Self.record, Self.record + "/loans", Self.record + "/history"])
        #expect(found[1] == "none")
    }

    @Test func otherPagesHaveNone() async throws {
        let paths = [
            "/admin", "/admin/paged/books", "/admin/paged/books/new", "/admin/paged/books/7/elsewhere", "/admin/paged/books/7/loans/2",
            "/admin/paged/shelves/7", "/admin/other/books/7",
        ]
        let found = try await tabs(at: paths, as: "admin")
        #expect(found == paths.map { _ in "none" })
    }
}

private actor Told {
    private(set) var texts: [String] = []
    func add(_ text: String) { texts.append(text) }
}

/// A system with a record that has further pages, and one that has none. Nothing of it is stored.
private enum Paged: Module {
    static let name = "paged"
    static let icon = "house"
    static let resources: [any Resource.Type] = [PagedBook.self, PagedShelf.self]
    static let roles: [Role] = []
    static func migrate(_ migrator: inout SchemaMigrator) {}
}

private struct PagedBook: Resource {
    var stamp = RecordMetadata()
    var name = ""
    static let system = Paged.name
    static let path = "books"
    static let table = "book"
    static let fields: [Field<PagedBook>] = [.title("name", \.name)]
    static let pages = [
        RecordPage("sample.loans.title", "loans", icon: "list"),
        RecordPage("sample.readers.many", "people", icon: "guest", permission: "admin.people.edit"),
    ]
}

private struct PagedShelf: Resource {
    var stamp = RecordMetadata()
    var name = ""
    static let system = Paged.name
    static let path = "shelves"
    static let table = "shelf"
    static let fields: [Field<PagedShelf>] = [.title("name", \.name)]
}
