import NIOCore
import Synchronization

/// Limits the open connections per address. When all are taken, the holder of the most connections loses an idle one.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        let network: String
        /// The network that counts as one holder: an IPv6 sender has any number of addresses.
        let holder: String
        var idleSince: NIODeadline?
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var networks: [String: Int] = [:]
        var holders: [String: Int] = [:]
        var closing: Set<ObjectIdentifier> = []
    }

    private let most: Int
    private let limit: Int
    private let exempt: Set<String>
    private let state = Mutex(State())

    /// `most` limits all connections and `limit` those of one address. `exempt` peers are proxies of all visitors.
    init(most: Int, limit: Int, exempt: Set<String>) { (self.most, self.limit, self.exempt) = (most, limit, exempt) }

    func enter(_ channel: any Channel, from address: ClientAddress) -> Bool {
        let network = address.network
        let holder = address.networks.last?.name ?? network
        let (isIn, shed) = state.withLock { state -> (Bool, (any Channel)?) in
            guard exempt.contains(network) || state.networks[network, default: 0] < limit else { return (false, nil) }
            var shed: (any Channel)?
            if state.connections.count - state.closing.count >= most {
                guard let victim = Self.longestIdle(state, exempt) else { return (false, nil) }
                state.closing.insert(victim.0)
                shed = victim.1
            }
            state.connections[ObjectIdentifier(channel)] = Connection(
                channel: channel, network: network, holder: holder, idleSince: .now())
            state.networks[network, default: 0] += 1
            state.holders[holder, default: 0] += 1
            return (true, shed)
        }
        shed?.close(promise: nil)
        return isIn
    }

    private static func longestIdle(_ state: State, _ exempt: Set<String>) -> (ObjectIdentifier, any Channel)? {
        var found: (id: ObjectIdentifier, channel: any Channel, held: Int, since: NIODeadline)?
        for (id, connection) in state.connections {
            guard let since = connection.idleSince, !exempt.contains(connection.network), !state.closing.contains(id) else { continue }
            let held = state.holders[connection.holder] ?? 0
            if let found, held < found.held || held == found.held && since >= found.since { continue }
            found = (id, connection.channel, held, since)
        }
        return found.map { ($0.id, $0.channel) }
    }

    func note(_ channel: any Channel, isIdle: Bool) {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.idleSince = isIdle ? .now() : nil }
    }

    func leave(_ channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            state.closing.remove(id)
            guard let connection = state.connections.removeValue(forKey: id) else { return }
            state.networks.reduce(connection.network)
            state.holders.reduce(connection.holder)
        }
    }
}

extension [String: Int] {
    fileprivate mutating func reduce(_ key: String) {
        let rest = (self[key] ?? 1) - 1
        self[key] = rest > 0 ? rest : nil
    }
}
