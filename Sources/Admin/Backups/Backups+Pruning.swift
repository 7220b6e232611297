import Foundation

extension Backups {
    /// Removes all but the newest `count` archives of `folder` and returns the paths of the removed ones. Other files stay.
    public func prune(_ folder: String, keeping count: Int) throws -> [String] {
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter(Self.isOwnName)
        let own = names.filter { Self.isArchive("\(folder)/\($0)") }
        // The names hold the times in UTC.
        let gone = own.sorted(by: >).dropFirst(count).map { "\(folder)/\($0)" }
        for path in gone {
            guard unlink(path) == 0 else {
                throw JobFailure("backups.errors.stays", ["file": path, "cause": String(cString: strerror(errno))])
            }
            unlink(reportPath(path))
        }
        return gone
    }

    /// As `name(at:)` writes it: `portico-2026-05-03-031500.tar`.
    private static func isOwnName(_ name: String) -> Bool {
        name.wholeMatch(of: /portico-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}\.tar/) != nil
    }

    /// Whether the file begins with a manifest, as every archive of Portico does.
    private static func isArchive(_ path: String) -> Bool {
        guard AtomicFile.isRegular(path), let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let name = Array(BackupManifest.name.utf8) + [0]
        return (try? file.read(upToCount: name.count)) == Data(name)
    }
}
