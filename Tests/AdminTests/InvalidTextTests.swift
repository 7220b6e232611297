import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// Texts that break the rule for all texts, through the front door.
@Suite struct InvalidTextTests {
    private static let heap = "a" + String(repeating: "\u{301}", count: 5)
    private static let turned = "nome\u{202E}emon"

    private static func sentence(_ flaw: TextRule.Flaw) throws -> String {
        try SamplePortal.texts.words(in: .italian)(flaw.textKey).escapedForHTML()
    }

    @Test func aPersonHasANameThatCanBeSeenAndStaysInItsPlace() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            for (name, flaw) in [(Self.heap, TextRule.Flaw.marks), (Self.turned, .direction)] {
                let page = try await browsers[0].post(
                    "/admin/people", [("key", "maria"), ("name", name), ("language", "browser"), ("isActive", "yes")])
                let isSaid = try page.contains(Self.sentence(flaw))
                #expect(page.status == 422)
                #expect(isSaid)
                #expect(page.contains(name))
            }
            let blank = try await browsers[0].post("/admin/people", [("key", "maria"), ("name", "\u{3164}"), ("language", "browser")])
            #expect(blank.status == 422)
        }
        expect(try await site.value("SELECT count(*) FROM account WHERE key = 'maria'", as: Int.self) == 0)
    }

    @Test func aProgramIsToldTheField() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            for name in [Self.heap, Self.turned, "\u{200B}", "a\u{E0061}"] {
                let sent = JSON.object([("name", .text(name))]).compact
                let answer = try await programs[0].call(.post, "/api/v1/sample/books", sent)
                #expect(answer.status == 422, "\(answer.text)")
                #expect(answer.text.contains("/name"), "\(answer.text)")
            }
        }
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 0)
    }

    /// A form that says nothing of texts at its own fields: a page asks for what is to be corrected, and holds everything else.
    @Test func everyOtherFormComesBackForCorrection() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let views = "/admin/sample/books/views"
            let page = try await browsers[0].post(views, [("name", Self.turned), ("back", "?q=pane"), ("shared", "yes")])
            let isSaid = try page.contains(Self.sentence(.direction))
            #expect(page.status == 422)
            #expect(isSaid)
            #expect(page.contains("action=\"\(views)\""))
            #expect(page.contains("name=\"name\" value=\"\(Self.turned)\" aria-invalid"))
            #expect(page.contains("type=\"hidden\" name=\"back\" value=\"?q=pane\""))
            #expect(page.contains("name=\"shared\" value=\"yes\""))
            let kept = try await browsers[0].post(views, [("name", "Pane"), ("back", "?q=pane"), ("shared", "yes")])
            #expect(kept.status == 303)
        }
    }

    @Test func aWorkingCopyKeepsWhateverIsTyped() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let copy = try await browsers[0].post("/admin/sample/books/new/working-copy", [("name", Self.heap), ("scope", "1")])
            #expect(copy.status == 200, "\(copy.text)")
        }
    }
}
