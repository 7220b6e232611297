extension Setting {
    /// Names the file of settings; the file itself cannot.
    static let file = Setting(
        "config", "YAML file with further settings; without this setting portico.yaml, where there is one", optional: \.file, .file)

    static let environmentFile = Setting(
        "env", "file of variables, NAME=value as for systemd; without this setting /etc/portico/portico.env, where there is one",
        optional: \.environmentFile, .file)

    /// All settings, in the order of `portico config` and of README.
    public static let all = [environmentFile, file] + serving + folders + replicating + watching + sending + apple

    public static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    private static let serving = [
        Setting("host", "address to listen on", \.host, .host),
        Setting("port", "port to listen on", \.port, .port),
        Setting("url", "public address of the site", optional: \.url, .origin),
        Setting("trusted-proxies", "addresses of proxies whose X-Forwarded-For is trusted", \.trustedProxies, .proxies),
        Setting("shared-cache", "whether any cache in front may keep the pages that are the same for all", \.isSharedCacheOpen, .yesOrNo),
        Setting("purge", "caches that are told which pages have changed", \.purge, .caches).secret(),
        Setting("purge-token", "token that these caches ask for", optional: \.purgeToken, .secret).secret(),
        Setting("development", "whether changed templates, texts and served files are reloaded", \.isDevelopment, .yesOrNo),
        Setting("scrypt-cost", "cost of guessing a password: the exponent of scrypt's N", \.scryptCost, .cost),
    ]

    private static let folders = [
        Setting("data", "folder of the database and the pictures", \.data, .folder),
        Setting("backups", "folder of the backups; without this setting backups in the data folder", optional: \.backups, .folder),
        Setting("seed", "file that fills a new database", \.seed, .file),
        Setting("secrets", "folder with a file for each !secret of seed files", optional: \.secrets, .folder),
        Setting("templates", "folder of the templates and texts", \.templates, .folder),
        Setting(
            "texts", "folder of your own texts and languages; without this setting texts in the data folder", optional: \.texts, .folder),
        Setting("assets", "folder of the served files", \.assets, .folder),
    ]

    private static let replicating = [
        Setting("replicated", "whether Litestream copies the database, or the seconds between two heartbeats", \.heartbeat, .heartbeat),
        Setting("replica-lag", "seconds after which a replica is unwell", \.replicaLag, .seconds),
    ]

    private static let watching = [
        Setting("log", "least level of what is logged, and the form of the lines", \.log, .log),
        Setting("metrics-token", "token that opens /metrics", optional: \.metricsToken, .secret).secret(),
        Setting("metrics-from", "addresses that may read /metrics without the token", \.metricsFrom, .addresses),
    ]

    private static let sending = [
        Setting("mail", "program that sends messages; it goes before the mail server set in the browser", optional: \.mail, .program),
        Setting("mail-from", "sender address of messages; it goes before the one set in the browser", \.mailFrom, .sender),
        Setting("neighbours", "hosts of your network that feeds, links and authors' pages may use", \.neighbours, .hosts),
        Setting("webhook-private", "whether webhooks may call your own network", \.allowsPrivateWebhooks, .yesOrNo),
        Setting("push-private", "whether push services may be on your own network, for tests", \.push.allowsPrivate, .yesOrNo),
        Setting("citation-hosts", "sites that administrators may enable for citations", optional: \.citationHosts, .hostList),
        Setting("exam-system", "address of the system where students sign up for exams", optional: \.examSystem, .address),
        Setting("exam-system-token", "token that this system asks for", optional: \.examSystemToken, .secret).secret(),
    ]

    private static let apple = [
        Setting("apns-key", "file with the key of an Apple developer account", optional: \.apple.key, .file),
        Setting("apns-key-id", "Apple's identifier of this key", optional: \.apple.keyID, .text),
        Setting("apns-team", "identifier of the developer's team", optional: \.apple.team, .text),
        Setting("apns-topic", "the app's bundle identifier", optional: \.apple.topic, .text),
        Setting("apns-host", "Apple's push service", \.apple.host, .host),
        Setting("apns-certificates", "file with certificates to trust instead of the system's", optional: \.apple.certificates, .file),
    ]
}
