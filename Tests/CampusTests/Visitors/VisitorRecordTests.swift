import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Admin
@testable import Campus

/// What is kept for a visitor: taken along as a file, and read and changed by programs.
@Suite struct VisitorRecordTests {
    @Test func aVisitorTakesAlongWhatIsKeptAndNothingElse() async throws {
        let university = try await University()
        try await university.site.browse(as: "", "") { who in
            let nothing = try await who[0].get("/campus/mine/data.json")
            #expect(nothing.status == 404)
            try await who[1].post("/campus/mine/favourites", [("kind", "person"), ("id", "2")])
            try await who[0].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            try await who[0].get("/campus/people/1")
            let page = try await who[0].get("/campus/mine")
            #expect(page.contains("href=\"/campus/mine/data.json\""))
            let file = try await who[0].get("/campus/mine/data.json")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"campus.json\"")
            #expect(file.headers[.cacheControl] == "no-store, no-transform")
            let json = try JSON(parsing: Array(file.text.utf8))
            #expect(json["courses"]?.list?.map { $0["code"]?.text } == ["EC01"])
            #expect(json["recents"]?.list?.first?["title"]?.text == "Lea Velario")
            let token = who[0].cookies.first { $0.key.hasSuffix("portico-campus") }?.value ?? "none"
            #expect(!file.contains(token))
        }
    }

    @Test func aProgramKeepsReadsAndForgets() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            let program = who[0]
            let path = "/campus/api/v1/me"
            let unknown = try await program.call(.get, path)
            #expect(unknown.status == 401)
            #expect(unknown.contains("\"code\":\"no_token\""))
            let begun = try await program.call(.post, path)
            #expect(begun.status == 201)
            let token = try JSON(parsing: Array(begun.text.utf8))["token"]?.text ?? ""
            let own: HTTPFields = [.authorization: "Bearer \(token)"]
            let again = try await program.call(.post, path, headers: own)
            #expect(again.status == 409)
            let kept = try await program.call(.post, path + "/favourites", "{\"kind\":\"person\",\"id\":1}", headers: own)
            #expect(kept.status == 200)
            #expect(kept.contains("Lea Velario"))
            #expect(kept.headers[.init("Access-Control-Allow-Origin")!] == nil)
            let course = try await program.call(.post, path + "/courses", "{\"course\":1,\"colour\":\"green\"}", headers: own)
            #expect(course.contains("\"color\":\"green\""))
            let event = "{\"title\":\"Ripasso\",\"kind\":\"task\",\"on\":\"2099-03-02\",\"from\":\"09:00\",\"to\":\"10:00\"}"
            let made = try await program.call(.post, path + "/events", event, headers: own)
            #expect(made.status == 200)
            #expect(made.contains("Ripasso"))
            let wrong = try await program.call(.post, path + "/events", "{\"title\":\"\"}", headers: own)
            #expect(wrong.status == 409)
            #expect(wrong.contains("\"code\":\"conflict\""))
            for (method, part) in [
                (HTTPRequest.Method.post, "/profile?degree=1"), (.post, "/alerts"), (.delete, "/favourites?kind=person&id=1"),
            ] {
                let done = try await program.call(method, path + part, headers: own)
                #expect(done.status == 200, "\(part): \(done.text)")
            }
            let whole = try JSON(parsing: Array(try await program.call(.get, path, headers: own).text.utf8))
            #expect(whole["degree"]?["name"]?.text == "Ecologia")
            #expect(whole["alertsSeenAt"]?.text != nil)
            #expect(whole["favourites"]?.list?.contains { $0["id"]?.number == 1 } == false)
            let gone = try await program.call(.delete, path, headers: own)
            let after = try await program.call(.get, path, headers: own)
            #expect(gone.status == 204)
            #expect(after.status == 401)
        }
        let left = try await university.site.value("SELECT count(*) FROM campusVisitor", as: Int.self)
        #expect(left == 0)
    }

    @Test func theTwentySixthFavouriteIsRefusedForProgramsToo() async throws {
        let university = try await University()
        try await university.add(people: 24)
        try await university.site.browse(as: "") { who in
            for id in 1...25 { try await who[0].post("/campus/mine/favourites", [("kind", "person"), ("id", String(id))]) }
            let headers: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]
            let full = try await who[0].call(
                .post, "/campus/api/v1/me/favourites", "{\"kind\":\"person\",\"id\":26}", headers: headers, cookies: true)
            #expect(full.status == 409)
            #expect(full.contains("I preferiti sono già 25"))
            // Another site cannot do it with a visitor's cookie.
            let foreign = try await who[0].call(
                .delete, "/campus/api/v1/me", headers: [.init("Sec-Fetch-Site")!: "cross-site"], cookies: true)
            #expect(foreign.status == 403)
        }
    }

    @Test func whatTheCampusIsAndKeepsIsSaidInBothLanguages() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            let home = try await who[0].get("/campus")
            for (name, italian, english) in [
                ("help", "Come si usa", "How to use it"), ("privacy", "Che cosa sappiamo di te", "What we know of you"),
                ("accessibility", "Accessibilità", "Accessibility"),
            ] {
                #expect(home.contains("href=\"/campus/\(name)\""))
                let page = try await who[0].get("/campus/\(name)")
                let other = try await who[0].get("/campus/\(name)", headers: [.acceptLanguage: "en"])
                #expect(page.status == 200)
                #expect(page.contains("<h1>\(italian)</h1>"))
                #expect(other.contains("<h1>\(english)</h1>"))
            }
        }
    }
}
