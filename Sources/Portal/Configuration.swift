import Citations
import Foundation
import House
import Logging
import Web

/// How this installation runs, from the environment. Everything else is kept in the database and changed in the browser.
public struct Configuration: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    /// The folder with the database and the pictures.
    public var data = "data"
    /// The folder of the backups; nil for `backups` in the data folder.
    public var backups: String?
    /// The file that a new database is filled from.
    public var seed = "seed.yaml"
    /// Where visitors reach the site, `https://portal.example.org`; nil when it is used only where it runs.
    public var url: String?
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    public var trustedProxies: [String] = []
    /// Who may read `/metrics` besides an administrator: whoever knows this word, and whoever asks from these addresses.
    public var metricsToken: String?
    public var metricsFrom: Set<String> = []
    /// Folders with templates and served files.
    public var templates = "Templates"
    public var assets = "Public"
    /// Read templates, texts and assets again when they change.
    public var isDevelopment = false
    /// Exponent of scrypt's cost for passwords.
    public var scryptCost = 17
    /// How long a page that all visitors share may lag behind the clock.
    public var pageLifetime = Duration.seconds(5)
    /// How long whoever asks too often waits for the answer that says so.
    public var refusalPause = Duration.milliseconds(500)
    public var logLevel = Logger.Level.info
    /// Seconds that a write waits for another program which holds the database.
    public var databasePatience: TimeInterval = 5
    /// Whether webhooks may call addresses of the own network.
    public var allowsPrivateWebhooks = false
    /// Hosts of the own network that feeds of news, links and pages of authors may lead to.
    public var neighbours: Set<String> = []
    /// Sites that administrators may let citations ask; nil leaves it to them, an empty list forbids all.
    public var citationHosts: HostList?
    /// The program that takes messages to people, with its arguments; nil keeps them in the data folder.
    public var mail: String?
    /// The address that messages come from.
    public var mailFrom = "portico@localhost"
    /// How notices reach people whose page is closed.
    public var push = Push.Settings()

    public init() {}

    /// Reads `PORTICO_…` variables; throws `StartProblems` with everything that is wrong at once.
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
        // For what may stay unset: with the one above, a refusal would pass for that.
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
            Int($0).flatMap { (10...20).contains($0) ? $0 : nil }
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
    /// Whether it is an IPv4 or IPv6 address.
    fileprivate var isAddress: Bool {
        var space = in6_addr()
        return inet_pton(AF_INET, self, &space) == 1 || inet_pton(AF_INET6, self, &space) == 1
    }
}
