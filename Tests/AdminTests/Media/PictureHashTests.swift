import Foundation
import Testing

@testable import Admin

/// What a picture shows, in 64 bits.
@Suite struct PictureHashTests {
    /// A picture of 9 × 8 fields of 40 pixels, light and dark as a number says.
    private func picture(_ samples: Samples, seed: UInt64, _ ending: String, options: String = "") throws -> Data {
        let (raw, plain, result) = (
            samples.path(UUID().uuidString + ".raw"), samples.path(UUID().uuidString + ".v"), samples.path(UUID().uuidString + ending)
        )
        var (state, lights) = (seed, [UInt8]())
        for _ in 0..<72 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            lights.append(UInt8(truncatingIfNeeded: state >> 56))
        }
        var bytes: [UInt8] = []
        for y in 0..<320 { for x in 0..<360 { bytes += [UInt8](repeating: lights[y / 40 * 9 + x / 40], count: 3) } }
        try Data(bytes).write(to: URL(fileURLWithPath: raw))
        try samples.vips("rawload", raw, plain, "360", "320", "3")
        try samples.vips("copy", plain, result + options, "--interpretation", "srgb")
        return try Data(contentsOf: URL(fileURLWithPath: result))
    }

    @Test func aCopyInAnotherFormatResemblesAndAnotherPictureDoesNot() async throws {
        let samples = try Samples()
        let store = try samples.store()
        func hash(_ data: Data, _ name: String) async throws -> PictureHash {
            let stored = try await store.take(samples.upload(data, name))
            return try #require(await store.hash(of: stored.file))
        }
        let first = try await hash(picture(samples, seed: 1, ".png"), "a.png")
        let copy = try await hash(picture(samples, seed: 1, ".jpg", options: "[Q=30]"), "b.jpg")
        let other = try await hash(picture(samples, seed: 2, ".png"), "c.png")
        #expect(first.resembles(copy))
        #expect(!first.resembles(other))
        #expect(try samples.benches().isEmpty)
    }

    @Test func readsNothingButPixelsOfItsSize() {
        #expect(PictureHash(Array("P6 9 8 255\n".utf8)) == nil)
        #expect(PictureHash([UInt8](repeating: 0, count: 400)) == nil)
        let rising = Array("P5\n9 8\n255\n".utf8) + (0..<8).flatMap { _ in (0..<9).map { UInt8($0 * 20) } }
        #expect(PictureHash(rising)?.bits == -1)
    }

    @Test func noFileHasNoHash() async throws {
        let samples = try Samples()
        let store = try samples.store()
        #expect(await store.hash(of: "../../etc/passwd") == nil)
        #expect(await store.hash(of: String(repeating: "a", count: 32)) == nil)
        #expect(try samples.benches().isEmpty)
    }
}
