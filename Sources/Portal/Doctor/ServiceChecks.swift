import Foundation

/// Whether the service runs on this machine, on this data folder, with the settings that this command reads.
struct ServiceChecks {
    let configuration: Configuration
    let answer: DoctorClient.Answer
    /// Whether a token could be made; without one the service does not answer.
    let hasToken: Bool

    static func address(_ configuration: Configuration) -> String {
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][configuration.host] ?? configuration.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(configuration.port)"
    }

    var results: [DoctorResult] {
        let values = ["address": Self.address(configuration), "data": configuration.data]
        guard hasToken else { return [.unknown("service", "unknown", values)] }
        guard let observation = answer.observation else {
            if answer.status != nil { return [.fault("service", "other", values)] }
            return [answer.failure == "time" ? .unknown("service", "time", values) : .fault("service", "silent", values)]
        }
        let found = settings(observation) + rights(observation)
        let user = FileFacts.name(of: UInt32(clamping: observation.user))
        return found.isEmpty ? [.ok("service", "ok", values.merging(["user": user, "version": observation.version]) { $1 })] : found
    }

    private func settings(_ observation: ServerObservation) -> [DoctorResult] {
        var results: [DoctorResult] = []
        let differing = [
            ("PORTICO_URL", observation.url ?? "", configuration.url ?? ""),
            (
                "PORTICO_TRUSTED_PROXIES", observation.trustedProxies.joined(separator: ","),
                configuration.trustedProxies.joined(separator: ",")
            ),
        ]
        for (name, running, read) in differing where running != read {
            let shown = { (text: String) in text.isEmpty ? "-" : text }
            results.append(.fault("service", "settings", ["name": name, "running": shown(running), "read": shown(read)]))
        }
        return results
    }

    private func rights(_ observation: ServerObservation) -> [DoctorResult] {
        let backups = Portal.backups(configuration).folder
        let closed = [(observation.writesData, configuration.data), (observation.writesBackups, backups)].filter { !$0.0 }.map(\.1)
        return closed.map { .fault("service", "closed", ["path": URL(fileURLWithPath: $0).standardizedFileURL.path]) }
    }
}
