import Accounts
import Foundation
import GRDB

/// Makes archives of the whole site and restores it from them.
/// ```
/// <backups>/portico-2026-05-03-031500.tar    a backup with the keys, readable by its owner only
/// <backups>/portico-2026-05-03-031500.json   the result of its rehearsed restore
/// ```
public struct Backups: Sendable {
    let data: String
    public let folder: String
    let version: String
    let migrations: [String]
    let check: Check
    let collections: [PictureCollection]
    let modules: [any Module.Type]
    /// Bytes that stay free on a disk: a full disk would stop the site.
    var reserve = 64 << 20
    var tar = "/usr/bin/tar"

    /// - Parameter folder: nil for `backups` in the data folder.
    public init(
        data: String, folder: String?, version: String, migrations: [String], resources: [any Resource.Type], roles: [Role],
        collections: [PictureCollection] = [], modules: [any Module.Type] = []
    ) {
        self.collections = [.library] + collections
        self.modules = modules
        self.data = URL(fileURLWithPath: data).standardizedFileURL.path
        self.folder = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? self.data + "/" + Self.ownFolder
        (self.version, self.migrations) = (version, migrations)
        check = Check(resources: resources, roles: roles, migrations: migrations)
    }

    static let ownFolder = "backups"
    /// A folder in the data folder that no backup contains: keys whose loss is intended.
    public static let privateFolder = "sealed"
    static let databaseFile = "portico.sqlite"
    static let picturesFolder = PictureCollection.library.folder

    /// Returns the archive path for a requested path; a folder gets a file with the usual name.
    public func path(_ asked: String) -> String {
        let path = URL(fileURLWithPath: asked).standardizedFileURL.path
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return asked.hasSuffix("/") || isThere && isFolder.boolValue ? path + "/" + Self.name(at: .now) : path
    }

    static func name(at now: Date) -> String {
        "portico-\(stamp(now)).tar"
    }

    static func stamp(_ moment: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate, .withTime]
        return formatter.string(from: moment).replacing("T", with: "-")
    }

    /// Removes work folders of killed processes, older than a day, and an old `beforeUpdate`.
    func removeLeftovers(before date: Date = .now - 86_400) {
        let copy = data + "/" + Self.beforeUpdate
        if let age = AtomicFile.age(copy), age > 28 * 86_400 { try? FileManager.default.removeItem(atPath: copy) }
        for parent in Set([data, folder]) {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            where name.hasPrefix(Self.workPrefix) || name.hasSuffix(Self.unfinished) {
                let path = parent + "/" + name
                if let age = AtomicFile.age(path), age > Date.now.timeIntervalSince(date) {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }
        }
    }

    static let workPrefix = ".portico-work-"
    static let unfinished = ".tar.part"

    static func makeWorkFolder(in parent: String) throws -> String {
        let path = "\(parent)/\(workPrefix)\(UUID().uuidString)"
        try makeFolder(path)
        return path
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func requireRoom(_ bytes: Int, in folder: String) throws {
        guard let free = (try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int) ?? nil else { return }
        guard free - reserve < bytes else { return }
        throw JobFailure(
            "backups.errors.noRoom", ["folder": folder, "free": "\(free >> 20) MB", "needed": "\((bytes + reserve) >> 20) MB"])
    }
}
