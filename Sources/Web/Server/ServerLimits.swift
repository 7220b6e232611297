import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// How much the server gives to one connection, and how it is started and stopped. Hummingbird has no time limits of its own.
public struct ServerLimits: Sendable {
    /// A connection on which nothing comes in for so long is closed.
    public var idle: TimeAmount = .seconds(30)
    /// How long a body may come in, or an answer go out, slower than `bytesPerSecond`.
    public var patience: Duration = .seconds(25)
    public var bytesPerSecond = 500
    /// The longest a body may take.
    public var bodyTime: Duration = .seconds(610)
    /// How often the two are looked at.
    var tick: Duration = .seconds(5)
    /// All header fields of a request together.
    public var headerBytes = 16 * 1024
    public var headerFields = 100
    /// Connections at a time; for one more, an idle one is ended.
    public var connections = 2_000
    /// Connections from one address at a time; a school shares one.
    public var connectionsPerAddress = 250
    /// How long requests in flight may take to finish after SIGTERM.
    public var shutdown: Duration = .seconds(10)

    public init() {}

    public static let standard = ServerLimits()

    /// The HTTP side, for `Application(server:)`.
    /// - Parameter trustedProxies: peers that all visitors come through, not counted by address.
    public func server(trustedProxies: [String] = []) -> HTTPServerBuilder {
        .http1(configuration: channelConfiguration(trustedProxies))
    }

    /// How each connection is handled.
    func channelConfiguration(_ trustedProxies: [String]) -> HTTP1Channel.Configuration {
        let open = OpenConnections(
            most: min(connections, max(64, Self.openFiles - 200)), limit: connectionsPerAddress,
            exempt: Set(trustedProxies.map { ClientAddress($0).network }))
        let limits = self
        return .init(
            additionalChannelHandlers: [ConnectionGuard(limits: limits, connections: open)], idleTimeout: idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: headerBytes, maxHeaderListSize: headerBytes, maxHeaderFieldCount: headerFields))
    }

    /// The socket side, for `Application(configuration:)`.
    public func configuration(host: String, port: Int, logger: Logger) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: 512,
            // Above what `OpenConnections` lets in: what was told to close takes a moment.
            availableConnectionsDelegate: MaximumAvailableConnections(min(connections + 200, Self.openFiles - 100), logger: logger))
    }

    /// Runs an application until SIGTERM or SIGINT, then lets requests in flight finish, at most `shutdown` long.
    /// - Parameter services: what else the process does; each is told to stop before the application is.
    public func run(_ application: any Service, services: [any Service] = [], logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application] + services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdown
        try await ServiceGroup(configuration: configuration).run()
    }

    /// How many files the process may open, after asking for as many as the system allows: each connection is one.
    static var openFiles: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: min(limit.rlim_cur, 1 << 20))
    }
}
