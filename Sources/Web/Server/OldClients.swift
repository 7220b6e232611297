import NIOCore
import NIOHTTP1

/// Answers clients of HTTP/1.0 as they understand it: without chunks, which they would take for the page, and the end of the connection is
/// the end of the answer (RFC 9112, 6.1 and 9.3). It stands before the codec, behind which nobody knows versions any more, nor the hosts
/// that targets named.
final class OldClients: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Versions of the requests that wait for their answers.
    private var asked = CircularBuffer<HTTPVersion>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        asked.append(head.version)
        head.addHostOfTarget()
        // In one spelling, however it was said: `Close`, within a list, or by an old client that asks for nothing.
        if !head.isKeepAlive || Self.isOld(head.version) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where asked.first.map(Self.isOld) ?? false:
            // Nor do they know of answers before the answer.
            guard head.status.code >= 200 else {
                promise?.succeed()
                return
            }
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = asked.popFirst()
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    private static func isOld(_ version: HTTPVersion) -> Bool { version.major < 1 || version == .http1_0 }
}
