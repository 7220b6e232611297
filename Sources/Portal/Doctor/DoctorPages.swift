import Foundation
import HTTPTypes
import Hummingbird
import Web

/// What `portico doctor` asks the running server. Without its token the addresses do not exist.
struct DoctorPages: Sendable {
    private let configuration: Configuration
    private let token: DoctorToken

    /// How long a stream stays open: long enough to see whether its first event was held back.
    private static let open = Duration.seconds(15)
    private static let mostBytes = 33 << 20

    init(_ configuration: Configuration) {
        self.configuration = configuration
        token = DoctorToken(data: configuration.data)
    }

    func addRoutes(to router: Router<Visitor>) {
        router.get("doctor", use: show)
        router.post("doctor", use: receive)
        router.get("doctor/stream", use: stream)
    }

    @Sendable func show(_ request: Request, _ visitor: Visitor) throws -> Response {
        try requireToken(request)
        return try answer(request, visitor)
    }

    /// Counts the bytes of a body, which is not kept.
    @Sendable func receive(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try requireToken(request)
        var bytes = 0
        for try await part in request.body {
            bytes += part.readableBytes
            guard bytes <= Self.mostBytes else { throw HTTPError(.contentTooLarge) }
        }
        return try answer(request, visitor, bytes: bytes)
    }

    /// Sends one event at once, and no other until the caller leaves.
    @Sendable func stream(_ request: Request, _ visitor: Visitor) throws -> Response {
        try requireToken(request)
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store, no-transform", .accelBuffering: "no"]
        let body = ResponseBody { writer in
            try? await request.body.consumeWithCancellationOnInboundClose { _ in
                try await writer.write(ByteBuffer(string: "data: 1\n\n"))
                try await Task.sleep(for: Self.open)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func requireToken(_ request: Request) throws {
        let sent = request.headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst("Bearer ".count)) : nil }
        guard token.accepts(sent) else { throw HTTPError(.notFound) }
    }

    private func answer(_ request: Request, _ visitor: Visitor, bytes: Int = 0) throws -> Response {
        var observation = ServerObservation(configuration)
        (observation.client, observation.peer, observation.isTrusted) = (visitor.client.text, visitor.peer.text, visitor.isForwarded)
        observation.forwarded = request.headers[values: .forwardedFor]
        observation.host = request.head.authority ?? ""
        observation.bytes = bytes
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(observation))))
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")!
    fileprivate static let forwardedFor = Self("X-Forwarded-For")!
}
