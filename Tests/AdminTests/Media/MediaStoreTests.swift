import Foundation
import Testing
import Web

@testable import Admin

/// What becomes of good pictures.
@Suite struct MediaStoreTests {
    @Test func keepsEverySizeAndEnlargesNothing() async throws {
        let samples = try Samples()
        let stored = try await samples.store().take(samples.upload(samples.picture(".jpg", width: 900, height: 600), "Pane di casa.JPG"))
        #expect((stored.width, stored.height) == (900, 600))
        #expect(stored.original == "Pane di casa.JPG")
        #expect(PictureStore.isName(stored.file))
        let sides = try ["master.webp", "1200.webp", "480.webp", "96.webp"].map { name in
            try #require(WebPContainer(Data(contentsOf: URL(fileURLWithPath: samples.path("pictures/\(stored.file)/\(name)"))))).width
        }
        #expect(sides == [900, 900, 480, 96])
        #expect(try FileManager.default.contentsOfDirectory(atPath: samples.path("pictures/\(stored.file)")).count == 5)
        #expect(try samples.benches().isEmpty)
    }

    @Test(arguments: [".jpg", ".png", ".gif", ".webp", ".avif", ".heic"]) func takes(_ ending: String) async throws {
        let samples = try Samples()
        let stored = try await samples.store().take(samples.upload(samples.picture(ending, width: 64, height: 64), "x"))
        #expect((stored.width, stored.height) == (64, 64))
    }

    @Test func shrinksToTheMastersSide() async throws {
        let samples = try Samples()
        let stored = try await samples.store().take(samples.upload(samples.picture(".png", width: 3000, height: 30), "wide.png"))
        #expect((stored.width, stored.height) == (2400, 24))
    }

