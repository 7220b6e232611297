import NIOCore
import NIOHTTP1

/// Answers HTTP/1.0 without chunks and closes (RFC 9112, 6.1 and 9.3). It runs before the codec, which drops versions.
final class HTTP10Compatibility: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var asked = CircularBuffer<HTTPVersion>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        asked.append(head.version)
        head.addHostOfTarget()
        // One spelling for every form: `Close`, in a list, or an old client without keep-alive.
        if !head.isKeepAlive || Self.isOld(head.version) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where asked.first.map(Self.isOld) ?? false:
            // HTTP/1.0 has no interim answers.
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
