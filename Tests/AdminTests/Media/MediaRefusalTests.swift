import Foundation
import Testing
import Web

@testable import Admin

/// What is not taken, and what it costs to say so.
@Suite struct MediaRefusalTests {
    static let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#

    @Test(arguments: [
        ("foto.png", svg), ("foto.jpg.html", "<!doctype html><script>alert(1)</script>"), ("foto.jpg", "%PDF-1.7\n"), ("foto.gif", "MM\0*"),
        ("foto.webp", "RIFF\0\0\0\0WAVE"), ("foto.jpg", "PK\u{3}\u{4}"), ("foto.heic", "\0\0\0\u{18}ftypqt  "),
    ])
    func refusesOtherThings(_ name: String, _ content: String) async throws {
        let samples = try Samples()
        let answer = await refusal(try samples.store(), try samples.upload(content.utf8, name))
        #expect(answer == "notAPicture")
        #expect(try samples.stored().isEmpty)
        #expect(try samples.benches().isEmpty)
    }

    @Test func refusesNothingAtAll() async throws {
        let samples = try Samples()
        let answer = await refusal(try samples.store(), try samples.upload([], "foto.jpg"))
        #expect(answer == "empty")
    }

    @Test func refusesHugeFilesWithoutReadingThem() async throws {
        let samples = try Samples()
        let answer = await refusal(try samples.store(), UploadedFile(name: "x.jpg", path: samples.path("absent"), size: 21 << 20))
        #expect(answer == "tooLarge")
    }

