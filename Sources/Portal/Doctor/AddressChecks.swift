import Admin
import Foundation
import Web

/// The way to the site from outside: its name, its addresses, its certificate, and the way from HTTP to HTTPS.
struct AddressChecks {
    let target: DoctorTarget
    let timeout: Duration
    let certificates: String?
    /// Where the same name answers without TLS; nil when that is not known.
    let plainPort: Int?
    let now: Date

    private static let soon: TimeInterval = 14 * 86_400

    func results() async -> (results: [DoctorResult], isTrusted: Bool) {
        let (name, port) = (target.name, target.port)
        guard let addresses = await withTimeout(timeout, { await NetworkAddress.all(of: name) }) else {
            return ([.unknown("name", "time", ["name": name])], false)
        }
        guard !addresses.isEmpty else { return ([.fault("name", "none", ["name": name])], false) }
        let found = Set(addresses.map(\.text)).sorted()
        let values = ["name": name, "addresses": found.joined(separator: ", ")]
        // An address that is typed has no name to complete.
        let isReachedByAll = name == found[0] || addresses.contains { !$0.isV6 }
        var results: [DoctorResult] = [isReachedByAll ? .ok("name", "ok", values) : .warning("name", "onlyV6", values)]
        var isOpen = false
        for address in found {
            let reach = await HostConnection.reach(address, port, timeout)
            isOpen = isOpen || reach == .open
            results.append(Self.result(of: reach, ["address": address, "port": "\(port)"]))
        }
        guard isOpen else { return (results, false) }
        guard target.isHTTPS else {
            return (results + [isLocal(addresses) ? .ok("certificate", "local") : .fault("certificate", "plain")], true)
        }
        let certificate = await certificate()
        results.append(certificate)
        results += await redirect()
        return (results, certificate.state != .fault && certificate.state != .unknown)
    }

    private func isLocal(_ addresses: [NetworkAddress]) -> Bool { addresses.allSatisfy { !$0.isPublic } }

    private static func result(of reach: HostConnection.Reach, _ values: [String: String]) -> DoctorResult {
        switch reach {
        case .open: .ok("connection", "ok", values)
        case .refused: .fault("connection", "refused", values)
        case .time: .fault("connection", "time", values)
        case .noWay: .unknown("connection", "noWay", values)
        }
    }

    private func certificate() async -> DoctorResult {
        let connection = HostConnection(name: target.name, port: target.port, timeout: timeout, certificates: certificates)
        let found = await connection.certificate(now: now)
        func values(_ validity: HostConnection.Validity) -> [String: String] {
            let days = Int(cutting: (validity.end.timeIntervalSince(now) / 86_400).rounded(.down))
            return ["name": target.name, "days": "\(days)", "start": Self.day(validity.start), "end": Self.day(validity.end)]
        }
        switch found {
        case .good(let validity) where validity.end < now: return .fault("certificate", "expired", values(validity))
        case .good(let validity) where validity.end < now + Self.soon: return .warning("certificate", "soon", values(validity))
        case .good(let validity): return .ok("certificate", "ok", values(validity))
        case .expired(let validity): return .fault("certificate", "expired", values(validity))
        case .early(let validity): return .fault("certificate", "early", values(validity))
        case .wrongName(let validity): return .fault("certificate", "wrongName", values(validity))
        case .untrusted(let validity): return .fault("certificate", "untrusted", values(validity))
        case .none: return .fault("certificate", "none", ["name": target.name, "port": "\(target.port)"])
        }
    }

    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    private func redirect() async -> [DoctorResult] {
        guard let plainPort else { return [] }
        let origin = "http://\(target.name)" + (plainPort == 80 ? "" : ":\(plainPort)")
        let answer = await DoctorClient(origin: origin, timeout: timeout).send(.GET, "/sign-in")
        let values = ["origin": origin, "target": target.origin]
        guard let status = answer.status else {
            return [answer.failure == "refused" ? .warning("redirect", "refused", values) : .unknown("redirect", "time", values)]
        }
        let location = answer.headers.first(name: "Location") ?? ""
        guard (300..<400).contains(status) else { return [.fault("redirect", "none", values.merging(["status": "\(status)"]) { $1 })] }
        let isRight = location == target.origin || location.hasPrefix(target.origin + "/")
        return [isRight ? .ok("redirect", "ok", values) : .fault("redirect", "elsewhere", values.merging(["location": location]) { $1 })]
    }
}

struct DoctorTarget: Sendable {
    /// `https://host[:port]`, in lower case.
    let origin: String
    let name: String
    let port: Int
    let isHTTPS: Bool

    /// nil for anything but `http(s)://host[:port]`; without a scheme https is meant.
    init?(_ text: String) {
        guard let address = SiteAddress(text.contains("://") ? text : "https://" + text), let parts = URLComponents(string: address.text),
            let host = parts.host
        else { return nil }
        origin = address.text
        name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isHTTPS = parts.scheme == "https"
        port = parts.port ?? (isHTTPS ? 443 : 80)
    }

    /// As the field `Host` names it.
    var host: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    var isOnUsualPort: Bool { port == (isHTTPS ? 443 : 80) }
}
