import Crypto
import Formats
import Foundation

extension Backups {
    /// Refuses files that the manifest does not name. `isDurable` syncs to disk, which takes ten times as long. Throws `JobFailure`.
    func unpack(_ archive: String, into folder: String, isDurable: Bool) throws -> BackupManifest {
        do {
            let tape = try TarArchive(archive)
            let manifest = try readManifest(tape)
            try requireRoom(manifest.bytes, in: (folder as NSString).deletingLastPathComponent)
            var waiting = Dictionary(manifest.files.map { ($0.name, $0) }) { $1 }
            while let entry = try tape.next() {
                guard let file = waiting.removeValue(forKey: entry.name), file.bytes == entry.size else {
                    throw TarArchive.Refused(what: "not in the manifest: " + entry.name)
                }
                guard try write(tape, to: folder + "/" + entry.name, isDurable) == file.sha256 else {
                    throw JobFailure("backups.errors.changed", ["file": entry.name], mayRetry: false)
                }
            }
            if let missing = waiting.keys.sorted().first {
                throw JobFailure("backups.errors.missing", ["file": missing], mayRetry: false)
            }
            return manifest
        } catch let refused as TarArchive.Refused {
            let key = refused.what == "compressed" ? "backups.errors.compressed" : "backups.errors.noBackup"
            throw JobFailure(key, ["file": archive, "cause": refused.what], mayRetry: false)
        }
    }

    private func readManifest(_ tape: TarArchive) throws -> BackupManifest {
        guard let first = try tape.next(), first.name == BackupManifest.name, first.size <= 64 << 20 else {
            throw TarArchive.Refused(what: "no manifest")
        }
        struct Head: Decodable { let format: Int, version: String }
        let bytes = try tape.readAll(limit: first.size)
        guard let head = try? JSONDecoder().decode(Head.self, from: bytes) else { throw TarArchive.Refused(what: "unreadable manifest") }
        guard head.format == BackupManifest.format, let manifest = try? BackupManifest.decoded(bytes) else {
            guard head.format > BackupManifest.format else { throw TarArchive.Refused(what: "unreadable manifest") }
            throw tooNew(head.version)
        }
        guard Set(manifest.migrations).isSubset(of: migrations) else { throw tooNew(manifest.version) }
        let names = Set(manifest.files.map(\.name))
        guard names.count == manifest.files.count, names.allSatisfy(BackupManifest.isSafe), names.contains(Self.databaseFile),
            !names.contains(BackupManifest.name), manifest.files.allSatisfy({ (0...tape.size).contains($0.bytes) })
        else { throw TarArchive.Refused(what: "impossible manifest") }
        return manifest
    }

    private func tooNew(_ other: String) -> JobFailure {
        JobFailure("backups.errors.newer", ["theirs": String(other.prefix(40)), "ours": version], mayRetry: false)
    }

    private func write(_ tape: TarArchive, to path: String, _ isDurable: Bool) throws -> String {
        try Self.makeFolder((path as NSString).deletingLastPathComponent)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw AtomicFile.Failure("create", path) }
        defer { close(descriptor) }
        var hash = SHA256()
        while true {
            let bytes = try tape.read()
            guard !bytes.isEmpty else { break }
            hash.update(data: bytes)
            try AtomicFile.append(bytes, to: descriptor, path: path)
        }
        guard !isDurable || fsync(descriptor) == 0 else { throw AtomicFile.Failure("fsync", path) }
        return hash.finalize().hexadecimal
    }
}
