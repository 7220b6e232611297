import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct SeedMistakeTests {
    /// One camp with one tag and what a test puts into a thing.
    private func mistakes(thing: String) throws -> [String] {
        try SeedTrial([
            "seed.yaml": """
            trial:
              camps:
                - key: nord
                  name: Nord
                  contents:
                    tags:
                      - { key: verdura, name: Verdura }
                      - { key: frutta, name: Frutta }
                    things:
                      - name: Zucca
                        tag: verdura
                        \(thing)
            """
        ]).mistakes()
    }

    @Test func namesWhatIsWrongWithARole() throws {
        let found = try SeedTrial([
            "seed.yaml": """
            roles:
              - { key: own-aiuto, title: Aiuto, scope: camp, may: [trial.things.se] }
              - { key: aiuto, title: Altro, may: [] }
              - { key: own-altro, title: aiuto, scope: field, may: [trial.things.see] }
            accounts:
              - { key: anna, name: Anna, roles: [{ role: own-aiuto }, { role: own-aiutto }] }
            """
        ]).mistakes()
        #expect(
            found == [
                "seed.yaml:2:56: unknown permission 'trial.things.se': did you mean 'trial.things.see'?",
                "seed.yaml:3:12: key: must be 'own-' and then lower-case letters, digits and hyphens",
                "seed.yaml:4:30: duplicate title 'aiuto': seed.yaml:2 has it already",
                "seed.yaml:4:44: unknown scope 'field': it must be one of camp",
                "seed.yaml:6:67: unknown role 'own-aiutto': did you mean 'own-aiuto'?",
            ], "\(found)")
    }

    @Test(arguments: [
        ("tags: [frutta, verdur]", "seed.yaml:12:28: unknown tag 'verdur': did you mean 'verdura'?"),
        ("tags: [frutta, frutta]", "seed.yaml:12:28: tags[2]: is named twice"),
        ("tags: frutta", "seed.yaml:12:19: tags: expected a list, found the text 'frutta'"),
        ("publshed: true", "seed.yaml:12:13: unknown key 'publshed': did you mean 'published'?"),
        ("size: meduim", "seed.yaml:12:19: unknown size 'meduim': did you mean 'medium'?"),
        ("size: gigantic", "seed.yaml:12:19: unknown size 'gigantic': it must be one of small, medium, large"),
        ("count: many", "seed.yaml:12:20: count: expected a whole number, found the text 'many'"),
        ("count: \"5\"", "seed.yaml:12:20: count: expected a whole number, found the text '5'"),
        ("count: 100", "seed.yaml:12:20: count: must be a whole number from 1 to 99"),
        (
            "published: yes",
            "seed.yaml:12:24: published: expected true or false, found 'yes', which YAML may take for yes or no: did you mean 'true'?"
        ),
        ("note: 12", "seed.yaml:12:19: note: expected a text, found the number 12: write \"12\" in quotes"),
        ("note: No", "seed.yaml:12:19: note: expected a text, found 'No', which YAML may take for yes or no: write \"No\" in quotes"),
        ("note: { a: b }", "seed.yaml:12:19: note: expected a text, found a mapping"),
        ("phone: call me", "seed.yaml:12:20: phone: must be a telephone number"),
        ("price: 1.605", "seed.yaml:12:20: price: must be an amount such as 1.60, from €0.00 to €100,000.00"),
        ("time: 90", "seed.yaml:12:19: time: must be minutes and seconds in quotes, such as \"2:30\""),
        ("place: [95, 13]", "seed.yaml:12:20: place: must be latitude and longitude in degrees, such as [42.35120, 13.39900]"),
        ("place: [north, 13]", "seed.yaml:12:21: place[1]: expected a number, found the text 'north'"),
        (
            "moment: tomorrow",
            "seed.yaml:12:21: moment: must be a moment such as 2026-12-05T10:00:00Z or 2026-12-05T10:00:00+01:00, local time such as \"2026-12-05 10:00\", or a day such as 2026-12-05"
        ),
        ("picture: zuca", "seed.yaml:12:22: unknown picture 'zuca'"),
        ("parts: [{ text: a, tag: verdura }, { tag: verdura }]", "seed.yaml:12:48: 'text' is missing"),
        ("parts: [{ text: a, tag: verdura, size: large }]", "seed.yaml:12:21: time: a large part takes time"),
        ("parts: [{ text: a, tag: verdura, size: large, time: \"0:00\" }]", "seed.yaml:12:65: time: a large part takes time"),
        ("{ size: large, count: 1 }", "seed.yaml:11:15: YAML:"),
    ])
    func namesLineColumnAndWhatWasMeant(line: String, expected: String) throws {
        let found = try mistakes(thing: line)
        let isThere = found.contains(expected) || (expected.hasSuffix("YAML:") && found.count == 1 && found[0].contains("YAML:"))
        #expect(isThere, "\(found)")
        #expect(found.count == 1)
    }

    @Test func asksTheRulesOfAWholeRecord() throws {
        let found = try mistakes(thing: "size: large\n            count: 1")
        #expect(found == ["seed.yaml:13:20: count: a large thing never comes alone"])
    }

    @Test func namesAllMistakesOfAllFilesAtOnce() throws {
        let trial = try SeedTrial([
            "seed.yaml": """
            sitee: {}
            site: { name: Prova, language: it, zone: Europe/Roma, systems: [trail] }
            accounts:
              - { key: Anna, name: Anna }
              - { key: bea, name: Bea, password: short, roles: [{ role: keper, in: nord }] }
              - { key: bea, name: Bea Due, roles: [{ role: keeper, in: nort }, { role: admin, in: nord }] }
              - { key: cleo, name: Cleo, password: portico-demo-account, language: de, country: Francia }
              - { key: dino, name: Dino, password: portico-demo-account, demo: true }
              - { key: elsa, password: viola sasso 91 tramonto, passwordHash: md5 }
            pictures: !include seed/pictures.yaml
            trial:
              camps:
                - key: nord
                  name: Nord
                  name: Nord di nuovo
                  contents: !include seed/nord.yaml
                - key: nord
                  name: Sud
                - key: Ovest!
                  name: Ovest
                - key: est
                  name: nord di Nuovo
                  contents: !include seed/est.yaml
            """,
            "seed/pictures.yaml": """
            - { key: zucca, file: seed/zuca.png }
            - { key: testo, file: seed/nord.yaml }
            - { key: fuori, file: ../../etc/passwd }
            """,
            "seed/zucca.png": "x",
            "seed/nord.yaml": """
            tags:
              - { key: a, name: "A" }
            thigns: []
            things:
              - tag: b
              - key: due
            """,
            "seed/est.yaml": "tags: []\n",
        ])
        let found = try trial.mistakes()
        #expect(
            found
                == [
                    "seed.yaml:1:1: unknown key 'sitee': did you mean 'site'?",
                    "seed.yaml:2:42: unknown zone 'Europe/Roma': did you mean 'Europe/Rome'?",
                    "seed.yaml:2:65: unknown system 'trail': did you mean 'trial'?",
                    "seed.yaml:4:12: key: must have 2 to 64 of a-z 0-9 . _ - and begin with a letter or digit",
                    "seed.yaml:5:38: password: is too weak: it must have at least 15 characters",
                    "seed.yaml:5:61: unknown role 'keper': did you mean 'keeper'?",
                    "seed.yaml:6:12: duplicate key 'bea': \(trial.folder.path)/seed.yaml:5 has it already",
                    "seed.yaml:6:60: unknown camp 'nort': did you mean 'nord'?",
                    "seed.yaml:6:87: in: does not fit: the role 'admin' is for the whole site",
                    "seed.yaml:7:40: password: is the demonstration password, which is printed in the manual: only accounts with 'demo: true' may have it",
                    "seed.yaml:7:72: unknown language 'de': it must be one of it, en",
                    "seed.yaml:7:85: country: is no country: give its two letters, as IT",
                    "seed.yaml:9:5: 'name' is missing",
                    "seed.yaml:9:67: passwordHash: is not a password hash as an export writes it",
                    "seed.yaml:9:67: passwordHash: stands beside 'password': give one of them",
                    "seed.yaml:15:7: duplicate key 'name': line 14 has it already",
                    "seed.yaml:17:12: duplicate key 'nord': \(trial.folder.path)/seed.yaml:13 has it already",
                    "seed.yaml:19:12: key: must be made of lower-case letters, digits and hyphens: write 'ovest'",
                    "seed.yaml:22:13: duplicate name 'nord di Nuovo': \(trial.folder.path)/seed.yaml:15 has it already",
                    "seed/pictures.yaml:1:23: 'seed/zuca.png': there is no such file: did you mean 'seed/zucca.png'?",
                    "seed/pictures.yaml:2:23: 'seed/nord.yaml': is not a picture (JPEG, PNG, WebP, GIF, HEIC or AVIF)",
                    "seed/pictures.yaml:3:23: '../../etc/passwd': leaves the folder of the seed file",
                    "seed/nord.yaml:3:1: unknown key 'thigns': did you mean 'things'?",
                    "seed/nord.yaml:5:5: 'name' is missing",
                    "seed/nord.yaml:5:10: unknown tag 'b': it must be one of a",
                    "seed/nord.yaml:6:5: 'name' is missing",
                    "seed/nord.yaml:6:5: 'tag' is missing",
                ].map { $0.replacing(trial.folder.path + "/", with: "") })
    }

    @Test(arguments: [
        ("a: [1, 2\nb: 3", "seed.yaml:2:2: YAML: in the list in [ ] from line 1, a comma or the ']' is missing"),
        (
            "site: &a {}\n",
            "seed.yaml:1:7: anchors (&name) and aliases (*name) are not taken in seed files: write the value out, or use !include"
        ),
        ("site: *a\n", "seed.yaml:1:7: an alias (*name) is not taken in seed files: write the value out, or in quotes if it is a text"),
        ("site: {}\n---\nsite: {}\n", "seed.yaml:2:1: a seed file holds a single document: take out the '---'"),
        ("site: !includ x.yaml\n", "seed.yaml:1:7: unknown tag '!includ': did you mean '!include'?"),
        ("site: !include sete.yaml\n", "seed.yaml:1:7: cannot include 'sete.yaml': there is no such file: did you mean 'seed.yaml'?"),
        ("site: !include ../x.yaml\n", "seed.yaml:1:7: cannot include '../x.yaml': leaves the folder of the seed file"),
        ("site: !include /etc/passwd\n", "seed.yaml:1:7: cannot include '/etc/passwd': leaves the folder of the seed file"),
        ("site: !include link.yaml\n", "seed.yaml:1:7: cannot include 'link.yaml': leaves the folder of the seed file"),
        ("site: !include seed.yaml\n", "seed.yaml:1:7: 'seed.yaml' includes itself"),
        ("site: !include loop.yaml\n", "loop.yaml:1:7: 'loop.yaml' includes itself"),
        ("", "seed.yaml:1:1: the file holds nothing"),
        ("- site\n", "seed.yaml:1:1: the file: expected a mapping, found a list"),
        ("site:\n  name: \"a\u{7}b\"\n", "seed.yaml:2:11: the control character U+7 is not taken"),
        ("site:\n  name: \"a\\0b\"\n", "seed.yaml:2:9: name: holds control characters"),
        ("{ site: {}, 'site': {}, \"site\": {} }\n", "seed.yaml:1:13: duplicate key 'site': line 1 has it already"),
    ])
    func refusesFilesThatAreNotInOrder(text: String, expected: String) throws {
        let trial = try SeedTrial(["seed.yaml": text, "loop.yaml": "site: !include loop.yaml\n"])
        try FileManager.default.createSymbolicLink(atPath: trial.folder.path + "/link.yaml", withDestinationPath: "/etc/hostname")
        let found = try trial.mistakes()
        #expect(found.contains(expected), "\(found)")
    }

    // Without its limits each of them would take hours.
    @Test(.timeLimit(.minutes(5))) func refusesBombsQuickly() throws {
        var aliases = "k0: &a0 [x]\n"
        for index in 1..<12 {
            let nine = Array(repeating: "*a\(index - 1)", count: 9).joined(separator: ",")
            aliases += "k\(index): &a\(index) [\(nine)]\n"
        }
        let open = String(repeating: "[", count: 900)
        let close = String(repeating: "]", count: 900)
        let bombs: [String] = [
            aliases + "? *a11\n: x\n",
            String(repeating: "[", count: 3000),
            "a: " + open + close,
            "a: [" + String(repeating: "1,", count: 600_000) + "]",
            String(repeating: "# much\n", count: 700_000),
            String(repeating: "x: 1\n", count: 300),
        ]
        for bomb in bombs {
            expect(try !SeedTrial(["seed.yaml": bomb]).mistakes().isEmpty)
        }
    }

    @Test func aFileThatIsNoTextHasAPlace() throws {
        let trial = try SeedTrial()
        try trial.write("seed.yaml", Data("site:\n  name: caff".utf8) + Data([0xE8, 0x0A]))
        #expect(try trial.mistakes() == ["seed.yaml:2:13: the file is not UTF-8 text"])
        try trial.write("seed.yaml", "site: { name: Prova }\n\u{FEFF}")
        #expect(try trial.mistakes().first?.hasPrefix("seed.yaml:2:1: the control character U+FEFF") == true)
        try FileManager.default.removeItem(atPath: trial.path)
        #expect(try trial.mistakes() == ["seed.yaml:1:1: there is no such file"])
    }

    @Test func whatStandsInAnUnreadableFileIsNotCalledUnknown() throws {
        let trial = try SeedTrial([
            "seed.yaml": """
            trial:
              camps:
                - name: Nord
                  contents:
                    tags: !include tags.yaml
                    things:
                      - { name: Zucca, tag: verdura }
            """,
            "tags.yaml": "- { key: verdura, name: [ }",
        ])
        let found = try trial.mistakes()
        try #require(found.count == 1, "\(found)")
        #expect(found[0].hasPrefix("tags.yaml:1:"), "\(found)")
    }

    @Test func writesNothingWhenAnythingIsWrong() async throws {
        let trial = try SeedTrial([
            "seed.yaml": """
            site: { name: Nuovo }
            trial:
              camps:
                - name: Nord
                - nome: Sud
            """
        ])
        let (rows, changes) = try await (trial.rows(), trial.changes())
        let thrown = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(thrown?.mistakes.count == 2)
        let (rowsAfter, changesAfter) = try await (trial.rows(), trial.changes())
        #expect(rows == rowsAfter)
        #expect(changes == changesAfter)
    }

    @Test func whatTheDatabaseRefusesUndoesEverything() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - name: Nord\n    - name: Sud\n"])
        try await trial.database.write {
            try $0.execute(sql: "CREATE TRIGGER t BEFORE INSERT ON camp WHEN new.name = 'Sud' BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        let rows = try await trial.rows()
        await #expect(throws: (any Error).self) { try await trial.apply() }
        let after = try await trial.rows()
        #expect(rows == after)
    }

    @Test func aPictureThatCannotBeDecodedIsRefusedWithItsPlace() async throws {
        let trial = try SeedTrial(["seed.yaml": "pictures:\n  - file: a.png\n"])
        try trial.write("a.png", onePixel.prefix(40))
        let thrown = await #expect(throws: SeedRefused.self) { try await trial.apply() }
        #expect(thrown?.mistakes.map(\.line) == [2])
        #expect(thrown?.description.contains("'a.png': is damaged") == true)
        let count = try await trial.database.read { try Picture.fetchCount($0) }
        #expect(count == 0)
    }
}
