import Foundation
import NIOCore
import Web

/// What only the server behind the proxy can tell: which address it sees, what arrives of a large body, when a stream comes.
struct ProxyChecks {
    let client: DoctorClient
    let target: DoctorTarget
    /// nil without a data folder, or when the certificate of the other end cannot be believed.
    let token: String?
    let direct: String
    /// Whether no proxy is passed on the way to it.
    let isDirect: Bool
    let now: Date
    let streamTimeout: Duration

    /// A field that no proxy may believe: an address of documents (RFC 5737).
    private static let invented = "192.0.2.77"
    private static let large = 9 << 20

    func results() async -> [DoctorResult] {
        guard let token else { return Self.all.map { .unknown($0, "noToken") } }
        let key = ("Authorization", "Bearer \(token)")
        let answer = await client.send(.GET, "/doctor", [key])
        guard let observation = answer.observation else { return refused(answer) + Self.all.dropFirst().map { .unknown($0, "noAnswer") } }
        let spoofed = await client.send(.GET, "/doctor", [key, ("X-Forwarded-For", Self.invented)]).observation
        return [
            address(observation), host(observation), forwarded(observation, spoofed), clock(answer), await upload(key), await stream(key),
        ]
    }

    private static let all = ["address", "host", "forwarded", "clock", "upload", "stream"]

    private func refused(_ answer: DoctorClient.Answer) -> [DoctorResult] {
        let values = ["origin": target.origin, "host": target.host, "direct": direct, "status": answer.status.map { "\($0)" } ?? "-"]
        switch answer.status {
        case 421: return [.fault("address", "misdirected", values)]
        case 404: return [.fault("address", "otherSite", values)]
        case 502, 503, 504: return [.fault("address", "gateway", values)]
        case .some(300..<400):
            return [.fault("address", "leads", values.merging(["location": answer.headers.first(name: "Location") ?? "-"]) { $1 })]
        case .some: return [.fault("address", "status", values)]
        case nil: return [answer.failure == "time" ? .fault("address", "time", values) : .fault("address", "silent", values)]
        }
    }

    private func address(_ observation: ServerObservation) -> DoctorResult {
        guard let url = observation.url.flatMap({ SiteAddress($0)?.text }) else {
            return .fault("address", "unset", ["origin": target.origin])
        }
        return url == target.origin
            ? .ok("address", "ok", ["origin": url]) : .fault("address", "differs", ["origin": target.origin, "url": url])
    }

    private func host(_ observation: ServerObservation) -> DoctorResult {
        // nginx's $host has no port.
        [target.host, target.name].contains(observation.host.lowercased())
            ? .ok("host", "ok", ["host": observation.host]) : .fault("host", "differs", ["host": observation.host, "asked": target.host])
    }

    private func forwarded(_ observation: ServerObservation, _ spoofed: ServerObservation?) -> DoctorResult {
        let values = ["client": observation.client, "peer": observation.peer, "invented": Self.invented]
        if isDirect { return .ok("forwarded", "direct", values) }
        if observation.forwarded.isEmpty { return .fault("forwarded", "missing", values) }
        if !observation.isTrusted { return .fault("forwarded", "untrusted", values) }
        guard let spoofed else { return .unknown("forwarded", "noAnswer", values) }
        if spoofed.client == Self.invented { return .fault("forwarded", "believed", values) }
        return .ok("forwarded", "ok", values)
    }

    private func clock(_ answer: DoctorClient.Answer) -> DoctorResult {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = answer.headers.first(name: "Date").flatMap(format.date(from:)) else { return .unknown("clock", "noDate") }
        let seconds = Int(cutting: date.timeIntervalSince(now))
        let values = ["seconds": "\(seconds.magnitude)"]
        if seconds > 60 { return .fault("clock", "behind", values) }
        return seconds < -60 ? .fault("clock", "ahead", values) : .ok("clock", "same", values)
    }

    private func upload(_ key: (String, String)) async -> DoctorResult {
        let body = ByteBuffer(repeating: 0x20, count: Self.large)
        let answer = await client.send(.POST, "/doctor", [key, ("Origin", target.origin)], body: body)
        if answer.observation?.bytes == Self.large { return .ok("upload", "ok", ["size": "9 MB"]) }
        if answer.status == 413 { return .fault("upload", "refused", ["size": "9 MB"]) }
        return .unknown("upload", "unknown", ["status": answer.status.map { "\($0)" } ?? answer.failure ?? "-"])
    }

    private func stream(_ key: (String, String)) async -> DoctorResult {
        guard let answer = await client.first("/doctor/stream", [key], within: streamTimeout) else { return .fault("stream", "buffered") }
        guard answer.status == 200 else { return .unknown("stream", "unknown", ["status": answer.status.map { "\($0)" } ?? "-"]) }
        return String(decoding: answer.body, as: UTF8.self).contains("data: 1") ? .ok("stream") : .fault("stream", "changed")
    }
}
