import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

/// Lists, preferences, what guests come in with, recorded voices and videos, in the seed file.
@Suite struct GuestSeedTests {
    private static let head = """
        house:
          houses:
            - key: verde
              name: Casa Verde
              zone: Europe/Rome
              contents:
                products: [{ key: riso, name: Riso }, { key: pane, name: Pane }]
                guests: [{ key: ugo, name: Ugo, entry: pin }, { key: lia, name: Lia, entry: pictures }]

        """
    private static let extras = """
                lists:
                  - rows: [{ product: riso, quantity: 3, bought: true }, { product: pane, note: senza sale }]
                  - { guest: ugo, rows: [{ product: pane, quantity: 2 }] }
                preferences:
                  - { textSize: "125", nearRadius: "400" }
                  - { guest: ugo, ownList: "yes" }
                secrets:
                  - { guest: ugo, pin: "2580" }
                  - { guest: lia, pictures: [sun, fish, boat] }
                voices:
                  - { text: Riso, by: Educatrice, sound: "//NkxAAAAAAAAAAAAAAAAAAAAAAAAAAA" }
                clips:
                  - { text: Bolli l’acqua., video: film.mp4 }

        """

    /// The beginning of a film of so many seconds, which is all that is read of it.
    private static func film(seconds: UInt8) -> Data {
        let parts: [[UInt8]] = [
            [0, 0, 0, 16], Array("ftypisom".utf8), [0, 0, 2, 0, 0, 0, 0, 108], Array("mvhd".utf8),
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, seconds],
        ]
        return Data(parts.joined())
    }

    private func seed() throws -> Seed {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Templates/texts")
        return Seed(
            modules: [House.self], words: try Texts(folder: root.standardized.path).words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: House.roles))
    }

    private func apply(_ path: String, _ folder: TemporaryFolder, to site: TestSite) async throws -> SeedPlan {
        let store = try PictureStore(folder: folder.path + "/store")
        return try await seed().apply(path, to: site.database, pictures: store, passwords: Passwords(AccountSettings(scryptCost: 4)))
    }

    @Test func whatTheFileSaysIsThereOnceAndComesBackAsItWas() async throws {
        let (folder, site) = (try TemporaryFolder(), try await TestSite())
        let file = folder.path + "/seed.yaml"
        let film = URL(fileURLWithPath: folder.path + "/film.mp4")
        try Self.film(seconds: 2).write(to: film)
        try (Self.head + Self.extras).write(toFile: file, atomically: true, encoding: .utf8)
        let first = try await apply(file, folder, to: site)
        #expect(first.parts.filter { $0.scope == "verde" }.map { $0.added.count } == [2, 2, 2, 2, 2, 1, 1])
        let rows = try await site.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT guest.key, product.key, listItem.quantity, bought, listItem.note FROM listItem JOIN product ON product.id = listItem.product
                    JOIN shoppingList ON shoppingList.id = listID LEFT JOIN guest ON guest.id = guestID ORDER BY listItem.id
                    """
            ).map { "\($0[0] as String? ?? "-") \($0[1] as String) \($0[2] as Int) \($0[3] as Int) \($0[4] as String)" }
        }
        #expect(rows == ["- riso 3 1 ", "- pane 1 0 senza sale", "ugo pane 2 0 "])
        let hashes = try await site.database.read { try String.fetchAll($0, sql: "SELECT hash FROM guestSecret ORDER BY entry DESC") }
        let (pin, other) = (try #require(hashes.first), try #require(hashes.last))
        let passwords = Passwords(AccountSettings(scryptCost: 4))
        let isRight = try await passwords.verify("pin:2580", against: pin)
        let arePictures = try await passwords.verify("pictures:135", against: other)
        #expect(isRight)
        #expect(arePictures)

        let again = try await apply(file, folder, to: site)
        #expect(again.isNothing)
        // The same path with another film.
        try Self.film(seconds: 3).write(to: film)
        let changed = try await apply(file, folder, to: site)
        #expect(changed.parts.filter { !$0.changed.isEmpty }.map(\.name) == ["house.clips"])

        let (out, second, copy) = (folder.path + "/out", folder.path + "/second", try await TestSite())
        let store = try PictureStore(folder: folder.path + "/store")
        try await seed().export(site.database, pictures: store, to: out)
        _ = try await apply(out + "/seed.yaml", folder, to: copy)
        try await seed().export(copy.database, pictures: store, to: second)
        let (one, two) = (
            try String(contentsOfFile: out + "/seed/verde.yaml", encoding: .utf8),
            try String(contentsOfFile: second + "/seed/verde.yaml", encoding: .utf8)
        )
        #expect(one == two)
        #expect(!one.contains("hash: "))
        #expect(!one.contains("2580"))
        #expect(one.contains("nearRadius: \"400\""))
        #expect(one.contains("//NkxAAAAAAAAAAAAAAAAAAAAAAAAAAA"))
        let films = try FileManager.default.contentsOfDirectory(atPath: out + "/seed/clips")
        #expect(films.count == 1)
        #expect(FileManager.default.contents(atPath: out + "/seed/clips/\(films.first ?? "")") == Self.film(seconds: 3))
        let length = try await copy.database.read {
            try Int.fetchOne($0, sql: "SELECT milliseconds FROM clip WHERE text = 'Bolli l’acqua.'")
        }
        #expect(length == 3000)
    }

    /// What a guest and the file both changed is a conflict with the values of both; what only one changed is theirs.
    @Test func listsAndPreferencesAreComparedThreeWays() async throws {
        let (folder, site) = (try TemporaryFolder(), try await TestSite())
        let file = folder.path + "/seed.yaml"
        try Self.film(seconds: 2).write(to: URL(fileURLWithPath: folder.path + "/film.mp4"))
        try (Self.head + Self.extras).write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await apply(file, folder, to: site)
        try await site.database.write { db in
            let house = try Int64.fetchOne(db, sql: "SELECT id FROM house WHERE key = 'verde'") ?? 0
            try GuestPreferences.choose("150", .textSize, for: nil, house: house, db)
            try db.execute(sql: "UPDATE listItem SET quantity = 9 WHERE listID IN (SELECT id FROM shoppingList WHERE guestID IS NOT NULL)")
        }
        let kept = try await apply(file, folder, to: site)
        #expect(kept.isNothing, "\(kept)")
        #expect(kept.kept == 2, "\(kept)")
        #expect(kept.description.contains("    textSize: 150 -> 125"), "\(kept)")
        #expect(kept.description.contains("    rows: [{product: pane, quantity: 9}] -> [{product: pane, quantity: 2}]"), "\(kept)")
        let changed = Self.extras.replacing("\"125\"", with: "\"100\"").replacing("quantity: 3", with: "quantity: 4")
        try (Self.head + changed).write(toFile: file, atomically: true, encoding: .utf8)
        let refused = await #expect(throws: SeedRefused.self) { try await apply(file, folder, to: site) }
        #expect(
            refused?.mistakes.map(\.sentence) == [
                "conflict: people changed it on the site, and so did the file: textSize: 150 -> 100"
            ], "\(String(describing: refused))")
    }

    @Test func everyMistakeIsSaidWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let extras = """
                    lists:
                      - rows: [{ product: rizo }, { product: pane, quantity: 100 }]
                    preferences:
                      - { textSize: "900" }
                    secrets:
                      - { guest: ugo, pin: "25" }
                      - { guest: lia, pictures: [sun, fish] }
                      - { guest: lia, entry: pin, hash: nonsense }
                    voices:
                      - { text: Riso, by: Educatrice, sound: "PHNjcmlwdD4=" }
                      - { text: " ", by: Educatrice, sound: "//NkxAAAAAAAAAAAAAAAAAAAAAAAAAAA" }
                    clips:
                      - { text: Bolli l’acqua., video: seed.yaml }
                      - { text: Scola la pasta., video: ../film.mp4 }

            """
        try (Self.head + extras).write(toFile: folder.path + "/seed.yaml", atomically: true, encoding: .utf8)
        let mistakes = try seed().check(folder.path + "/seed.yaml").map { $0.description }.joined(separator: "\n")
        for sentence in [
            "unknown product 'rizo'", "unknown textSize '900'", "pin: must be four digits", "pictures: must be three pictures",
            "hash: is not a password hash", "sound: is not a recording", "text: must not be empty", "video: is not a video",
            "leaves the folder of the seed file",
        ] {
            #expect(mistakes.contains(sentence), "\(mistakes)")
        }
    }
}
