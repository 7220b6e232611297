import Foundation
import TestSupport
import Testing

@testable import Portal

/// Several sites on one machine: what is written for them, and what is refused.
struct InstitutionTests {
    private func list(_ folder: TemporaryFolder) throws -> InstitutionList { try InstitutionList(root: folder.path) }

    private func refusal(_ make: () throws -> Void) -> CommandRefusal? { #expect(throws: CommandRefusal.self) { try make() } }

    @Test(arguments: [
        "", "Aquila", "aquila!", "-a", "a-", "a--b", "1a", "a b", "../a", "aquila.it", "città", String(repeating: "a", count: 25),
    ])
    func aNameThatIsNoUserIsRefused(_ name: String) {
        #expect(refusal { try Institution.requireName(name) } == CommandRefusal("institution.name", ["name": name, "limit": "24"]))
    }

    @Test(arguments: [
        "", "localhost", "https://a.org", "a.org:80", "a.org/x", "a_b.org", "-a.org", "a..org", "10.0.0.1", "città.org", "a.org;",
        String(repeating: "a", count: 64) + ".org",
    ]) func aHostThatIsNoneIsRefused(_ host: String) {
        #expect(refusal { _ = try Institution.host(host) } == CommandRefusal("institution.host", ["host": host]))
    }

    @Test func whatIsTakenIsRefused() throws {
        let first = Institution(name: "aquila", host: "aquila.example.org", port: 8_101)
        let folder = try TemporaryFolder([
            "etc/portico/aquila.env": first.settings, "etc/portico/portico.env": "PORTICO_PORT=8102\n", "etc/portico/notes.txt": "x",
        ])
        let list = try list(folder)
        #expect(list.all == [first])
        #expect(try list.making("sulmona", host: "Sulmona.Example.org", port: nil, copies: nil).port == 8_103)
        #expect(try list.making("sulmona", host: "Sulmona.Example.org", port: nil, copies: nil).host == "sulmona.example.org")
        let refusals = [
            refusal { _ = try list.making("portico", host: "x.org", port: nil, copies: nil) },
            refusal { _ = try list.making("aquila", host: "x.org", port: nil, copies: nil) },
            refusal { _ = try list.making("sulmona", host: "AQUILA.example.org", port: nil, copies: nil) },
            refusal { _ = try list.making("sulmona", host: "x.org", port: 8_102, copies: nil) },
            refusal { _ = try list.making("sulmona", host: "x.org", port: nil, copies: "copies") },
            refusal { _ = try list.making("sulmona", host: "x.org", port: nil, copies: "/srv/../etc") },
            refusal { _ = try list.named("aquilla") },
        ]
        let keys = refusals.map { $0?.sentences.first?.key }
        #expect(
            keys
                == [
                    "reserved", "taken", "hostTaken", "portTaken", "copies", "copies", "near",
                ].map { "commands.institution." + $0 })
    }

    @Test func oneLitestreamAndEachProxyKnowAllInstitutions() throws {
        let folder = try TemporaryFolder([
            "etc/portico/aquila.env": Institution(name: "aquila", host: "aquila.example.org", port: 8_101, copies: "/srv/copies").settings
        ])
        let list = try list(folder)
        let second = try list.making("roma-tre", host: "roma.example.org", port: nil, copies: "s3://b/p?region=eu")
        let files = Dictionary(uniqueKeysWithValues: list.adding(second).files.map { ($0.name, $0.text) })
        #expect(files["hosts.map"]?.hasSuffix("aquila.example.org i_aquila\nroma.example.org i_roma-tre\n") == true)
        #expect(files["nginx.map"]?.hasSuffix("aquila.example.org 127.0.0.1:8101;\nroma.example.org 127.0.0.1:8102;\n") == true)
        #expect(files["haproxy.cfg"]?.hasSuffix("backend i_roma-tre\n    server s 127.0.0.1:8102\n") == true)
        let litestream = try #require(files["litestream.yml"])
        #expect(litestream.contains("path: \"/srv/copies/aquila\""))
        #expect(litestream.contains("url: \"s3://b/p/roma-tre?region=eu\""))
        #expect(litestream.contains("  - path: /var/lib/portico-roma-tre/portico.sqlite\n"))
        #expect(Institution(second.settings, name: "roma-tre") == second)
        #expect(second.settings.contains("PORTICO_REPLICATED=yes"))
        #expect(list.removing(list.all[0]).files.allSatisfy { !$0.text.contains("aquila") })
    }

    @Test func nothingOfAnInstitutionIsRemovedWithoutBeingAskedFor() throws {
        let folder = try TemporaryFolder([
            "etc/portico/aquila.env": Institution(name: "aquila", host: "aquila.example.org", port: 8_101).settings
        ])
        let list = try list(folder)
        func script(_ data: InstitutionScript.Disposal) throws -> [String] {
            InstitutionScript.removing(try list.named("aquila"), from: list, data: data, root: "", program: "/usr/bin/portico").text
                .split(separator: "\n").map(String.init)
        }
        let kept = try script(.kept)
        #expect(!kept.contains { $0.hasPrefix("rm ") || $0.hasPrefix("userdel") })
        #expect(kept.first == "systemctl disable --now portico@aquila.service")
        let purged = try script(.purged)
        #expect(purged.contains("rm -rf /var/lib/portico-aquila"))
        let backed = try script(.backedUp(in: "/mnt/last backups"))
        let made = try #require(backed.firstIndex { $0.contains(" backup --env /etc/portico/aquila.env --to '/mnt/last backups/aquila'/") })
        let removed = try #require(backed.firstIndex { $0.hasPrefix("rm -rf") })
        #expect(made < removed)
        #expect(backed[made].hasSuffix("|| { systemctl start portico@aquila.service; exit 1; }"))
    }

    @Test func theScriptWritesWhatIsReadBack() throws {
        let folder = try TemporaryFolder()
        let institution = try list(folder).making("aquila", host: "aquila.example.org", port: nil, copies: "/srv/copies")
        let script = InstitutionScript.adding(institution, to: try list(folder), root: folder.path, program: "portico")
        #expect(try script.run() == 0)
        #expect(try list(folder).all == [institution])
        let removal = InstitutionScript.removing(institution, from: try list(folder), data: .kept, root: folder.path, program: "portico")
        #expect(try removal.run() == 0)
        #expect(try list(folder).all.isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/etc/portico/aquila.env.removed"))
        let map = try String(contentsOfFile: folder.path + "/etc/portico/institutions/hosts.map", encoding: .utf8)
        #expect(!map.contains("aquila"))
    }
}
