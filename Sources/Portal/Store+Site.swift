import Admin
import Foundation
import GRDB

extension Store {
    public static func hasDatabase(_ configuration: Configuration) -> Bool {
        FileManager.default.fileExists(atPath: path(configuration))
    }

    /// Opens the database of a site and migrates it; refuses a folder without a site.
    public static func openSite(
        _ configuration: Configuration, noting note: (UpdateProgress) -> Void = { _ in }
    ) throws -> DatabasePool {
        try requireSite(configuration)
        return try open(configuration, noting: note)
    }

    /// Opens the database of a site without migration, beside a running server.
    public static func existingSite(_ configuration: Configuration) throws -> DatabaseQueue {
        try requireSite(configuration)
        return try DatabaseQueue(path: path(configuration), configuration: settings)
    }

    /// - Parameter mayBeNew: whether the command takes `--new`, which the refusal then names.
    public static func requireSite(_ configuration: Configuration, mayBeNew: Bool = false) throws {
        guard access(path(configuration), F_OK) != 0 else { return }
        let folder = URL(fileURLWithPath: configuration.data).path
        guard errno != EACCES else { throw CommandRefusal("closed", ["folder": folder]) }
        let file = configuration.environmentFile ?? EnvironmentFile.usual
        let missing =
            configuration.origin(of: "data").map { LocalizedMessage("commands.no-site.named", ["folder": folder, "origin": $0]) }
            ?? LocalizedMessage("commands.no-site.usual", ["folder": folder, "file": file])
        throw mayBeNew ? CommandRefusal(missing, LocalizedMessage("commands.no-site.new")) : CommandRefusal(missing)
    }

    /// Refuses to write as root into another user's folder: that user could not read what root makes there.
    public static func requireOwner(_ configuration: Configuration) throws {
        var facts = stat()
        guard geteuid() == 0, stat(configuration.data, &facts) == 0, facts.st_uid != 0, let user = getpwuid(facts.st_uid) else { return }
        let folder = URL(fileURLWithPath: configuration.data).path
        throw CommandRefusal("as-root", ["folder": folder, "user": String(cString: user.pointee.pw_name)])
    }

    /// Returns the folder of a restore: the typed one, or the site's own, which alone may be forgotten.
    public static func folderToRestore(
        _ configuration: Configuration, named: String?, isNew: Bool, replacing: Bool
    ) throws -> String {
        guard let named else {
            try requireOwner(configuration)
            if isNew { try requireNoSite(configuration) } else { try requireSite(configuration, mayBeNew: true) }
            return configuration.data
        }
        var target = configuration
        target.data = named
        try requireOwner(target)
        if isNew {
            try requireNoSite(target)
        } else if replacing, !hasDatabase(target) {
            throw CommandRefusal(
                LocalizedMessage("commands.no-site.replaced", ["folder": URL(fileURLWithPath: named).path]),
                LocalizedMessage("commands.no-site.new"))
        }
        return named
    }

    /// Refuses a folder whose database is missing or has no account, as a failed restore leaves it.
    public static func requireExistingSite(_ configuration: Configuration) throws {
        let folder = URL(fileURLWithPath: configuration.data).path
        guard access(path(configuration), F_OK) == 0 else {
            throw CommandRefusal(errno == EACCES ? "closed" : "existing.missing", ["folder": folder])
        }
        guard hasAccounts(configuration) != false else { throw CommandRefusal("existing.empty", ["folder": folder]) }
    }

    private static func hasAccounts(_ configuration: Configuration) -> Bool? {
        try? existing(configuration)?.read { db in
            try db.tableExists("account") && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM account)") ?? false
        }
    }

    /// A database without accounts is no site yet; one that cannot be read may be one.
    public static func requireNoSite(_ configuration: Configuration) throws {
        guard hasDatabase(configuration) else { return }
        guard hasAccounts(configuration) == false else {
            throw CommandRefusal("has-site", ["folder": URL(fileURLWithPath: configuration.data).path])
        }
    }
}

extension Configuration {
    /// The place that gives a setting its value, as it is typed; nil for a default.
    func origin(of setting: String) -> String? {
        let variable = Setting.named(setting)?.variable ?? ""
        return switch origins[setting] ?? .usual {
        case .flag: "--\(setting)"
        case .environment: variable
        case .variables(let file): "\(variable) in \(file)"
        case .file(let file): "\(setting) in \(file)"
        case .usual: nil
        }
    }

    /// Refuses a seed file that a setting names and that is missing; returns whether there is one.
    public func requireSeed() throws -> Bool {
        if FileManager.default.fileExists(atPath: seed) { return true }
        guard let origin = origin(of: "seed") else { return false }
        let folder = URL(fileURLWithPath: seed).deletingLastPathComponent().path
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        guard let near = nearest(to: URL(fileURLWithPath: seed).lastPathComponent, among: files) else {
            throw CommandRefusal("no-seed.alone", ["origin": origin, "file": seed])
        }
        let path = seed.contains("/") ? folder + (folder == "/" ? "" : "/") + near : near
        throw CommandRefusal("no-seed.near", ["origin": origin, "file": seed, "near": path])
    }
}