    @Test func forgetsWhereAPhotoWasTakenAndTurnsItUpright() async throws {
        let samples = try Samples()
        let photo = try samples.picture(".jpg", options: "[Q=95]").withEXIF(orientation: 6, description: "casa-di-Anna")
        #expect(photo.holds("casa-di-Anna"))
        let stored = try await samples.store().take(samples.upload(photo, "IMG_1.jpg"))
        #expect((stored.width, stored.height) == (40, 60))
        let folder = samples.path("pictures/\(stored.file)")
        let top = try samples.pixel(folder + "/master.webp", 20, 8)
        let bottom = try samples.pixel(folder + "/master.webp", 20, 52)
        #expect(top[0] > 150)
        #expect(top[2] < 90)
        #expect(bottom[0] < 90)
        #expect(bottom[2] > 150)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            #expect(!data.holds("casa-di-Anna"), "\(name)")
            #expect(!data.holds("Exif"), "\(name)")
            #expect(!data.holds("EXIF"), "\(name)")
            #expect(!data.holds("ICC"), "\(name)")
        }
    }

    @Test func keepsTransparencyAndPutsWhiteBehindTheJPEG() async throws {
        let samples = try Samples()
        let stored = try await samples.store().take(samples.upload(samples.picture(".png", bands: 4), "half.png"))
        let folder = samples.path("pictures/\(stored.file)")
        let (solid, clear) = (try samples.pixel(folder + "/480.webp", 10, 20), try samples.pixel(folder + "/480.webp", 50, 20))
        #expect(solid[3] > 250)
        #expect(clear[3] < 5)
        let white = try samples.pixel(folder + "/1200.jpg", 50, 20)
        #expect(white.allSatisfy { $0 > 240 })
    }

    @Test func keepsAPlainWebPByteForByte() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let plain = try samples.plainWebP()
        let stored = try await store.take(samples.upload(plain, "mele.webp"))
        let master = try Data(contentsOf: URL(fileURLWithPath: store.master(stored.file)))
        #expect(master == plain)
        #expect(stored.bytes == plain.count)
        // What was made from another format comes back as itself too.
        let second = try await store.take(samples.upload(samples.picture(".png", bands: 4), "a.png"))
        let exported = try Data(contentsOf: URL(fileURLWithPath: store.master(second.file)))
        let again = try await Samples().store().take(samples.upload(exported, "a.webp"))
        #expect(again.file == second.file)
    }

    @Test func encodesAWebPWithSomethingBehindItAnew() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let long = try samples.plainWebP() + Data("<script>alert(1)</script>".utf8)
        let stored = try await store.take(samples.upload(long, "mele.webp"))
        let master = try Data(contentsOf: URL(fileURLWithPath: store.master(stored.file)))
        #expect(!master.holds("script"))
        #expect(WebPContainer(master)?.isPlain == true)
    }

    @Test func doesNothingTwice() async throws {
        let samples = try Samples()
        let photo = try samples.picture(".jpg")
        let first = try await samples.store().take(samples.upload(photo, "a.jpg"))
        // Tools that fail: whatever is answered now was remembered.
        var tools = PictureTools()
        (tools.vips, tools.thumbnail) = ("/bin/false", "/bin/false")
        let idle = try samples.store(tools: tools)
        let second = try await idle.take(samples.upload(photo, "b.jpg"))
        #expect(second.file == first.file)
        #expect(second.original == "b.jpg")
        #expect(try samples.stored() == [first.file])
    }

    @Test func takesTwoUploadsOfTheSamePictureAtOnce() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let photo = try samples.picture(".jpg")
        let (one, other) = (try samples.upload(photo, "a.jpg"), try samples.upload(photo, "b.jpg"))
        async let a = store.take(one)
        async let b = store.take(other)
        let files = try await [a, b]
        #expect(files[0].file == files[1].file)
        #expect(files.map(\.original) == ["a.jpg", "b.jpg"])
        #expect(try samples.stored().count == 1)
        #expect(try samples.benches().isEmpty)
    }

    @Test func takesManyFilesAndNamesTheBadOnes() async throws {
        let samples = try Samples()
        let store = try samples.store()
        var paths: [String] = []
        for index in 0..<6 {
            paths.append(samples.path("\(index).webp"))
            try samples.plainWebP(width: 20 + 2 * index).write(to: URL(fileURLWithPath: paths[index]))
        }
        // Inside a container without fault, half of the picture is missing.
        let hollow = try #require(WebPContainer(samples.plainWebP(width: 300, height: 300))).hollow()
        try hollow.write(to: URL(fileURLWithPath: samples.path("hollow.webp")))
        try samples.picture(".png").write(to: URL(fileURLWithPath: samples.path("drawing.png")))
        let answers = await store.take(files: paths + ["hollow.webp", "drawing.png", "none.webp"].map(samples.path))
        #expect(answers.count == 9)
        #expect(paths.allSatisfy { if case .success? = answers[$0] { true } else { false } })
        #expect(answers[samples.path("hollow.webp")]?.refusal == "broken")
        #expect(answers[samples.path("none.webp")]?.refusal == "unavailable")
        #expect(answers[samples.path("drawing.png")]?.refusal == nil)
        #expect(try samples.stored().count == 7)
        #expect(try samples.benches().isEmpty)
    }

    @Test func sweepsWhatNobodyNamesAfterADay() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let known = try await store.take(samples.upload(samples.plainWebP(width: 30), "a.webp"))
        let orphan = try await store.take(samples.upload(samples.plainWebP(width: 40), "b.webp"))
        let young = try await store.take(samples.upload(samples.plainWebP(width: 50), "c.webp"))
        for file in [known.file, orphan.file] {
            let old: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: -100_000)]
            try FileManager.default.setAttributes(old, ofItemAtPath: samples.path("pictures/" + file))
        }
        #expect(try store.sweep(known: [known.file]) == 1)
        #expect(try Set(samples.stored()) == [known.file, young.file])
    }
}

extension Result<StoredPicture, PictureRefusal> {
    fileprivate var refusal: String? {
        if case .failure(let refusal) = self { refusal.textKey.split(separator: ".").last.map(String.init) } else { nil }
    }
}

extension WebPContainer {
    /// The same container with the second half of its picture cut off.
    fileprivate func hollow() throws -> Data {
        let whole = try #require(cleaned())
        let length = (whole.count - 20) / 2 & ~1
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return Data("RIFF".utf8) + number(12 + length) + whole[8..<16] + number(length) + whole[20..<(20 + length)]
    }
}
