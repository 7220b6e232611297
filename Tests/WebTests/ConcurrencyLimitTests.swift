import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Web

/// Behind a proxy a sender has only so many requests open at once, and gets each place back whatever becomes of its request.
struct ConcurrencyLimitTests {
    private let limit = ConcurrencyLimit(most: 2)
    private let request = Request(
        head: .init(method: .get, scheme: "http", authority: "localhost", path: "/"), body: RequestBody(buffer: ByteBuffer()))

    private static func visitor(_ address: String = "192.0.2.1", isForwarded: Bool = true) -> Visitor {
        var visitor = Visitor(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "tests")))
        (visitor.client, visitor.isForwarded) = (ClientAddress(address), isForwarded)
        return visitor
    }

    /// What is answered to somebody who asks for a page.
    private func ask(_ visitor: Visitor = Self.visitor()) async throws -> (status: Int, headers: HTTPFields) {
        do {
            let response = try await limit.handle(request, context: visitor) { _, _ in Response.html("page") }
            return (response.status.code, response.headers)
        } catch let error as HTTPError {
            return (error.status.code, error.headers)
        }
    }

    /// A request in hand, with what lets it end.
    private func begin(_ visitor: Visitor = Self.visitor()) async -> (task: Task<Response, any Error>, gate: AsyncStream<Void>.Continuation)
    {
        let (gate, end) = AsyncStream.makeStream(of: Void.self)
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [limit, request] in
            try await limit.handle(request, context: visitor) { _, _ in
                hasBegun.finish()
                for await _ in gate {}
                try Task.checkCancellation()
                return Response.html("page")
            }
        }
        for await _ in begun {}
        return (task, end)
    }

    @Test func whoHasMuchOpenIsRefusedUntilSomethingEnds() async throws {
        let (first, second) = (await begin(), await begin())
        let refused = try await ask()
        #expect(refused.status == 429)
        #expect(refused.headers[.retryAfter] == "1")
        #expect(refused.headers[.connection] == "close")
        // Another sender has places of their own; without a proxy the connections are counted.
        let (other, direct) = (try await ask(Self.visitor("192.0.2.2")), try await ask(Self.visitor(isForwarded: false)))
        #expect(other.status == 200)
        #expect(direct.status == 200)
        first.gate.finish()
        _ = try await first.task.value
        let again = try await ask()
        #expect(again.status == 200)
        second.gate.finish()
        _ = try await second.task.value
    }

    @Test func oneNetworkOfManyAddressesIsOneSender() async throws {
        let (first, second) = (await begin(Self.visitor("2001:db8::1")), await begin(Self.visitor("2001:db8::2")))
        let (same, other) = (try await ask(Self.visitor("2001:db8::3")), try await ask(Self.visitor("2001:db8:0:1::3")))
        #expect(same.status == 429)
        #expect(other.status == 200)
        for each in [first, second] {
            each.gate.finish()
            _ = try await each.task.value
        }
    }

    @Test func aPlaceComesBackAfterAnError() async throws {
        struct Broken: Error {}
        for _ in 0..<5 {
            await #expect(throws: Broken.self) { _ = try await limit.handle(request, context: Self.visitor()) { _, _ in throw Broken() } }
        }
        let answer = try await ask()
        #expect(answer.status == 200)
    }

    @Test func aPlaceComesBackWhenWhoAskedIsGone() async throws {
        for _ in 0..<5 {
            let request = await begin()
            request.task.cancel()
            let result = await request.task.result
            #expect(throws: CancellationError.self) { try result.get() }
        }
        let answer = try await ask()
        #expect(answer.status == 200)
    }

    private struct Reader: ResponseBodyWriter {
        mutating func write(_ buffer: ByteBuffer) async throws {}
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// An answer of which nobody knows how long it is.
    private func stream(_ body: @escaping @Sendable () async throws -> Void) async throws -> Response {
        try await limit.handle(request, context: Self.visitor()) { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await body()
                    try await writer.finish(nil)
                })
        }
    }

    @Test func anAnswerWithoutAnEndHoldsItsPlaceUntilItIsWritten() async throws {
        let other = await begin()
        let (gate, end) = AsyncStream.makeStream(of: Void.self)
        let response = try await stream { for await _ in gate {} }
        let before = try await ask()
        #expect(before.status == 429)
        end.finish()
        try await response.body.write(Reader())
        let after = try await ask()
        #expect(after.status == 200)
        other.gate.finish()
        _ = try await other.task.value
    }

    @Test func anAnswerThatBreaksOffOrIsNeverWrittenGivesItsPlaceBack() async throws {
        struct Broken: Error {}
        for _ in 0..<5 {
            await #expect(throws: Broken.self) { try await stream { throw Broken() }.body.write(Reader()) }
            // Whoever asked was gone before the first byte.
            _ = try await stream {}
        }
        let answer = try await ask()
        #expect(answer.status == 200)
    }
}
