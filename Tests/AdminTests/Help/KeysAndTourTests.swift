import AdminTestSupport
import Testing

@testable import Admin

@Suite struct KeysAndTourTests {
    @Test func singleKeysAreSwitchedOffForOneAccountOnly() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            let before = try await browsers[0].get("/admin/keys")
            #expect(before.contains("I tasti soli sono accesi"))
            #expect(before.contains("data-keys=\"on\""))
            #expect(before.contains("<kbd>g</kbd> <kbd>p</kbd>"))
            expect(try await browsers[0].post("/admin/keys", [("single", "off")]).status == 303)
            let after = try await browsers[0].get("/admin/keys")
            #expect(after.contains("I tasti soli sono spenti"))
            #expect(after.contains("data-keys=\"off\""))
            expect(try await browsers[0].get("/admin/account").contains("data-keys=\"off\""))
            expect(try await browsers[1].get("/admin").contains("data-keys=\"on\""))
            try await browsers[0].post("/admin/keys", [("single", "on")])
            expect(try await browsers[0].get("/admin").contains("data-keys=\"on\""))
        }
    }

    @Test func theTourLeadsThroughRealPagesAndCanBeLeft() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            expect(try await librarian.get("/admin").contains("È la prima volta qui?"))
            expect(try await librarian.post("/admin/tour", [("step", "1")]).location == "/admin")
            let first = try await librarian.get("/admin")
            #expect(first.contains("Passo 1 di 6"))
            #expect(!first.contains("È la prima volta qui?"))
            #expect(!first.contains("value=\"0\">Indietro"))
            for number in 2...6 {
                let answer = try await librarian.post("/admin/tour", [("step", String(number))])
                let page = try await librarian.get(try #require(answer.location))
                #expect(page.status == 200)
                #expect(page.contains("Passo \(number) di 6"))
            }
            // Every page carries the strip, with a way to the page it speaks of.
            expect(try await librarian.get("/admin/account").contains("href=\"/admin/help\">Vai alla pagina"))
            try await librarian.post("/admin/tour", [("step", "left")])
            expect(try await librarian.get("/admin").contains("Hai lasciato il giro"))
            expect(try await librarian.get("/admin").contains("Passo") == false)
            expect(try await librarian.post("/admin/tour", [("step", "9999999")]).location == "/admin/help")
            expect(try await librarian.post("/admin/tour", [("step", "x")]).status == 422)
            try await librarian.post("/admin/tour", [("step", "done")])
            expect(try await librarian.get("/admin/tour").contains("Comincia il giro"))
        }
    }

    @Test func theHelpSaysWhatEveryScreenIsForAndWhomToAsk() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "") { browsers in
            let page = try await browsers[0].get("/admin/help")
            #expect(page.status == 200)
            #expect(page.contains("Amministratrice"))
            #expect(page.contains("Visite guidate, una tappa alla volta"))
            #expect(!page.contains("href=\"/admin/people\""))
            #expect(!page.contains("href=\"/admin/webhooks\""))
            // The pages of the menu that are no lists, too.
            #expect(page.contains("href=\"/admin/sample/loans\""))
            #expect(page.contains("Scrivi chi ha preso un libro."))
            expect(try await browsers[0].get("/admin/search?q=prestiti").contains("href=\"/admin/sample/loans\""))
            for path in ["/admin/sample/books", "/admin/sample/books/new", "/admin/search", "/admin/keys"] {
                expect(try await browsers[0].get(path).contains("<p class=\"purpose\">"), "\(path)")
            }
            // The tools of a list begin with what the list is for.
            for path in ["/admin/media", "/admin/audit"] {
                expect(try await browsers[0].get(path).contains("<p class=\"pop-title\">"), "\(path)")
            }
            for path in ["/admin/help", "/admin/tour", "/admin/keys", "/admin/changes"] {
                expect(try await browsers[1].get(path).status == 303, "\(path)")
            }
        }
    }
}
