import Accounts
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Stories

@Suite struct PhotoTests {
    @Test func aPhotoIsSaidInWordsAndStaysWithItsWriterWhenItIsHidden() async throws {
        let site = try await ModerationPagesTests().site()
        let photos = try site.portal.admin.pictures.store(for: Stories.photos)
        let picture = TestSite.root + "/seed/pictures/mele.webp"
        let stored = try #require(await photos.take(files: [picture])[picture]).get()
        let token = try await site.database.write { db in
            let body = FragmentContent.Body.photo(file: stored.file, caption: "", description: "Tre mele su un tavolo")
            _ = try Fragment.start(FragmentContent(title: "Foto", body: body, isFirst: true), by: 1, at: .now, db)
            return try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: .now, db).text
        }
        try await site.browse(as: "", "") { browsers in
            browsers[1].cookies["portico-writer"] = token
            let story = try await browsers[0].get("/stories/4")
            #expect(story.contains("alt=\"Tre mele su un tavolo\" width=\""))
            let book = try await browsers[0].get("/stories/4/branches/4/book.epub")
            #expect(book.contains("alt=\"Tre mele su un tavolo\""))
            let service = try await browsers[0].call(.get, "/api/storie/4")
            #expect(service.contains("\"photo_description\":\"Tre mele su un tavolo\""))
            try await site.database.write { db in
                let actor = Actor(accountID: 1, name: "Moderatrice", address: "", requestID: "")
                try CaseDecision.impose(Sanctions(hides: true, reason: .privacy), on: 1, fragment: 4, by: actor, at: .now, db)
            }
            let (reader, own) = (
                try await browsers[0].get("/stories/photos/4/480.webp"), try await browsers[1].get("/stories/photos/4/480.webp")
            )
            #expect(reader.status == 404)
            #expect(own.status == 200)
            #expect(own.headers[.cacheControl]?.contains("no-store") == true)
        }
    }
}