    /// Headers alone, a few dozen bytes; the tools would not start if they were asked.
    @Test(arguments: [(65535, 65535), (30000, 30000), (2_147_483_647, 2_147_483_647), (50_000_001, 1)])
    func refusesBombsByTheirHeader(_ width: Int, _ height: Int) async throws {
        let samples = try Samples()
        func big(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height) + [8, 6, 0, 0, 0]
        var tools = PictureTools()
        (tools.prlimit, tools.vips) = ("/bin/false", "/bin/false")
        let store = try samples.store(tools: tools)
        let answer = await refusal(store, try samples.upload(png, "bomb.png"))
        #expect(answer == "tooManyPixels")
        guard width <= 65535 else { return }
        let (w, h) = ([UInt8(width >> 8), UInt8(width & 255)], [UInt8(height >> 8), UInt8(height & 255)])
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8] + h + w + [3, 1, 0x22, 0]
        let gif = Array("GIF89a".utf8) + w.reversed() + h.reversed() + [0, 0, 0]
        for (bytes, name) in [(jpeg, "bomb.jpg"), (gif, "bomb.gif")] {
            let answer = await refusal(store, try samples.upload(bytes, name))
            #expect(answer == "tooManyPixels", "\(name)")
        }
    }

    @Test(arguments: [".jpg", ".png", ".gif", ".webp", ".avif"]) func refusesTruncatedPictures(_ ending: String) async throws {
        let samples = try Samples()
        let whole = try samples.picture(ending, width: 300, height: 200)
        let answer = await refusal(try samples.store(), try samples.upload(whole.prefix(whole.count * 2 / 3), "cut" + ending))
        #expect(answer == "broken")
        #expect(try samples.stored().isEmpty)
        #expect(try samples.benches().isEmpty)
    }

    @Test func takesOnlyThePictureOutOfAPolyglot() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let gif = try samples.picture(".gif") + Data("*/=1;alert(document.cookie)//<script src=x></script>".utf8)
        let stored = try await store.take(samples.upload(gif, "polyglot.js.gif"))
        for name in try FileManager.default.contentsOfDirectory(atPath: samples.path("pictures/" + stored.file)) {
            let data = try Data(contentsOf: URL(fileURLWithPath: samples.path("pictures/\(stored.file)/\(name)")))
            #expect(!data.holds("alert"), "\(name)")
            #expect(!data.holds("script"), "\(name)")
        }
    }

    @Test func makesFileNamesHarmless() {
        #expect("../../etc/passwd".harmlessFileName == "passwd")
        #expect(#"C:\Users\anna\foto.jpg"#.harmlessFileName == "foto.jpg")
        #expect("foto\u{202E}gnp.exe".harmlessFileName == "fotognp.exe")
        #expect("a\u{0}b\r\nc\u{200B}.png".harmlessFileName == "abc.png")
        #expect("[Q=1]%s --output=x.png".harmlessFileName == "[Q=1]%s --output=x.png")
        let long = (String(repeating: "è", count: 300) + ".jpeg").harmlessFileName
        #expect(long.count == 120)
        #expect(long.hasSuffix("….jpeg"))
    }

    @Test(arguments: ["../../../tmp/x.jpg", "%s[Q=1].jpg", "-o x.jpg", "\u{202E}gpj.exe", String(repeating: "x", count: 400) + ".jpg"])
    func neverUsesTheSendersName(_ name: String) async throws {
        let samples = try Samples()
        let stored = try await samples.store().take(samples.upload(samples.plainWebP(width: 24, height: 24), name))
        #expect(try samples.stored() == [stored.file])
    }

    @Test func killsADecoderThatDoesNotEnd() async throws {
        let samples = try Samples()
        var tools = PictureTools()
        tools.vips = try samples.script("sleep 600 & echo $$ $! > '\(samples.path("pids"))'; wait")
        var limits = PictureLimits()
        limits.seconds = 1
        let answer = await refusal(try samples.store(limits: limits, tools: tools), try samples.upload(samples.picture(".jpg"), "slow.jpg"))
        #expect(answer == "tooHeavy")
        let pids = try String(contentsOfFile: samples.path("pids"), encoding: .utf8).split(whereSeparator: \.isWhitespace).compactMap {
            Int32($0)
        }
        #expect(pids.count == 2)
        try await Task.sleep(for: .milliseconds(50))
        #expect(pids.allSatisfy { !isRunning($0) })
        #expect(try samples.benches().isEmpty)
    }

    @Test func saysThatTheDiskIsFullAndLeavesNothing() async throws {
        let samples = try Samples()
        var tools = PictureTools()
        tools.vips = try samples.script("echo 'VipsTarget: write error: No space left on device' >&2; exit 1")
        let answer = await refusal(try samples.store(tools: tools), try samples.upload(samples.picture(".jpg"), "a.jpg"))
        #expect(answer == "diskFull")
        #expect(try samples.stored().isEmpty)
        #expect(try samples.benches().isEmpty)
    }

    @Test func sendsAwayWhoComesWhenTooManyWait() async throws {
        let samples = try Samples()
        var tools = PictureTools()
        tools.vips = try samples.script("sleep 1; exit 1")
        var limits = PictureLimits()
        (limits.atOnce, limits.waiting) = (1, 1)
        let store = try samples.store(limits: limits, tools: tools)
        let uploads = try (0..<4).map { try samples.upload(samples.picture(".png", width: 10 + $0), "\($0).png") }
        let answers = await withTaskGroup(of: String?.self) { group in
            for upload in uploads { group.addTask { await refusal(store, upload) } }
            return await group.reduce(into: [String: Int]()) { $0[$1 ?? "taken", default: 0] += 1 }
        }
        #expect(answers == ["broken": 2, "busy": 2])
    }

    @Test func saysThatToolsAreMissing() async throws {
        let samples = try Samples()
        var tools = PictureTools()
        tools.vips = samples.path("absent")
        let store = try samples.store(tools: tools)
        #expect(store.tools.missing == [samples.path("absent")])
        let answer = await refusal(store, try samples.upload(samples.picture(".jpg"), "a.jpg"))
        #expect(answer == "unavailable")
    }

    /// Hostile bytes must not end the program: in Swift an overflow or a wrong index would.
    @Test func readsAnyBytesAsAHeader() throws {
        let samples = try Samples()
        var random = SystemRandomNumberGenerator()
        let seeds = try [samples.plainWebP(), samples.picture(".jpg"), samples.picture(".png"), samples.picture(".gif")]
        for seed in seeds {
            for _ in 0..<400 {
                var data = Data(seed.prefix(Int.random(in: 0...min(seed.count, 200), using: &random)))
                for _ in 0..<Int.random(in: 0...6, using: &random) where !data.isEmpty {
                    data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                for format in [PictureFormat.jpeg, .png, .gif, .webp, .heif] { _ = PictureHeader(format, data) }
                _ = WebPContainer(data)?.cleaned()
            }
        }
    }

    /// Whether a process is there and not just waiting to be counted.
    private func isRunning(_ pid: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ")
    }
}
