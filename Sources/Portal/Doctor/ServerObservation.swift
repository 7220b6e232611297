import Foundation

/// How a request reached the server, and under which settings and rights the server runs.
struct ServerObservation: Codable, Sendable {
    var version = ProgramVersion.text
    /// The address that counts as the visitor's.
    var client = ""
    var peer = ""
    var isTrusted = false
    /// The fields `X-Forwarded-For` as they came.
    var forwarded: [String] = []
    var host = ""
    var bytes = 0
    var url: String?
    var trustedProxies: [String] = []
    var user = 0
    /// Whether the system refuses the rights of setuid programs to the server and all that it starts.
    var isConfined = false
    var writesData = false
    var writesBackups = false

    init() {}

    init(_ configuration: Configuration) {
        (url, trustedProxies) = (configuration.url, configuration.trustedProxies)
        user = Int(geteuid())
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        isConfined = status.contains("NoNewPrivs:\t1")
        writesData = Self.writes(configuration.data)
        writesBackups = Self.writes(Portal.backups(configuration).folder)
    }

    /// Whether this process may write into a folder, or into the nearest one above it where it will be made.
    static func writes(_ folder: String) -> Bool {
        var path = URL(fileURLWithPath: folder).standardizedFileURL
        while path.path != "/", access(path.path, F_OK) != 0 { path.deleteLastPathComponent() }
        return access(path.path, W_OK | X_OK) == 0
    }
}
