import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Errors below `/admin`: people who are signed in keep the menu, visitors see nothing of the back office.
@Suite struct AdminErrorPagesTests {
    private static let menuLink = "href=\"/admin/sample/books\""
    private static let missing = "<h1>Pagina non trovata</h1>"

    private func browse(_ names: String..., test: @escaping @Sendable ([Browser]) async throws -> Void) async throws {
        let site = try await SampleSite()
        var portal = site.portal
        portal.errorFrames["admin"] = AdminErrorPages(portal.admin)
        try await site.browse(names, on: portal, test: test)
    }

    @Test func aMissingAddressKeepsTheMenu() async throws {
        try await browse("admin") { browsers in
            let page = try await browsers[0].get("/admin/nothing")
            #expect(page.status == 404)
            #expect(page.contains(Self.missing))
            #expect(page.contains(Self.menuLink))
            #expect(page.contains("href=\"/admin/people\""))
        }
    }

    @Test func aMissingRecordKeepsTheMenu() async throws {
        try await browse("librarian") { browsers in
            let page = try await browsers[0].get("/admin/sample/books/999")
            #expect(page.status == 404)
            #expect(page.contains(Self.missing))
            #expect(page.contains(Self.menuLink))
        }
    }

    @Test func theMenuIsThatOfThePerson() async throws {
        try await browse("librarian") { browsers in
            let page = try await browsers[0].get("/admin/nothing")
            #expect(page.contains(Self.menuLink))
            #expect(!page.contains("href=\"/admin/people\""))
        }
    }

    @Test func aPageThatOneMayNotOpenKeepsTheMenu() async throws {
        try await browse("librarian") { browsers in
            let page = try await browsers[0].get("/admin/sample/notes")
            #expect(page.status == 403)
            #expect(page.contains("<h1>Non puoi entrare qui</h1>"))
            #expect(page.contains(Self.menuLink))
        }
    }

    @Test func aVisitorDoesNotGetTheDesk() async throws {
        try await browse("") { browsers in
            let missing = try await browsers[0].get("/admin/nothing")
            #expect(missing.status == 404)
            #expect(!missing.contains("/admin/sample/books"))
            let closed = try await browsers[0].get("/admin/sample/books")
            #expect(closed.status == 303)
            #expect(closed.location?.hasPrefix("/sign-in?next=") == true)
        }
    }

    @Test func whoHasSignedOutIsAVisitor() async throws {
        try await browse("admin") { browsers in
            browsers[0].cookies = [:]
            let page = try await browsers[0].get("/admin/nothing")
            #expect(page.status == 404)
            #expect(!page.contains(Self.menuLink))
        }
    }

    @Test func anAddressElsewhereHasTheCommonPage() async throws {
        try await browse("admin") { browsers in
            let page = try await browsers[0].get("/nothing")
            #expect(page.status == 404)
            #expect(!page.contains(Self.menuLink))
        }
    }

    @Test func itSpeaksTheLanguageOfThePerson() async throws {
        let site = try await SampleSite()
        try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en'") }
        var portal = site.portal
        portal.errorFrames["admin"] = AdminErrorPages(portal.admin)
        try await site.browse(["admin"], on: portal) { browsers in
            let page = try await browsers[0].get("/admin/nothing")
            #expect(page.contains("<h1>Page not found</h1>"))
            #expect(page.contains("404 · "))
        }
    }

    @Test func itLeavesOtherErrorsAndExplainedRefusalsToTheCommonPage() async throws {
        let site = try await SampleSite()
        #expect(!AdminErrorPages(site.portal.admin).framesExplained)
    }

    @Test func aSystemHasNoBannersUnlessItMakesThem() async throws {
        let site = try await SampleSite()
        let none = try Sample.banners(site.database) == nil
        #expect(none)
    }
}
