import Foundation
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
    /// Folders with templates and served files.
    public var templates = "Templates"
    public var assets = "Public"
    /// Read templates, texts and assets again when they change.
    public var isDevelopment = false
    /// Exponent of scrypt's cost for passwords.
    public var scryptCost = 17
    public var logLevel = Logger.Level.info
    /// Whether webhooks may call addresses of the own network.
    public var allowsPrivateWebhooks = false

    public init() {}

    /// Reads `PORTICO_…` variables; throws `StartProblems` with everything that is wrong at once.
    public init(environment: [String: String]) throws {
        var problems: [String] = []
        func read<Value>(_ name: String, _ expected: String, into value: inout Value, _ parse: (String) -> Value?) {
            guard let text = environment[name], !text.isEmpty else { return }
            guard let parsed = parse(text) else {
                problems.append("\(name): «\(text)» is not \(expected)")
                return
            }
            value = parsed
        }
        read("PORTICO_HOST", "a host name", into: &host) { $0 }
        read("PORTICO_PORT", "a port between 0 and 65535", into: &port) { UInt16($0).map(Int.init) }
        read("PORTICO_DATA", "a folder", into: &data) { $0 }
        read("PORTICO_BACKUPS", "a folder", into: &backups) { $0 }
        read("PORTICO_SEED", "a file", into: &seed) { $0 }
        read("PORTICO_TEMPLATES", "a folder", into: &templates) { $0 }
        read("PORTICO_ASSETS", "a folder", into: &assets) { $0 }
        read("PORTICO_URL", "an address such as https://portal.example.org", into: &url) { text in
            let parts = URLComponents(string: text)
            let isOrigin = ["http", "https"].contains(parts?.scheme) && parts?.host != nil && ["", "/"].contains(parts?.path)
            return isOrigin ? (text.hasSuffix("/") ? String(text.dropLast()) : text) : nil
        }
        read("PORTICO_TRUSTED_PROXIES", "a list of addresses with commas", into: &trustedProxies) {
            $0.split(separator: ",").map { $0.trimmingSpaces() }
        }
        read("PORTICO_DEVELOPMENT", "yes or no", into: &isDevelopment) { ["yes": true, "no": false, "1": true, "0": false][$0] }
        read("PORTICO_WEBHOOK_PRIVATE", "yes or no", into: &allowsPrivateWebhooks) {
            ["yes": true, "no": false, "1": true, "0": false][$0]
        }
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
