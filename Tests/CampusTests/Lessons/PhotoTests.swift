import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Who teaches keeps the photo on his page.
@Suite struct PhotoTests {
    /// A picture of one pixel.
    private static let png =
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()

    @Test func aTeacherPutsHisPhotoOnHisPageAndTakesItAway() async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea", "") { who in
            let (teacher, visitor) = (who[0], who[1])
            let own = try await teacher.get("/admin/campus/own")
            #expect(own.contains("href=\"/admin/campus/own/photo\""))
            let saved = try await teacher.post("/admin/campus/own/photo", [], files: [("photo", "io.png", Self.png)])
            #expect(saved.status == 303)
            let form = try await teacher.get("/admin/campus/own/photo")
            #expect(form.contains("La tua foto è sulla tua pagina."))
            #expect(form.contains("alt=\"Lea Velario\""))
            let page = try await visitor.get("/campus/people/1")
            let address = try #require(page.text.firstMatch(of: /src="(\/media\/[^"]+)"/)).output.1
            let picture = try await visitor.get(String(address))
            #expect(picture.status == 200)
            let gone = try await teacher.post("/admin/campus/own/photo/removal")
            #expect(gone.status == 303)
            let without = try await visitor.get("/campus/people/1")
            #expect(!without.contains("/media/"))
        }
        let versions = try await term.site.value("SELECT version FROM person WHERE id = 1", as: Int.self)
        #expect(versions == 3)
    }

    @Test(arguments: [("io.png", Data("no picture".utf8)), ("", Data())])
    func whatIsNoPictureIsRefusedAtTheField(_ name: String, _ bytes: Data) async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea") { who in
            let answer = try await who[0].post("/admin/campus/own/photo", [], files: [("photo", name, bytes)])
            #expect(answer.status == 422)
            #expect(answer.contains("aria-describedby=\"photo-error photo-help\""))
            #expect(answer.contains("id=\"photo-error\""))
        }
    }

    @Test func nobodyElseHasOne() async throws {
        let term = try await Term()
        try await term.site.browse(as: "ezra", "educator") { who in
            for stranger in who {
                let page = try await stranger.get("/admin/campus/own/photo")
                let act = try await stranger.post("/admin/campus/own/photo", [], files: [("photo", "io.png", Self.png)])
                #expect(page.status == 404)
                #expect(act.status == 404)
            }
        }
        let pictures = try await term.site.value("SELECT count(*) FROM picture", as: Int.self)
        #expect(pictures == 0)
    }
}
