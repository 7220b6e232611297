import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Admin

@Suite struct MediaServingTests {
    private func request(_ fields: HTTPFields = [:]) -> Request {
        Request(head: .init(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields), body: .init(buffer: ByteBuffer()))
    }

    @Test func sendsPicturesThatMayBeKeptForGood() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let stored = try await store.take(samples.upload(samples.plainWebP(), "a.webp"))
        let answer = store.serve(file: stored.file, size: "480.webp", request: request())
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "image/webp")
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        #expect(answer.headers[.contentLength] == "\(stored.bytes)")
        #expect(answer.body.contentLength == stored.bytes)
        #expect(store.serve(file: stored.file, size: "1200.jpg", request: request()).headers[.contentType] == "image/jpeg")

        let tag = try #require(answer.headers[.eTag])
        #expect(
            store.serve(file: stored.file, size: "480.webp", request: request([.ifNoneMatch: "\"x\", W/\(tag)"])).status
                == .notModified)
        #expect(store.serve(file: stored.file, size: "96.webp", request: request([.ifNoneMatch: tag])).status == .ok)
    }

    @Test func sendsNothingElse() async throws {
        let samples = try Samples()
        let store = try samples.store()
        let stored = try await store.take(samples.upload(samples.plainWebP(), "a.webp"))
        let wrong = [
            (stored.file, "master.webp"), (stored.file, "input"), (stored.file, "../x"), (stored.file.uppercased(), "96.webp"),
            ("..", "96.webp"),
            (String(repeating: "0", count: 32), "96.webp"), (stored.file + "/..", "96.webp"), ("", ""), (stored.file, "480.webp%00"),
        ]
        for (file, size) in wrong {
            #expect(store.serve(file: file, size: size, request: request()).status == .notFound, "\(file) \(size)")
            #expect(store.serve(file: file, size: size, request: request([.ifNoneMatch: "*"])).status == .notFound)
        }
    }
}
