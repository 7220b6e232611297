import AdminTestSupport
import Foundation
import Testing

@testable import Admin

/// `portico backup --to FOLDER --keep N`.
@Suite struct BackupPruningTests {
    let site: SampleSite
    let folder: String
    var backups: Backups { site.portal.admin.backups }

    init() async throws {
        site = try await SampleSite()
        folder = try Samples().path("elsewhere")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func put(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }

    @Test func theNewestStayAndTheOthersAreNamed() async throws {
        _ = try await backups.make(site.database, to: folder + "/portico-2026-05-04-030000.tar")
        for day in 1...3 { try put("portico-2026-05-0\(day)-030000.tar", "manifest.json\0") }
        try put("portico-2026-05-01-030000.json", "{}")
        expect(
            try backups.prune(folder + "/", keeping: 2) == ["2026-05-02", "2026-05-01"].map { "\(folder)/portico-\($0)-030000.tar" })
        expect(try names == ["portico-2026-05-03-030000.tar", "portico-2026-05-04-030000.tar"])
        expect(try backups.prune(folder, keeping: 2) == [])
    }

    @Test func filesOfOthersStay() throws {
        let others = [
            "portico-2026-05-01-030000.tar", "portico-2026-05-01-030000.tar.zst", "portico-old.tar", "portico-2026-05-02-030000 (1).tar",
            "notes.tar",
        ]
        // The first has a name of ours and another content.
        for name in others { try put(name, name == others[0] ? "holiday pictures" : "manifest.json\0") }
        try FileManager.default.createDirectory(atPath: folder + "/portico-2026-05-03-030000.tar", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/portico-2026-05-04-030000.tar", withDestinationPath: "notes.tar")
        let before = try names
        expect(try backups.prune(folder, keeping: 1) == [])
        expect(try names == before)
    }
}
