import Citations
import Foundation
import House
import Logging
import Web

/// The configuration from the environment. All other settings are in the database and changed in the browser.
public struct Configuration: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var data = "data"
    /// The backup folder; nil for `backups` in the data folder.
    public var backups: String?
    public var seed = "seed.yaml"
    /// The public address, `https://portal.example.org`; nil for local use.
    public var url: String?
    public var trustedProxies: [String] = []
    /// Opens `/metrics` to holders of this token and to the listed addresses, besides administrators.
    public var metricsToken: String?
    public var metricsFrom: Set<String> = []
    public var templates = "Templates"
    public var assets = "Public"
    public var isDevelopment = false
    /// The exponent of scrypt's cost.
    public var scryptCost = 17
    /// How long a shared page may be outdated.
    public var pageLifetime = Duration.seconds(5)
    public var refusalPause = Duration.milliseconds(500)
    public var logLevel = Logger.Level.info
    /// Seconds that a write waits for another program's lock.
    public var databasePatience: TimeInterval = 5
    /// Whether webhooks may call private addresses.
    public var allowsPrivateWebhooks = false
    /// Private hosts that news feeds, links and authors' pages may use.
    public var neighbours: Set<String> = []
    /// Sites that administrators may enable for citations; nil allows any, an empty list none.
    public var citationHosts: HostList?
    /// The mail program with its arguments; nil keeps messages in the data folder.
    public var mail: String?
    public var mailFrom = "portico@localhost"
    public var push = Push.Settings()

    public init() {}

    /// Reads `PORTICO_…` variables; throws `StartProblems` with all errors.
    public init(environment: [String: String]) throws {
        var problems: [String] = []
        func parsed<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            if let value = parse(text) { return value }
            problems.append(name.hasSuffix("_TOKEN") ? "\(name) is not \(expected)" : "\(name): «\(text)» is not \(expected)")
            return nil
        }
        func read<Value>(_ name: String, _ expected: String, into value: inout Value, _ parse: (String) -> Value?) {
            if let found = parsed(name, expected, parse) { value = found }
        }
        // For optional variables: with the function above nil would mean both "unset" and "invalid".
        func readOptional<Value>(_ name: String, _ expected: String, into value: inout Value?, _ parse: (String) -> Value?) {
            if let found = parsed(name, expected, parse) { value = found }
        }
        read("PORTICO_HOST", "a host name", into: &host) { $0 }
        read("PORTICO_PORT", "a port between 0 and 65535", into: &port) { UInt16($0).map(Int.init) }
        read("PORTICO_DATA", "a folder", into: &data) { $0 }
        readOptional("PORTICO_BACKUPS", "a folder", into: &backups) { $0 }
        read("PORTICO_SEED", "a file", into: &seed) { $0 }
        read("PORTICO_TEMPLATES", "a folder", into: &templates) { $0 }
        read("PORTICO_ASSETS", "a folder", into: &assets) { $0 }
        readOptional("PORTICO_URL", "an address such as https://portal.example.org", into: &url) { text in
            let parts = URLComponents(string: text)
            let isOrigin = ["http", "https"].contains(parts?.scheme) && parts?.host != nil && ["", "/"].contains(parts?.path)
            return isOrigin ? (text.hasSuffix("/") ? String(text.dropLast()) : text) : nil
        }
        read("PORTICO_TRUSTED_PROXIES", "a list of addresses with commas", into: &trustedProxies) {
            $0.split(separator: ",").map { $0.trimmingSpaces() }
        }
        readOptional("PORTICO_METRICS_TOKEN", "a secret of at least 20 letters, digits and signs", into: &metricsToken) { token in
            token.utf8.count >= 20 && token.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? token : nil
        }
        read("PORTICO_METRICS_FROM", "a list of addresses with commas", into: &metricsFrom) { text in
            let addresses = text.split(separator: ",").map { $0.trimmingSpaces() }
            return addresses.allSatisfy(\.isAddress) ? Set(addresses) : nil
        }
        read("PORTICO_DEVELOPMENT", "yes or no", into: &isDevelopment) { ["yes": true, "no": false, "1": true, "0": false][$0] }
        read("PORTICO_WEBHOOK_PRIVATE", "yes or no", into: &allowsPrivateWebhooks) {
            ["yes": true, "no": false, "1": true, "0": false][$0]
        }
        read("PORTICO_NEIGHBOURS", "a list of host names with commas", into: &neighbours) {
            Set($0.split(separator: ",").map { $0.trimmingSpaces().lowercased() })
        }
        read("PORTICO_PUSH_PRIVATE", "yes or no", into: &push.allowsPrivate) { ["yes": true, "no": false, "1": true, "0": false][$0] }
        readOptional("PORTICO_CITATION_HOSTS", "a list of host names with commas, or none", into: &citationHosts) { text in
            try? HostList(text == "none" ? "" : text)
        }
        readOptional("PORTICO_MAIL", "a program with its whole path, such as /usr/sbin/sendmail -t -i", into: &mail) { text in
            text.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: String(text.prefix { $0 != " " })) ? text : nil
        }
        read("PORTICO_MAIL_FROM", "an address such as portico@example.org", into: &mailFrom) { text in
            text.split(separator: "@", omittingEmptySubsequences: false).count == 2 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                ? text : nil
        }
        problems += push.readApple(from: environment)
        push.site = url.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        read("PORTICO_SCRYPT_COST", "a number between 10 and 20", into: &scryptCost) {
            Int($0, in: 10...20)
        }
        read("PORTICO_LOG", "one of trace, debug, info, notice, warning, error", into: &logLevel) { Logger.Level(rawValue: $0) }
        for (name, folder) in [("PORTICO_TEMPLATES", templates), ("PORTICO_ASSETS", assets)] {
            var isFolder: ObjCBool = false
            if !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue {
                problems.append("\(name): there is no folder «\(folder)»")
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems) }
    }
}

extension String {
    fileprivate var isAddress: Bool {
        var space = in6_addr()
        return inet_pton(AF_INET, self, &space) == 1 || inet_pton(AF_INET6, self, &space) == 1
    }
}
