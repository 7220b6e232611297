import Accounts
import Foundation
import GRDB
import Portal
import Web

extension TestSite {
    /// The site that `seed.yaml` describes, with every system; everybody's password is `TestSite.password`, also that of its writers.
    ///
    /// The seed is applied once in a run; each site begins with a copy. All its pictures are one and the same: decoding them takes longer
    /// than everything else.
    public static func demonstration(pageLifetime: Duration? = nil) async throws -> TestSite {
        try await TestSite(copying: try await seeded.value, pageLifetime: pageLifetime)
    }

    private static let seeded = Task { () async throws -> DatabaseQueue in
        let (folder, site) = (try TemporaryFolder(), try await TestSite(copying: nil))
        let picture = "seed/pictures/mele.webp"
        try FileManager.default.createDirectory(atPath: folder.path + "/seed/pictures", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(root)/\(picture)", toPath: "\(folder.path)/\(picture)")
        try FileManager.default.createDirectory(atPath: folder.path + "/seed/tales", withIntermediateDirectories: true)
        let parts = try FileManager.default.subpathsOfDirectory(atPath: root + "/seed").filter { $0.hasSuffix(".yaml") }
        for name in ["seed.yaml"] + parts.map({ "seed/" + $0 }) {
            let text = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
            try text.replacing(#/seed\/pictures\/[\w.-]+/#) { _ in picture }.write(
                toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
        }
        _ = try await site.portal.apply(folder.path + "/seed.yaml")
        try await site.database.write { db in
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account WHERE key = 'educator'")
            for table in ["account", "writer"] {
                try db.execute(sql: "UPDATE \(table) SET passwordHash = ? WHERE passwordHash IS NOT NULL", arguments: [hash])
            }
        }
        return site.database
    }
}
