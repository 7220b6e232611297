import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// Closes slow or too many connections; Hummingbird's idle timer restarts with every byte and pauses while an answer is written.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private let connections: OpenConnections
    private var isCounted = false
    private var isTicking = false
    private var isEnding = false

    private var bodyStart: NIODeadline?
    private var bodyBytes = 0
    private var declaredBytes: Int?
    /// The client waits for `100 Continue`.
    private var isAsked = false

    private var isAnswering = false
    private var endsAfterAnswer = false
    private var written = 0
    private var drainedBefore = 0
    private var slowTicks = 0

    init(limits: ServerLimits, connections: OpenConnections) {
        self.limits = limits
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(HTTP10Compatibility(), position: .before(codec))
        }
        if context.channel.isActive { count(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        count(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isCounted { connections.leave(context.channel) }
        isCounted = false
        context.fireChannelInactive()
    }

    private func count(_ context: ChannelHandlerContext) {
        guard !isCounted, let address = context.remoteAddress?.ipAddress else { return }
        isCounted = connections.enter(context.channel, from: ClientAddress(address))
        if !isCounted { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isEnding { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodyStart = .now()
            bodyBytes = 0
            declaredBytes = head.headerFields[.contentLength].flatMap { Int($0, in: .whole) }
            connections.note(context.channel, isIdle: false)
            startTimer(context)
            if head.headerFields[.expect]?.lowercased() == "100-continue" { sendContinue(context) }
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            isAsked = false
        case .end:
            bodyStart = nil
            isAsked = false
        }
        context.fireChannelRead(data)
    }

    /// Sends `100 Continue` (RFC 9110, 10.1.1), which clients await for a second or more, unless the headers were refused.
    private func sendContinue(_ context: ChannelHandlerContext) {
        isAsked = true
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { [self] in
            guard isAsked, !isAnswering, context.channel.isActive else { return }
            isAsked = false
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            isAnswering = true
            isAsked = false
            if hasLongRest { head.headerFields[.connection] = "close" }
            endsAfterAnswer = head.headerFields[.connection] == "close"
            startTimer(context)
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head: break
        case .body(let bytes): written += bytes.readableBytes
        case .end:
            isAnswering = false
            if endsAfterAnswer { return end(context, data, promise) }
            connections.note(context.channel, isIdle: true)
        }
        context.write(data, promise: promise)
    }

    private var hasLongRest: Bool {
        guard bodyStart != nil else { return false }
        return declaredBytes.map { $0 - bodyBytes > Self.shortRest } ?? true
    }

    private static let shortRest = 64 << 10

    /// Half-closes and waits briefly: closing while bytes still arrive would discard unsent data.
    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        isEnding = true
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
            bound.value.eventLoop.assumeIsolated().scheduleTask(in: .seconds(2)) { bound.value.close(promise: nil) }
        }
        context.write(data, promise: sent)
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        guard !isTicking else { return }
        isTicking = true
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.tick)) { [self] in
            isTicking = false
            guard context.channel.isActive else { return }
            if isTooSlow(context) {
                context.close(promise: nil)
            } else if bodyStart != nil || isAnswering || buffered(context) > 0 {
                startTimer(context)
            }
        }
    }

    private func isTooSlow(_ context: ChannelHandlerContext) -> Bool {
        if let bodyStart {
            let elapsed = Duration(NIODeadline.now() - bodyStart)
            if elapsed > limits.bodyTime { return true }
            let wanted = Double(limits.bytesPerSecond) * ((elapsed - limits.patience) / .seconds(1))
            if Double(bodyBytes) < wanted { return true }
        }
        let waiting = buffered(context)
        let drained = written - waiting
        let wanted = Double(limits.bytesPerSecond) * (limits.tick / .seconds(1))
        let isSlow = waiting > 0 && Double(drained - drainedBefore) < wanted
        slowTicks = isSlow ? slowTicks + 1 : 0
        drainedBefore = drained
        return limits.tick * slowTicks >= limits.patience
    }

    private func buffered(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
