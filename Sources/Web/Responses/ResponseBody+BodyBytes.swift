import Hummingbird
import Synchronization

extension ResponseBody {
    /// The bytes of a body of known length up to `limit`; nil for a stream, which must not be held back.
    func bytes(upTo limit: Int) async throws -> ByteBuffer? {
        guard let length = contentLength, length <= limit else { return nil }
        // The library hides the buffer; only a writer sees it.
        let collected = Collected()
        try await write(CollectingWriter(collected: collected))
        return collected.buffer.withLock { $0 }
    }
}

private final class Collected: Sendable {
    let buffer = Mutex(ByteBuffer())
}

private struct CollectingWriter: ResponseBodyWriter {
    let collected: Collected

    func write(_ buffer: ByteBuffer) async throws {
        collected.buffer.withLock { collected in
            if collected.readableBytes == 0 { collected = buffer } else { collected.writeImmutableBuffer(buffer) }
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

struct CountingWriter: ResponseBodyWriter {
    final class Count: Sendable {
        private let stored = Mutex(0)
        var value: Int { stored.withLock { $0 } }
        func add(_ bytes: Int) { stored.withLock { $0 += bytes } }
    }

    var inner: any ResponseBodyWriter
    let count = Count()

    init(inner: any ResponseBodyWriter) { self.inner = inner }

    mutating func write(_ buffer: ByteBuffer) async throws {
        count.add(buffer.readableBytes)
        try await inner.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await inner.finish(trailingHeaders)
    }
}
