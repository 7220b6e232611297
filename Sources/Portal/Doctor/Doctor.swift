import Admin
import Foundation
import Web

/// Examines a site from inside, as its folder and machine show it, and from outside, as its visitors reach it.
public struct Doctor: Sendable {
    let configuration: Configuration
    let target: DoctorTarget?
    public var certificates: String?
    /// Where a message of trial goes; nil sends none.
    public var recipient: String?
    public var isInside = true
    public var isOutside = true
    /// The most that one question to the network may take.
    public var timeout = Duration.seconds(10)
    /// The most that the first event of a stream may take; nil for `timeout`.
    var streamTimeout: Duration?
    var now = Date.now
    var plainPort: Int?
    var machine = MachineChecks()

    /// Takes the address to examine, by default that of the settings; nil when it is none.
    public init?(_ configuration: Configuration, url: String? = nil) {
        self.configuration = configuration
        let asked = url ?? configuration.url
        target = asked.flatMap(DoctorTarget.init)
        if asked != nil, target == nil { return nil }
        plainPort = target.flatMap { $0.isHTTPS && $0.isOnUsualPort ? 80 : nil }
    }

    public func examine() async -> [DoctorResult] {
        let file = DoctorToken(data: configuration.data)
        let token = file.make()?.text
        defer { file.remove() }
        let inside = isInside ? await inside(token) : []
        return inside + (isOutside ? await outside(token) : [])
    }

    private func inside(_ token: String?) async -> [DoctorResult] {
        let direct = DoctorClient(origin: ServiceChecks.address(configuration), timeout: timeout)
        // A host that the service always answers to.
        let answer = await direct.send(.GET, "/doctor", [("Authorization", "Bearer \(token ?? "")"), ("Host", "localhost")])
        let database = FileFacts(Store.path(configuration)) == nil ? nil : try? Store.existing(configuration)
        var folders = FolderChecks(configuration: configuration)
        folders.now = now
        if let plan = try? await database?.read({ try SiteSettings.load($0).backups }) { folders.longestSinceBackup = plan.patience }
        var sending = SendingChecks(configuration: configuration, service: answer.observation, recipient: recipient)
        sending.now = now
        let service = ServiceChecks(configuration: configuration, answer: answer, hasToken: token != nil)
        return SettingChecks(configuration: configuration).results + folders.results + service.results + machine.results
            + (await sending.results(database))
    }

    private func outside(_ token: String?) async -> [DoctorResult] {
        guard let target else { return [.unknown("address", "none")] }
        let way = AddressChecks(target: target, timeout: timeout, certificates: certificates, plainPort: plainPort, now: now)
        let (results, isTrusted) = await way.results()
        guard results.contains(where: { $0.check == "connection" && $0.state == .ok }) else {
            return results + [.unknown("answer", "noWay")]
        }
        var client = DoctorClient(origin: target.origin, timeout: timeout)
        (client.certificates, client.isVerified) = (certificates, isTrusted)
        // What cannot be believed is not told the token.
        let proxy = ProxyChecks(
            client: client, target: target, token: isTrusted ? token : nil, direct: ServiceChecks.address(configuration),
            isDirect: !target.isHTTPS && target.port == configuration.port, now: now, streamTimeout: streamTimeout ?? timeout)
        let answers = isTrusted || token == nil ? await proxy.results() : [DoctorResult.unknown("answer", "untrusted")]
        return results + answers + (await HeaderChecks(client: client, target: target).results())
    }
}
