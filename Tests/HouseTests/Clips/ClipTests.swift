import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct ClipTests {
    private static let address = "/admin/house/clips"

    /// A film of coloured bars with a tone.
    private static func film(seconds: Int) throws -> Data {
        let path = NSTemporaryDirectory() + "portico-film-\(UUID().uuidString).mov"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=duration=\(seconds):size=640x360:rate=10", "-f", "lavfi", "-i",
            "sine=duration=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path,
        ]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private static func sent(_ text: String, _ film: Data) -> (
        fields: [(String, String)], files: [(name: String, fileName: String, bytes: Data)]
    ) {
        ([("text", text), ("recipe", "1")], [(name: "clip", fileName: "film.mov", bytes: film)])
    }

    @Test func aVideoKeepsNoWordsOfItsMaker() async throws {
        let words = NSTemporaryDirectory() + "portico-words-\(UUID().uuidString)"
        let path = NSTemporaryDirectory() + "portico-film-\(UUID().uuidString).mkv"
        defer { for file in [words, path] { try? FileManager.default.removeItem(atPath: file) } }
        let said = ";FFMETADATA1\ntitle=casa-di-Anna\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=casa-di-Anna\n"
        try Data(said.utf8).write(to: URL(fileURLWithPath: words))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=64x48:rate=10", "-f", "ffmetadata", "-i", words,
            "-map_metadata", "1", "-map_chapters", "1", "-c:v", "libx264", path,
        ]
        try process.run()
        process.waitUntilExit()
        let film = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(film.firstRange(of: Data("casa-di-Anna".utf8)) != nil)
        let clip = try await ClipProcessor().take(UploadedFile(name: "film.mkv", path: path, size: film.count))
        #expect(clip.bytes.firstRange(of: Data("casa-di-Anna".utf8)) == nil)
        // The list of chapters.
        #expect(clip.bytes.firstRange(of: Data("chpl".utf8)) == nil)
    }

    /// Runs an educator's part.
    private static func edit(_ kitchen: Kitchen, _ test: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await kitchen.site.browse(as: "educator") { browsers in try await test(browsers[0]) }
    }

    @Test func aGuestSeesTheVideoAtItsStep() async throws {
        let kitchen = try await Kitchen()
        let film = try Self.film(seconds: 2)
        try await Self.edit(kitchen) { page in
            let (fields, files) = Self.sent("Cuoci la pasta.", film)
            let saved = try await page.post(Self.address, fields, files: files)
            #expect(saved.status == 303)
            #expect(saved.location == "/admin/house/recipes/1/clips")
            let list = try await page.get("/admin/house/recipes/1/clips")
            #expect(list.contains(#"src="/admin/house/clips/1/video""#))
            #expect(list.contains("2 secondi"))
        }
        try await kitchen.visit { page in
            let step = try await page.get("/house/recipes/1/steps/2")
            #expect(step.contains(#"src="/house/clips/1""#))
            let other = try await page.get("/house/recipes/1/steps/3")
            #expect(!other.contains("<video"))
            let video = try await page.get("/house/clips/1")
            #expect(video.status == 200)
            #expect(video.headers[.contentType] == "video/mp4")
        }
        let length = try await kitchen.site.value("SELECT milliseconds FROM clip", as: Int.self)
        #expect(length == 2000)
    }

    @Test func whatIsNoShortVideoIsRefusedWithAReason() async throws {
        let kitchen = try await Kitchen()
        let long = try Self.film(seconds: 25)
        try await Self.edit(kitchen) { page in
            for (film, why) in [(long, "è troppo lungo"), (Data("no film at all".utf8), "non è un video")] {
                let (fields, files) = Self.sent("Cuoci la pasta.", film)
                let refused = try await page.post(Self.address, fields, files: files)
                #expect(refused.status == 422)
                #expect(refused.contains(why))
            }
            let none = try await page.post(Self.address, [("text", "Cuoci la pasta."), ("recipe", "1")])
            #expect(none.status == 422)
            #expect(none.contains("Scegli prima un video."))
        }
        let kept = try await kitchen.site.value("SELECT count(*) FROM clip", as: Int.self)
        #expect(kept == 0)
    }

    @Test func aRemovedVideoComesBack() async throws {
        let kitchen = try await Kitchen()
        let film = try Self.film(seconds: 1)
        let video = Self.address + "/1/video"
        try await Self.edit(kitchen) { page in
            let (fields, files) = Self.sent("Cuoci la pasta.", film)
            try await page.post(Self.address, fields, files: files)
            try await page.post(Self.address + "/removal", fields)
            let gone = try await page.get(video)
            #expect(gone.status == 404)
            try await page.post(Self.address + "/restoring", fields)
            let back = try await page.get(video)
            #expect(back.status == 200)
        }
        let acts = try await kitchen.site.database.read { db in
            try String.fetchAll(db, sql: "SELECT action FROM audit WHERE action LIKE 'house.clip.%' ORDER BY id")
        }
        #expect(acts == ["house.clip.save", "house.clip.remove", "house.clip.restore"])
    }

    @Test func anotherHouseSeesNothingOfIt() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(
                sql:
                    "INSERT INTO clip (houseID, text, video, milliseconds, madeAt) VALUES (2, 'Cuoci la pasta.', x'00', 1000, '2026-01-01')"
            )
        }
        try await Self.edit(kitchen) { page in
            let answer = try await page.get(Self.address + "/1/video")
            #expect(answer.status == 404)
        }
        try await kitchen.visit { page in
            let answer = try await page.get("/house/clips/1")
            #expect(answer.status == 404)
            let step = try await page.get("/house/recipes/1/steps/2")
            #expect(!step.contains("<video"))
        }
    }
}
