import Foundation
import GRDB
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

extension Backups {
    /// Writes a consistent archive of the site while it runs. The archive gets its name only when it is complete and on disk; a failure
    /// leaves no file. Throws `JobFailure`.
    public func make(_ database: any DatabaseWriter, to path: String, now: Date = .now) async throws -> BackupManifest {
        let place = (path as NSString).deletingLastPathComponent
        guard AtomicFile.age(path) == nil else { throw JobFailure("backups.errors.taken", ["file": path], mayRetry: false) }
        do {
            try Self.makeFolder(place)
            let workFolder = try Self.makeWorkFolder(in: data)
            defer { try? FileManager.default.removeItem(atPath: workFolder) }
            // Content that cannot be prepared is archived as it is, and the manifest says so.
            for module in modules { try? await module.prepareForBackup(database) }
            // Before and after the snapshot: a picture that the snapshot names is linked in the first pass or too young to be swept.
            try await offThread { Result { try collections.forEach { try linkPictures(of: $0, to: workFolder, only: nil) } } }.get()
            try await takeSnapshot(of: database, to: workFolder + "/" + Self.databaseFile)
            try Task.checkCancellation()
            let manifest = try await offThread { Result { try finish(workFolder, now) } }.get()
            try requireRoom(manifest.bytes, in: place)
            try await pack([BackupManifest.name] + manifest.files.map(\.name), in: workFolder, to: path)
            return manifest
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw JobFailure("backups.errors.full")
        } catch let error as AtomicFile.Failure where error.isDiskFull {
            throw JobFailure("backups.errors.full")
        }
    }

    /// Copies the database into one file. Free pages are not copied, so deleted content is in no later backup.
    private func takeSnapshot(of database: any DatabaseWriter, to path: String) async throws {
        var source = database
        // A separate connection, so that the site's only writer does not wait.
        if let pool = database as? DatabasePool {
            var settings = GRDB.Configuration()
            settings.busyMode = .timeout(5)
            source = try DatabaseQueue(path: pool.path, configuration: settings)
        }
        try await source.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(
                db,
                sql:
                    "SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s"
            )
            try requireRoom(pages ?? 0, in: data)
            try db.execute(sql: "VACUUM INTO ?", arguments: [path])
        }
    }

    /// Hard-links pictures instead of copying; those in `files` must exist.
    private func linkPictures(of collection: PictureCollection, to workFolder: String, only files: [String]?) throws {
        let (from, to) = ("\(data)/\(collection.folder)", "\(workFolder)/\(collection.folder)")
        try Self.makeFolder(to)
        let all = files ?? ((try? FileManager.default.contentsOfDirectory(atPath: from)) ?? []).filter(PictureStore.isName)
        for picture in all where AtomicFile.age("\(to)/\(picture)") == nil {
            try Self.makeFolder("\(to)/\(picture)")
            for file in PictureFile.allCases.map({ "\(picture)/\($0.rawValue)" }) where AtomicFile.age("\(from)/\(file)") != nil {
                do { try AtomicFile.link("\(from)/\(file)", as: "\(to)/\(file)") } catch {
                    _ = try AtomicFile.copy("\(from)/\(file)", to: "\(to)/\(file)", limit: .max)
                }
            }
        }
    }

    private func finish(_ workFolder: String, _ now: Date) throws -> BackupManifest {
        let snapshot = try DatabaseQueue(path: workFolder + "/" + Self.databaseFile)
        let (pictures, counts, migrations, missing) = try snapshot.read { db in
            (
                try collections.map { (collection: $0, files: try String.fetchAll(db, sql: $0.inUse)) }, try Self.counts(db),
                try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid"),
                try modules.flatMap { try $0.missingFromBackup(db) }
            )
        }
        try snapshot.close()
        for (collection, files) in pictures { try linkPictures(of: collection, to: workFolder, only: files) }
        let keys = try copyKeys(to: workFolder)
        let names =
            [Self.databaseFile] + keys
            + pictures.flatMap { collection, files in
                files.flatMap { file in PictureFile.allCases.map { "\(collection.folder)/\(file)/\($0.rawValue)" } }
            }.filter { AtomicFile.age("\(workFolder)/\($0)") != nil }
        let files = try names.map { name in
            let (hash, size) = try AtomicFile.hash("\(workFolder)/\(name)")
            return BackupManifest.File(name: name, bytes: size, sha256: hash)
        }
        let manifest = BackupManifest(version: version, madeAt: now, migrations: migrations, counts: counts, files: files, missing: missing)
        try AtomicFile.write(try manifest.encoded(), to: workFolder + "/" + BackupManifest.name)
        return manifest
    }

    static func counts(_ db: Database) throws -> [String: Int] {
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'")
        return try Dictionary(uniqueKeysWithValues: tables.map { ($0, try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\($0)\"") ?? 0) })
    }

    private func copyKeys(to workFolder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: data).sorted().filter { name in
            // The instance mark of this folder does not belong in the copy.
            let isOurs =
                BackupManifest.isSafe(name) && !name.hasPrefix(Self.databaseFile)
                && ![BackupManifest.name, InstanceMark.file].contains(name)
            let isWhole = !name.contains(".new-") && !name.hasSuffix(".new") && !name.hasSuffix(Self.unfinished)
            guard isOurs, isWhole, name.utf8.count < 90, AtomicFile.isRegular(data + "/" + name) else { return false }
            return try AtomicFile.copy(data + "/" + name, to: workFolder + "/" + name, limit: 1 << 20) != nil
        }
    }

    private func pack(_ names: [String], in workFolder: String, to path: String) async throws {
        let aside =
            "\((path as NSString).deletingLastPathComponent)/.\((path as NSString).lastPathComponent)-\(UUID().uuidString)\(Self.unfinished)"
        let list = workFolder + "/.names"
        try Data(names.joined(separator: "\0").utf8).write(to: URL(fileURLWithPath: list))
        defer { unlink(aside) }
        try AtomicFile.write(Data(), to: aside)
        let result = try await Subprocess.run(
            .path(FilePath(tar)),
            arguments: [
                "--create", "--file=\(aside)", "--force-local", "--format=gnu", "--hard-dereference", "--no-recursion", "--owner=0",
                "--group=0", "--numeric-owner", "--mode=u=rw,go=", "--directory=\(workFolder)", "--null", "--verbatim-files-from",
                "--files-from=\(list)",
            ],
            environment: .custom(["PATH": "/usr/bin:/bin", "LC_ALL": "C"]), workingDirectory: FilePath(workFolder),
            output: .string(limit: 64 * 1024), error: .combinedWithOutput)
        guard case .exited(0) = result.terminationStatus else {
            let said = result.standardOutput
            throw said.contains("No space left") || said.contains("quota exceeded")
                ? JobFailure("backups.errors.full") : JobFailure("backups.errors.tar", ["cause": String(said.prefix(300))])
        }
        try AtomicFile.sync(aside)
        try AtomicFile.move(aside, to: path)
        try AtomicFile.sync((path as NSString).deletingLastPathComponent)
    }
}
