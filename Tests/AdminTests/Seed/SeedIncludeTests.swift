import Foundation
import GRDB
import Testing

@testable import Admin

/// `!include` of patterns and folders.
@Suite struct SeedIncludeTests {
    private static let tag = "trial:\n  camps:\n    - { key: nord, name: Nord, contents: { tags: "

    @Test(arguments: [
        ("!include tags/*.yaml", ["arance", "mele", "pere"]), ("!include tags/", ["arance", "mele", "pere", "noci"]),
        ("[!include tags/*.yaml, { name: Uva }]", ["arance", "mele", "pere", "uva"]),
        ("!include tags/?-*.yaml", ["arance", "mele", "pere"]), ("!include t*/c.yml", ["noci"]),
    ])
    func takesAllFilesInTheOrderOfTheirNames(include: String, keys: [String]) async throws {
        let trial = try SeedTrial([
            "seed.yaml": Self.tag + include + " } }\n", "tags/b-due.yaml": "name: Pere\n",
            "tags/a-uno.yaml": "- name: Arance\n- name: Mele\n",
            "tags/c.yml": "- name: Noci\n", "tags/note.txt": "no YAML: [", "tags/.hidden.yaml": "[", "tags/more/d.yaml": "name: Kiwi\n",
        ])
        try await trial.apply()
        let found = try await trial.database.read { try String.fetchAll($0, sql: "SELECT key FROM tag ORDER BY id") }
        #expect(found == keys)
    }

    @Test func aSectionOrContentsIsOneMappingOfAllFiles() async throws {
        let trial = try SeedTrial([
            "seed.yaml": "trial: !include trial/\n",
            "trial/camps.yaml": "camps: [{ key: nord, name: Nord, contents: !include nord/*.yaml }]\n",
            "nord/tags.yaml": "tags: [{ name: Verdura }]\n", "nord/things.yaml": "things: [{ name: Zucca, tag: verdura }]\n",
        ])
        let plan = try await trial.apply()
        #expect(plan.added == 3, "\(plan)")
    }

    @Test(arguments: [
        ("!include tag/*.yaml", "cannot include 'tag/*.yaml': no file has such a name: did you mean 'tags/*.yaml'?"),
        ("!include tag/", "cannot include 'tag/': no file has such a name: did you mean 'tags/'?"),
        ("!include tags/*.yml", "cannot include 'tags/*.yml': no file has such a name: did you mean 'tags/a.yaml'?"),
        ("!include none/", "cannot include 'none/': no file has such a name"),
        ("!include tags", "cannot include 'tags': is a folder: write 'tags/' to include all its .yaml files"),
        (
            "!include tags/*",
            "cannot include 'tags/*': a pattern ends in .yaml or .yml, a folder in /; '*' is any text of a name, and '**' is not taken"
        ),
        (
            "!include '**/*.yaml'",
            "cannot include '**/*.yaml': a pattern ends in .yaml or .yml, a folder in /; '*' is any text of a name, and '**' is not taken"
        ),
        ("!include ../*.yaml", "cannot include '../*.yaml': leaves the folder of the seed file"),
        ("!include /etc/*.yaml", "cannot include '/etc/*.yaml': leaves the folder of the seed file"),
        ("!include away/", "cannot include 'away/': leaves the folder of the seed file"),
        ("!include links/", "cannot include 'links/out.yaml': leaves the folder of the seed file"),
        ("!include ./*.yaml", "'seed.yaml' includes itself"),
    ])
    func whatNamesNothingIsAMistake(include: String, expected: String) throws {
        let trial = try SeedTrial(["seed.yaml": Self.tag + include + " } }\n", "tags/a.yaml": "name: Arance\n", "links/in.txt": ""])
        let (files, folder) = (FileManager.default, trial.folder.path)
        try files.createSymbolicLink(atPath: folder + "/away", withDestinationPath: "/etc")
        try files.createSymbolicLink(atPath: folder + "/links/out.yaml", withDestinationPath: "/etc/hostname")
        let found = try trial.mistakes()
        #expect(found.contains { $0.hasSuffix(expected) }, "\(found)")
    }

    @Test func oneKeyInTwoFilesOfAMappingIsAMistake() throws {
        let trial = try SeedTrial([
            "seed.yaml": "trial: !include trial/\n", "trial/a.yaml": "camps: []\n", "trial/b.yaml": "camps: []\n", "trial/c.yaml": "[]\n",
        ])
        let found = try trial.mistakes()
        #expect(
            found == [
                "trial/b.yaml:1:1: duplicate key 'camps': trial/a.yaml:1 has it already",
                "trial/c.yaml:1:1: expected a mapping, found a list",
            ], "\(found)")
    }

    @Test func watchingSeesANewFileOfAFolder() throws {
        let trial = try SeedTrial(["seed.yaml": Self.tag + "!include tags/ } }\n", "tags/a.yaml": "name: Arance\n"])
        let watch = try SeedWatch(trial.path, seed: trial.seed)
        #expect(try watch.next()?.mistakes == [])
        #expect(try watch.next() == nil)
        try trial.write("tags/b.yaml", "nome: Mele\n")
        #expect(try watch.next()?.mistakes.count == 2)
    }
}
