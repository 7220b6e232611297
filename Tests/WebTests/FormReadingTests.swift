import Foundation
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import Web

/// Forms as they come in with a request.
struct FormReadingTests {
    private let folder = try! TemporaryFolder()
    private let urlencoded = "application/x-www-form-urlencoded"

    private var limits: Form.Limits {
        var limits = Form.Limits()
        limits.folder = folder.path
        // A machine that is busy with other tests is no slow sender.
        limits.patience = .seconds(3_600)
        return limits
    }

    private struct Dropped: Error {}

    /// - Parameter pause: between the pieces.
    private func read(
        _ pieces: [String], type: String?, length: Int? = nil, limits: Form.Limits? = nil, pause: Duration? = nil, drops: Bool = false
    ) async throws -> Form {
        let stream = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
            Task {
                for piece in pieces {
                    if let pause { try? await Task.sleep(for: pause) }
                    continuation.yield(ByteBuffer(string: piece))
                }
                if drops { continuation.finish(throwing: Dropped()) } else { continuation.finish() }
            }
        }
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.contentLength] = length.map(String.init)
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
        return try await Form.read(Request(head: head, body: RequestBody(asyncSequence: stream)), limits: limits ?? self.limits)
    }

    private func status(_ work: () async throws -> Form) async -> Int {
        do {
            _ = try await work()
            return 200
        } catch { return (error as? HTTPError)?.status.code ?? 0 }
    }

    private let open = "--B\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\n"

    @Test func readsBothKinds() async throws {
        let plain = try await read(["a=1&b=%C3", "%A8&a=2"], type: urlencoded + "; charset=UTF-8", length: 16)
        #expect(plain.values == ["a": ["1", "2"], "b": ["\u{E8}"]])
        let multipart = try await read([open, "con", "tent\r\n--B-", "-\r\n"], type: "Multipart/Form-Data; boundary=\"B\"")
        #expect(multipart.file("f")?.size == 7)
    }

    @Test func refusesOtherKinds() async {
        #expect(await status { try await read(["{}"], type: "application/json") } == 415)
        #expect(await status { try await read(["a=1"], type: "text/plain") } == 415)
        #expect(await status { try await read(["a=1"], type: nil, length: 3) } == 415)
        #expect(await status { try await read([], type: nil, length: 0) } == 200)
        #expect(await status { try await read(["--B--"], type: "multipart/form-data") } == 400)
    }

    @Test func refusesADeclaredLengthBeforeReading() async {
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/",
            headerFields: [.contentType: "multipart/form-data; boundary=B", .contentLength: "1000000000"])
        let unread = RequestBody(
            asyncSequence: AsyncStream<ByteBuffer> {
                Issue.record("the body was asked for"); return nil
            })
        #expect(await status { try await Form.read(Request(head: head, body: unread), limits: limits) } == 413)
    }

    @Test func refusesALengthThatIsNotDeclared() async {
        var limits = limits
        limits.bytes = 100
        let flood = [open] + Array(repeating: String(repeating: "x", count: 60), count: 5)
        #expect(await status { try await read(flood, type: "multipart/form-data; boundary=B", limits: limits) } == 413)
        #expect(folder.contents.isEmpty)
    }

    @Test func aDroppedConnectionLeavesNoFile() async {
        #expect(await status { try await read([open, "half"], type: "multipart/form-data; boundary=B", drops: true) } == 400)
        #expect(await status { try await read([open, "half"], type: "multipart/form-data; boundary=B", length: 5_000) } == 400)
        #expect(await status { try await read(["a=1&b="], type: urlencoded, length: 50) } == 400)
        #expect(folder.contents.isEmpty)
    }

    @Test func removesWhatAKilledProcessLeft() throws {
        try folder.write("x", to: TemporaryFile.prefix + "abc")
        try folder.write("x", to: "picture.webp")
        limits.removeLeftovers()
        #expect(folder.contents.count == 2)
        limits.removeLeftovers(before: .now + 60)
        #expect(folder.contents == ["picture.webp"])
    }

    @Test func aSlowBodyIsGivenUp() async {
        var total = limits
        total.time = .milliseconds(30)
        #expect(
            await status { try await read(Array(repeating: "a", count: 20), type: urlencoded, limits: total, pause: .milliseconds(5)) }
                == 408)
        var rate = limits
        (rate.patience, rate.bytesPerSecond) = (.milliseconds(20), 10_000)
        #expect(
            await status { try await read(Array(repeating: "a", count: 20), type: urlencoded, limits: rate, pause: .milliseconds(5)) }
                == 408)
        // A busy machine may pause the sender for long: the limits that are not tried here are wide.
        rate.bytesPerSecond = 100
        rate.time = .seconds(60)
        let quick = ["a=" + String(repeating: "a", count: 50_000)] + Array(repeating: String(repeating: "a", count: 50_000), count: 9)
        #expect(await status { try await read(quick, type: urlencoded, limits: rate, pause: .milliseconds(5)) } == 200)
    }
}
