import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Limits per connection, start and stop of the server. Hummingbird has no time limits of its own.
public struct ServerLimits: Sendable {
    public var idle: TimeAmount = .seconds(30)
    /// How long a transfer may be slower than `bytesPerSecond`.
    public var patience: Duration = .seconds(25)
    public var bytesPerSecond = 500
    public var bodyTime: Duration = .seconds(610)
    var tick: Duration = .seconds(5)
    public var headerBytes = 16 * 1024
    public var headerFields = 100
    public var connections = 2_000
    /// Open connections of one address, which a school may share.
    public var connectionsPerAddress = 250
    public var shutdown: Duration = .seconds(10)

    public init() {}

    public static let standard = ServerLimits()

    /// The HTTP side, for `Application(server:)`. Connections of trusted proxies do not count per address.
    public func server(trustedProxies: [String] = []) -> HTTPServerBuilder {
        .http1(configuration: channelConfiguration(trustedProxies))
    }

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

    /// Connections that wait to be accepted; the system allows no more than `net.core.somaxconn`.
    public static let backlog: Int32 = 4_096

    /// The socket side, for `Application(configuration:)`.
    public func configuration(host: String, port: Int, logger: Logger) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), backlog: Int(Self.backlog),
            // Above the limit of `OpenConnections`, because closing takes a moment.
            availableConnectionsDelegate: MaximumAvailableConnections(min(connections + 200, Self.openFiles - 100), logger: logger))
    }

    /// Runs until SIGTERM or SIGINT, then gives open requests `shutdown` to finish. The services stop first.
    public func run(_ application: any Service, services: [any Service] = [], logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application] + services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdown
        try await ServiceGroup(configuration: configuration).run()
    }

    /// The limit of open files after raising it to the system's maximum; each connection uses one.
    static var openFiles: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: min(limit.rlim_cur, 1 << 20))
    }
}
