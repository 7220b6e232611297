import Hummingbird
import NIOCore

extension Form {
    /// Reads a URL-encoded or multipart form; files stream to temporary files. Throws `HTTPError` 400 (malformed), 408 (too slow), 413
    /// (over a limit) or 415 (another type), and `InvalidText`. With `judgesText` false the form checks its texts itself.
    public static func read(_ request: Request, limits: Limits = .standard, judgesText: Bool = true) async throws -> Form {
        let form = try await received(request, RequestBudget.current?.narrowed(limits) ?? limits)
        SentForm.current?.form = form
        if judgesText, let unfit = InvalidText(form) { throw unfit }
        return form
    }

    /// Throws `InvalidText` where a text breaks `TextRule`, for forms not read by `read`.
    public func requireValidText() throws {
        if let unfit = InvalidText(self) { throw unfit }
    }

    private static func received(_ request: Request, _ limits: Limits) async throws -> Form {
        let declared = request.headers[.contentLength].flatMap { Int($0, in: .whole) }
        if let declared, declared > limits.bytes { throw FormRefusal.tooLarge }
        guard let type = request.headers[.contentType].map({ HeaderValue($0) }) else {
            // `fetch(…, {method: "POST"})` sends neither body nor type.
            if declared ?? 0 == 0, request.headers[.transferEncoding] == nil { return Form() }
            throw FormRefusal.unsupported
        }
        switch type.value {
        case "application/x-www-form-urlencoded":
            if let declared, declared > limits.textBytes { throw FormRefusal.tooLarge }
            var form = URLEncodedForm(limits: limits)
            try await receive(request, declared: declared, limits: limits) { try form.feed($0) }
            let whole = form
            return whole.isLong ? try await ComputeThreadPool.run { try whole.finish() } : try whole.finish()
        case "multipart/form-data":
            var form = try MultipartForm(boundary: type.parameters["boundary"] ?? [], limits: limits)
            try await receive(request, declared: declared, limits: limits) { try form.feed($0) }
            return try form.finish()
        default: throw FormRefusal.unsupported
        }
    }

    public static func bytes(of request: Request, limits: Limits) async throws -> [UInt8] {
        let limits = RequestBudget.current?.narrowed(limits) ?? limits
        let declared = request.headers[.contentLength].flatMap { Int($0, in: .whole) }
        if let declared, declared > limits.bytes { throw FormRefusal.tooLarge }
        var bytes: [UInt8] = []
        try await receive(request, declared: declared, limits: limits) { bytes += $0 }
        return bytes
    }

    public init(query: String) {
        self.init()
        for (name, value) in URLEncodedForm.pairs(query.utf8).prefix(Limits.standard.fields) { append(value, to: name) }
    }

    private static func receive(
        _ request: Request, declared: Int?, limits: Limits, feed: (ByteBufferView) throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var received = 0
        do {
            for try await chunk in request.body {
                received += chunk.readableBytes
                guard received <= limits.bytes else { throw FormRefusal.tooLarge }
                let elapsed = start.duration(to: clock.now)
                // Checked when bytes arrive. The server's idle timeout covers a body that never arrives.
                guard elapsed <= limits.time, elapsed <= limits.patience || Double(received) >= limits.slowest(after: elapsed) else {
                    throw FormRefusal.tooSlow
                }
                try feed(chunk.readableBytesView)
            }
        } catch let error as HTTPError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw FormRefusal.broken("the connection ended early: \(error)")
        }
        if let declared, declared != received { throw FormRefusal.broken("the connection ended early") }
    }
}

extension Form.Limits {
    fileprivate func slowest(after elapsed: Duration) -> Double {
        Double(bytesPerSecond) * ((elapsed - patience) / .seconds(1))
    }
}

enum FormRefusal {
    static let tooLarge = HTTPError(.contentTooLarge, headers: [.connection: "close"])
    static let tooSlow = HTTPError(.requestTimeout, headers: [.connection: "close"])
    static let unsupported = HTTPError(.unsupportedMediaType, headers: [.connection: "close"])
    static func broken(_ why: String) -> HTTPError { HTTPError(.badRequest, headers: [.connection: "close"], message: why) }
}
