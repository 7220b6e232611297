import Accounts
import Foundation
import GRDB

/// Archives of everything that a site is, and how it is made again from one.
///
/// ```
/// <backups>/portico-2026-05-03-031500.tar    one backup, readable by its owner only: it holds the keys, too
/// <backups>/portico-2026-05-03-031500.json   what its rehearsed restore showed
/// ```
public struct Backups: Sendable {
    /// The data folder.
    let data: String
    /// Where the archives are kept.
    public let folder: String
    let version: String
    /// Every migration that this program knows.
    let migrations: [String]
    let check: Check
    /// The folders of pictures in the data folder: the library's and those that systems keep to themselves.
    let shelves: [PictureCollection]
    /// The systems, which are asked to prepare for a backup and what it lacks.
    let modules: [any Module.Type]
    /// Bytes that stay free on a disk whatever is made: a full one would stop the site itself.
    var reserve = 64 << 20
    var tar = "/usr/bin/tar"

    /// - Parameter folder: nil for `backups` in the data folder.
    public init(
        data: String, folder: String?, version: String, migrations: [String], resources: [any Resource.Type], roles: [Role],
        shelves: [PictureCollection] = [], modules: [any Module.Type] = []
    ) {
        self.shelves = [.library] + shelves
        self.modules = modules
        self.data = URL(fileURLWithPath: data).standardizedFileURL.path
        self.folder = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? self.data + "/" + Self.ownFolder
        (self.version, self.migrations) = (version, migrations)
        check = Check(resources: resources, roles: roles, migrations: migrations)
    }

    static let ownFolder = "backups"
    /// The folder beside the database that no backup takes along: keys whose loss is the point.
    public static let privateFolder = "sealed"
    static let databaseFile = "portico.sqlite"
    static let picturesFolder = PictureCollection.library.folder

    /// The file for a backup that somebody asked for: a folder gets one with the usual name.
    public func path(_ asked: String) -> String {
        let path = URL(fileURLWithPath: asked).standardizedFileURL.path
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return asked.hasSuffix("/") || isThere && isFolder.boolValue ? path + "/" + Self.name(at: .now) : path
    }

    /// The name of a backup made now.
    static func name(at now: Date) -> String {
        "portico-\(stamp(now)).tar"
    }

    /// A moment of UTC as a part of a file name.
    static func stamp(_ moment: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate, .withTime]
        return formatter.string(from: moment).replacing("T", with: "-")
    }

    /// The database as it was before a newer program changed its schema; in the data folder, for as long as backups are kept at first.
    public static let beforeUpdate = "before-update.sqlite"

    /// Folders of works that a killed process left behind, older than a day, and an old `beforeUpdate`.
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

    /// A folder for a work of ours in another one, on the same disk.
    static func makeWorkFolder(in parent: String) throws -> String {
        let path = "\(parent)/\(workPrefix)\(UUID().uuidString)"
        try makeFolder(path)
        return path
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// - Throws: `JobFailure` when a disk has no room for some bytes and the reserve.
    func requireRoom(_ bytes: Int, in folder: String) throws {
        guard let free = (try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int) ?? nil else { return }
        guard free - reserve < bytes else { return }
        throw JobFailure(
            "backups.errors.noRoom", ["folder": folder, "free": "\(free >> 20) MB", "needed": "\((bytes + reserve) >> 20) MB"])
    }
}
