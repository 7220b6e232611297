import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin

/// Making archives and making a site from them, on the disk.
@Suite struct BackupTests {
    let site: TestSite
    let samples: Samples
    let folder: String
    var backups: Backups { site.portal.admin.backups }
    var data: String { site.portal.configuration.data }

    init() async throws {
        (site, samples) = (try await TestSite(), try Samples())
        folder = samples.path("elsewhere")
        _ = try await site.add(samples, width: 20, scopeID: nil)
        try Data((0..<32).map { UInt8($0) }).write(to: URL(fileURLWithPath: site.portal.configuration.data + "/factor.key"))
    }

    private func make(_ name: String = "one.tar") async throws -> String {
        let path = folder + "/" + name
        _ = try await backups.make(site.database, to: path)
        return path
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func failure(_ act: () async throws -> some Sendable) async -> String? {
        do { _ = try await act() } catch let failure as JobFailure { return failure.saying.key } catch { return "\(error)" }
        return nil
    }

    @Test func becomesTheSameSiteAgainWithItsPicturesAndKeys() async throws {
        let archive = try await make()
        expect(try mode(archive) == 0o600)
        expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["one.tar"])
        expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == ["factor.key", "pictures"])

        let target = samples.path("new")
        let restored = try await backups.restore(archive, to: target, replacing: false)
        #expect(restored.findings == [] && restored.aside == nil && restored.manifest.pictures == 1)
        expect(try Data(contentsOf: URL(fileURLWithPath: target + "/factor.key")).count == 32)
        for file in ["factor.key", "portico.sqlite"] { expect(try mode(target + "/" + file) == 0o600) }
        let counts = try await site.database.read { try Backups.counts($0) }
        let again = try DatabaseQueue(path: target + "/portico.sqlite")
        expect(try await again.read { try Backups.counts($0) } == counts)
        expect(counts["account"] == 3)
        expect(
            try FileManager.default.contentsOfDirectory(atPath: target).sorted() == [
                "factor.key", "instance", "pictures", "portico.sqlite",
            ])
    }

    @Test func leavesNoHalfFileWhenTheDiskIsFull() async throws {
        let tar = samples.path("tar")
        let script = """
            #!/bin/sh
            for word in "$@"; do case "$word" in --file=*) echo half > "${word#--file=}";; esac; done
            echo "tar: write error: No space left on device"; exit 2
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: tar))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tar)
        var full = backups
        full.tar = tar
        expect(await failure { try await full.make(site.database, to: folder + "/one.tar") } == "backups.errors.full")
        expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        var tight = backups
        tight.reserve = 1 << 60
        expect(await failure { try await tight.make(site.database, to: folder + "/one.tar") } == "backups.errors.noRoom")
        expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == ["factor.key", "pictures"])
        _ = try await make()
        expect(await failure { try await make() } == "backups.errors.taken")
    }

    @Test func putsWhatWasThereAsideAndOnlyWhenAsked() async throws {
        let archive = try await make()
        let target = samples.path("old")
        try FileManager.default.createDirectory(atPath: target + "/backups", withIntermediateDirectories: true)
        try Data("old".utf8).write(to: URL(fileURLWithPath: target + "/factor.key"))
        expect(await failure { try await backups.restore(archive, to: target, replacing: false) } == "backups.errors.occupied")
        let old = try Data(contentsOf: URL(fileURLWithPath: target + "/factor.key"))
        #expect(old == Data("old".utf8))
        let restored = try await backups.restore(archive, to: target, replacing: true)
        let aside = try #require(restored.aside)
        expect(try Data(contentsOf: URL(fileURLWithPath: aside + "/factor.key")) == old)
        expect(FileManager.default.fileExists(atPath: target + "/backups"))
        expect(try Data(contentsOf: URL(fileURLWithPath: target + "/factor.key")).count == 32)
    }

    /// Keys of what is sealed are in no archive; where a site is put back in its own place they stay in use, and with what is put aside.
    @Test func leavesTheKeysOfWhatIsSealedBehind() async throws {
        for folder in [data, samples.path("sealing")] {
            try FileManager.default.createDirectory(atPath: folder + "/" + Backups.privateFolder, withIntermediateDirectories: true)
            try Data("a key of its own".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(Backups.privateFolder)/one.key"))
        }
        let archive = try await make()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        #expect(bytes.range(of: Data("one.key".utf8)) == nil && bytes.range(of: Data("a key of its own".utf8)) == nil)
        let elsewhere = samples.path("unsealed")
        _ = try await backups.restore(archive, to: elsewhere, replacing: false)
        expect(!FileManager.default.fileExists(atPath: elsewhere + "/" + Backups.privateFolder))
        let restored = try await backups.restore(archive, to: samples.path("sealing"), replacing: true)
        for folder in [samples.path("sealing"), try #require(restored.aside)] {
            expect(FileManager.default.fileExists(atPath: "\(folder)/\(Backups.privateFolder)/one.key"))
        }
    }

    @Test func isRefusedWhileSomebodyUsesTheFolder() async throws {
        let archive = try await make()
        let target = samples.path("served")
        _ = try await backups.restore(archive, to: target, replacing: false)
        let pool = try DatabasePool(path: target + "/portico.sqlite")
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") }
        expect(await failure { try await backups.restore(archive, to: target, replacing: true) } == "backups.errors.served")
        try pool.close()
        let again = await failure { try await backups.restore(archive, to: target, replacing: true) }
        #expect(again == nil)
    }

    @Test func isRefusedByAnOlderProgram() async throws {
        let archive = try await make()
        let older = Backups(data: data, folder: nil, version: "0.0.1", migrations: ["one"], resources: [], roles: [])
        let target = samples.path("new")
        expect(await failure { try await older.restore(archive, to: target, replacing: false) } == "backups.errors.newer")
        expect(((try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []) == [])
    }

    /// All from one archive, because making a site with a picture takes longer than refusing it.
    @Test func refusesHostileAndDamagedArchives() async throws {
        let archive = try await make()
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: archive)))
        for (number, hostile) in Hostile.all.enumerated() {
            var bytes = whole
            try hostile.change(&bytes)
            try Data(bytes).write(to: URL(fileURLWithPath: archive))
            let inner = samples.path("inner\(number)")
            expect(await failure { try await backups.restore(archive, to: inner + "/new", replacing: false) } == hostile.key, "\(hostile)")
            let left = FileManager.default.subpaths(atPath: inner) ?? []
            #expect(left.allSatisfy { $0 == "new" }, "\(hostile): \(left)")
            expect(!FileManager.default.fileExists(atPath: samples.path("evil")), "\(hostile)")
        }
    }

    @Test func theSystemsTarReadsIt() async throws {
        let archive = try await make()
        let process = Process()
        (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/usr/bin/tar"), ["-tf", archive])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let names = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && names.count == 8)
        #expect(names.prefix(3) == ["manifest.json", "portico.sqlite", "factor.key"])
    }
}

/// Ways in which an archive may be wrong.
struct Hostile: Sendable, CustomStringConvertible {
    let description: String
    let key: String
    let change: @Sendable (inout [UInt8]) throws -> Void

    static let all = [
        Hostile("way out", "noBackup") { $0.put(entry: "../../evil", type: "0") },
        Hostile("absolute path", "noBackup") { $0.put(entry: "/tmp/evil", type: "0") },
        Hostile("symbolic link", "noBackup") { $0.put(entry: "pictures", type: "2") },
        Hostile("hard link", "noBackup") { $0.put(entry: "portico.sqlite", type: "1") },
        Hostile("device", "noBackup") { $0.put(entry: "portico.sqlite", type: "3") },
        Hostile("unnamed file", "noBackup") { $0.put(entry: "extra", type: "0") },
        Hostile("same file twice", "noBackup") { $0.put(entry: "factor.key", type: "0") },
        Hostile("cut off", "noBackup") { $0.removeLast($0.count / 2) },
        Hostile("nothing", "noBackup") { $0 = [] },
        Hostile("compressed", "compressed") { $0.replaceSubrange(0..<2, with: [0x1F, 0x8B]) },
        Hostile("changed content", "changed") { bytes in
            let start = bytes.position(of: "SQLite format 3")
            bytes[start + 3_000] ^= 1
        },
        Hostile("larger than itself", "noBackup") { bytes in
            // A bomb: the manifest promises more than the archive can hold.
            let start = bytes.position(of: "\"bytes\" : ") + 10
            var digits = start
            while (0x30...0x39).contains(bytes[digits]) { digits += 1 }
            bytes.replaceSubrange(start..<digits, with: Array(repeating: UInt8(ascii: "9"), count: digits - start))
        },
    ]

    init(_ description: String, _ key: String, _ change: @escaping @Sendable (inout [UInt8]) throws -> Void) {
        (self.description, self.key, self.change) = (description, "backups.errors." + key, change)
    }
}

extension [UInt8] {
    fileprivate func position(of text: String) -> Int {
        let wanted = Array(text.utf8)
        return indices.first { self[$0...].starts(with: wanted) } ?? 0
    }

    /// Puts an empty entry in front of the end.
    fileprivate mutating func put(entry name: String, type: Character) {
        var head = [UInt8](repeating: 0, count: 512)
        func write(_ text: String, at place: Int) { head.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8)) }
        write(name, at: 0)
        write("0000600", at: 100)
        write("00000000000", at: 124)
        write(String(type), at: 156)
        write("../evil", at: 157)
        write("ustar  ", at: 257)
        write("        ", at: 148)
        let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
        write(String(repeating: "0", count: 6 - sum.count) + sum + "\0", at: 148)
        // GNU tar fills up to 10,240 bytes with zeros.
        var end = count
        while end >= 512, self[(end - 512)..<end].allSatisfy({ $0 == 0 }) { end -= 512 }
        insert(contentsOf: head, at: end)
    }
}
