import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// Opens connections to a host, to see whether it can be reached and which certificate it shows.
struct HostConnection: Sendable {
    enum Reach: Equatable {
        case open, refused, time
        /// This machine has no way to that kind of address.
        case noWay
    }

    struct Validity: Sendable, Equatable {
        let start: Date
        let end: Date
    }

    enum Certificate: Equatable {
        case good(Validity), expired(Validity), early(Validity), wrongName(Validity), untrusted(Validity)
        case none
    }

    let name: String
    let port: Int
    let timeout: Duration
    var certificates: String?

    static func reach(_ address: String, _ port: Int, _ timeout: Duration) async -> Reach {
        guard let target = try? SocketAddress(ipAddress: address, port: port) else { return .noWay }
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(timeout)).connect(to: target).get()
            channel.close(promise: nil)
            return .open
        } catch let error as IOError where [ENETUNREACH, EADDRNOTAVAIL, EHOSTUNREACH, EAFNOSUPPORT].contains(error.errnoCode) {
            return .noWay
        } catch is IOError {
            return .refused
        } catch {
            return .time
        }
    }

    func certificate(now: Date) async -> Certificate {
        guard let validity = await certificateValidity() else { return .none }
        if await isAccepted(.fullVerification) { return .good(validity) }
        if validity.end < now { return .expired(validity) }
        if validity.start > now { return .early(validity) }
        return await isAccepted(.noHostnameVerification) ? .wrongName(validity) : .untrusted(validity)
    }

    private func certificateValidity() async -> Validity? {
        let found = Mutex<Validity?>(nil)
        let isShaken = await handshake(.noHostnameVerification) { chain, promise in
            let leaf = chain.first.map { leaf in
                let (start, end) = (TimeInterval(leaf.notValidBefore), TimeInterval(leaf.notValidAfter))
                return Validity(start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: end))
            }
            found.withLock { $0 = leaf }
            promise.succeed(.certificateVerified)
        }
        return isShaken ? found.withLock { $0 } : nil
    }

    private func isAccepted(_ verification: CertificateVerification) async -> Bool { await handshake(verification, nil) }

    private func handshake(
        _ verification: CertificateVerification,
        _ callback: (@Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void)?
    ) async -> Bool {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = verification
        if let certificates { tls.trustRoots = .file(certificates) }
        // An address has no name to ask for; it is then compared itself.
        let isAddress = (try? SocketAddress(ipAddress: name, port: 0)) != nil
        let server = isAddress ? nil : name
        guard let context = try? NIOSSLContext(configuration: tls) else { return false }
        return await withTimeout(timeout) { [name, port, timeout] in
            let group = MultiThreadedEventLoopGroup.singleton
            let done = group.any().makePromise(of: Void.self)
            let bootstrap = ClientBootstrap(group: group).connectTimeout(TimeAmount(timeout)).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler =
                        try callback.map {
                            try NIOSSLClientHandler(context: context, serverHostname: server, customVerificationCallback: $0)
                        } ?? NIOSSLClientHandler(context: context, serverHostname: server)
                    try channel.pipeline.syncOperations.addHandlers([handler, HandshakeNotice(done)])
                }
            }
            do {
                let channel = try await bootstrap.connect(host: name, port: port).get()
                defer { channel.close(promise: nil) }
                try await done.futureResult.get()
                return true
            } catch {
                // Without a connection no handler keeps the promise.
                done.fail(error)
                return false
            }
        } ?? false
    }
}

private final class HandshakeNotice: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<Void>

    init(_ done: EventLoopPromise<Void>) { self.done = done }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { done.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        done.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
