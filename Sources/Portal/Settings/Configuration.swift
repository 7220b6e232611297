import Citations
import Foundation
import House
import Web

/// What the owner decides at the start. All other settings are in the database and changed in the browser.
public struct Configuration: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var data = "data"
    /// The backup folder; nil for `backups` in the data folder.
    public var backups: String?
    public var seed = "seed.yaml"
    /// The folder with a file for each `!secret` of seed files.
    public var secrets: String?
    /// The public address, `https://portal.example.org`; nil for local use.
    public var url: String?
    public var trustedProxies: [String] = []
    /// Whether any cache in front of the site may keep shared pages.
    public var isSharedCacheOpen = false
    /// The caches that are told of changes, and the token that they ask for.
    public var purge: [CacheEndpoint] = []
    public var purgeToken: String?
    /// Opens `/metrics` to holders of this token and to the listed addresses, besides administrators.
    public var metricsToken: String?
    public var metricsFrom: Set<String> = []
    public var templates = InstalledFiles.path("Templates")
    /// The folder of the site's own texts and languages; nil for `texts` in the data folder.
    public var texts: String?
    public var assets = InstalledFiles.path("Public")
    public var isDevelopment = false
    public var scryptCost = 17
    /// How long a shared page may be outdated.
    public var pageLifetime = Duration.seconds(5)
    public var refusalPause = Duration.milliseconds(500)
    public var log = LogSettings()
    /// Seconds that a write waits for another program's lock.
    public var databasePatience: TimeInterval = 5
    public var allowsPrivateWebhooks = false
    /// Private hosts that news feeds, links and authors' pages may use.
    public var neighbours: Set<String> = []
    /// Sites that administrators may enable for citations; nil allows any, an empty list none.
    public var citationHosts: HostList?
    /// The interface of the university's own system of exams; nil where Portico keeps them.
    public var examSystem: String?
    public var examSystemToken: String?
    /// The mail program with its arguments; nil keeps messages in the data folder.
    public var mail: String?
    public var mailFrom = "portico@localhost"
    /// Seconds between the heartbeats of a replicated database; 0 without replication.
    public var heartbeat = 0
    /// Seconds after which a replica calls itself unwell.
    public var replicaLag = 30
    /// Whether this process only reads a database that Litestream keeps up to date.
    public var isReplica = false
    public var push = Push.Settings()
    var apple = AppleConfiguration()
    var demonstration = InstalledFiles.path("seed.yaml")
    var file: String?
    /// The file of variables, when it is named or there is one in the usual place.
    var environmentFile: String?
    /// The values of `!secret` that the file of variables holds.
    var secretVariables: [String: String] = [:]
    var origins: [String: SettingOrigin] = [:]

    public init() {}

    public var textFolders: TextFolders { TextFolders(package: templates + "/texts", site: texts ?? data + "/texts") }

    public func readTexts() throws -> Texts { try Texts(textFolders) }
}
