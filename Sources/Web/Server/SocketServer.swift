import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves on an inherited socket and leaves it open at exit, which Hummingbird's own server cannot.
struct SocketServer<Child: ServerChildChannel>: Service {
    let socket: Int32
    let child: Child
    let onServerRunning: @Sendable () -> Void
    let logger: Logger

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            // By default four in each turn of a busy loop: of a thousand that come at once, the last would wait for seconds.
            .serverChannelOption(.maxMessagesPerRead, value: 64)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(socket, serverBackPressureStrategy: .init(lowWatermark: 64, highWatermark: 256)) { channel in
                child.setup(channel: channel, logger: logger)
            }
        await withGracefulShutdownHandler {
            onServerRunning()
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { inbound in
                        for try await connection in inbound {
                            group.addTask { await child.handle(value: connection, logger: logger) }
                        }
                    }
                } catch {
                    logger.error("connections are not accepted any more: \(error)")
                }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }
}

extension ServerLimits {
    public func service(
        on socket: Int32, answering responder: some HTTPResponder<Visitor>, trustedProxies: [String] = [], logger: Logger,
        onServerRunning: @escaping @Sendable () -> Void = {}
    ) -> any Service {
        let date = DateField()
        let channel = HTTP1Channel(
            responder: { request, writer, channel in
                var logger = logger
                logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
                var response: Response
                do {
                    let context = Visitor(source: .init(channel: channel, logger: logger))
                    response = try await responder.respond(to: request, context: context)
                } catch let error as HTTPParserError {
                    throw error
                } catch {
                    response = Response(status: .internalServerError)
                }
                response.headers[.date] = date.text
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    throw ChannelError.ioOnClosedChannel
                }
            }, configuration: channelConfiguration(trustedProxies))
        return SocketServer(socket: socket, child: channel, onServerRunning: onServerRunning, logger: logger)
    }
}

/// The `Date` field (RFC 9110, 5.6.7), computed once a second.
private final class DateField: Sendable {
    private let known = Mutex((second: 0, text: ""))

    var text: String {
        let second = time(nil)
        return known.withLock { known in
            if known.second != second { known = (second, Self.text(second)) }
            return known.text
        }
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func text(_ second: Int) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
