import Accounts
import Foundation
import GRDB
import Portal

/// The demonstration of `seed.yaml` without its pictures, whose sizes take long to make; all systems are on. Everybody's password is that of
/// `TestSite`, and each role has an account under its own name: those that are limited to a house have it in Casa Blu.
extension TestSite {
    private static let seed = Task { () -> DatabaseQueue in
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let folder = try TemporaryFolder()
        try writeSeed(to: folder)
        _ = try await site.portal.apply(folder.path + "/seed.yaml")
        try await site.database.write { db in
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account WHERE key = 'admin'")
            try db.execute(sql: "UPDATE account SET passwordHash = ?", arguments: [hash])
            try db.execute(sql: "UPDATE writer SET passwordHash = ? WHERE deletedAt IS NULL", arguments: [hash])
            for role in Portal.roles {
                var account = Account(
                    key: "role-" + role.name, name: role.name, passwordHash: hash, language: .italian, createdAt: .now)
                try account.insert(db)
                try RoleAssignment(accountID: account.id!, role: role.name, scopeID: role.scope == nil ? nil : blu).insert(db)
            }
            // Students and teachers are who they are by their records.
            for (role, record) in [("student", "student"), ("teacher", "person"), ("campus-teacher", "person")] {
                let whose = record == "person" ? "AND id IN (SELECT person FROM activityTeacher)" : ""
                try db.execute(
                    sql: """
                        UPDATE \(record) SET account = ?
                        WHERE id = (SELECT max(id) FROM \(record) WHERE ifnull(account, '') = '' AND deletedAt IS NULL \(whose))
                        """, arguments: ["role-" + role])
            }
            var nobody = Account(key: "role-none", name: "none", passwordHash: hash, language: .italian, createdAt: .now)
            try nobody.insert(db)
        }
        return site.database
    }

    /// A site of one's own with the demonstration in it; addresses that `X-Forwarded-For` names are believed.
    public static func seeded() async throws -> TestSite { try await TestSite(copying: try await seed.value) }

    /// Writes the demonstration's files without pictures.
    public static func writeSeed(to folder: TemporaryFolder) throws {
        let seed = root + "/seed"
        let files = try FileManager.default.subpathsOfDirectory(atPath: seed).filter { $0.hasSuffix(".yaml") && $0 != "pictures.yaml" }
        for file in files { try folder.write(withoutPictures(seed + "/" + file), to: "seed/" + file) }
        try folder.write(
            withoutPictures(root + "/seed.yaml").replacing("pictures: !include seed/pictures.yaml\n", with: ""), to: "seed.yaml")
    }

    private static func withoutPictures(_ path: String) throws -> String {
        let names = ["picture", "photo", "avatar", "clock-pictures"]
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let words = line.drop { $0 == " " }
            return !names.contains { words.hasPrefix($0 + ": ") }
        }.map { line in line.replacing(/,\s*(picture|photo|avatar): [^,}]+/, with: "") }.joined(separator: "\n")
    }
}
