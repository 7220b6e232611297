import Foundation
import TestSupport
import Testing
import Web

@testable import Portal

struct SettingsTests {
    private static let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]

    private func read(flags: [String: String] = [:], _ environment: [String: String] = [:], file: String? = nil) throws
        -> Configuration
    {
        let folder = try TemporaryFolder(["portico.yaml": file ?? ""])
        let named = file == nil ? [:] : ["PORTICO_CONFIG": folder.path + "/portico.yaml"]
        return try Configuration(flags: flags, environment: Self.folders.merging(named) { $1 }.merging(environment) { $1 })
    }

    private func problems(flags: [String: String] = [:], _ environment: [String: String] = [:], file: String? = nil) -> [String] {
        let refused = #expect(throws: StartProblems.self) { try read(flags: flags, environment, file: file) }
        return refused?.problems ?? []
    }

    @Test(arguments: [
        (["port": "1"], ["PORTICO_PORT": "2"], "port: 3", 1, "flag --port"),
        ([:], ["PORTICO_PORT": "2"], "port: 3", 2, "environment, PORTICO_PORT"),
        ([:], ["PORTICO_PORT": ""], "port: 3", 3, "portico.yaml"),
        ([:], [:], "host: localhost", 8_080, "default"),
    ])
    func flagsGoBeforeTheEnvironmentAndThatBeforeTheFile(
        _ flags: [String: String], _ environment: [String: String], _ file: String, port: Int, origin: String
    ) throws {
        let configuration = try read(flags: flags, environment, file: file)
        #expect(configuration.port == port)
        let line = configuration.described.split(separator: "\n").first { $0.hasPrefix("port = \(port) ") }
        #expect(line?.contains(origin) == true)
    }

    @Test func aFlagMayNameTheFile() throws {
        let folder = try TemporaryFolder(["mine.yaml": "port: 77"])
        #expect(try read(flags: ["config": folder.path + "/mine.yaml"]).port == 77)
        #expect(problems(flags: ["config": folder.path + "/other.yaml"]).first?.contains("other.yaml: there is no such file") == true)
    }

    @Test func theFileTakesListsAndTextsWithCommas() throws {
        let listed = try read(file: "trusted-proxies: [127.0.0.1, '::1']\nneighbours: a.lan, B.lan\ndevelopment: true\nbackups:\nurl: ~\n")
        #expect(listed.trustedProxies == ["127.0.0.1", "::1"])
        #expect(listed.neighbours == ["a.lan", "b.lan"])
        #expect(listed.isDevelopment)
        #expect(listed.backups == nil)
        #expect(listed.url == nil)
    }

    @Test func cachesToTellAreHidden() throws {
        let configuration = try read(file: "purge: ['BAN http://127.0.0.1:6081/', 'http://cache.lan/?key=secret']\nshared-cache: yes\n")
        #expect(configuration.purge == [CacheEndpoint("BAN http://127.0.0.1:6081/"), CacheEndpoint("PURGE http://cache.lan/?key=secret")])
        #expect(configuration.isSharedCacheOpen)
        #expect(configuration.described.contains("\npurge = (hidden)"))
        #expect(!configuration.described.contains("key=secret"))
    }

    @Test(arguments: [
        (["PORTICO_PROT": "80"], "", "PORTICO_PROT: there is no such setting; do you mean «PORTICO_PORT»?"),
        (["PORTICO_METRIC_TOKEN": "x"], "", "PORTICO_METRIC_TOKEN: there is no such setting; do you mean «PORTICO_METRICS_TOKEN»?"),
        (["PORTICO_XYZ": "x"], "", "PORTICO_XYZ: there is no such setting"),
        ([:], "\nprot: 80\n", ":2: there is no setting «prot»; do you mean «port»?"),
        ([:], "config: x", ":1: there is no setting «config»"),
        ([:], "port: {a: 1}", ":1: the value of «port» is neither a text nor a list of texts"),
        ([:], "- port", ": this is no list of settings such as «port: 8080»"),
    ])
    func whatIsUnknownIsRefusedWithTheNearestName(_ environment: [String: String], _ file: String, said: String) {
        let problems = problems(environment, file: file)
        #expect(problems.contains { $0.hasSuffix(said) }, "\(problems)")
        #expect(problems.count == 1)
    }

    @Test(arguments: ["metrics-token: 'a-secret-of-twenty-letters", "port: 1\nport: 2"]) func theFileMustBeYAML(_ file: String) {
        let problems = problems(file: file)
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { $0.contains("portico.yaml: ") })
        #expect(problems.allSatisfy { !$0.contains("a-secret") })
    }

    @Test func everyMistakeIsNamedAtOnceAndAtItsPlace() {
        let problems = problems(
            flags: ["port": "65536"], ["PORTICO_SCRYPT_COST": "21", "PORTICO_LOG": "loud", "PORTICO_HOTS": "x", "PORTICO_APNS_TEAM": "T"],
            file: "url: ftp://x\nmail: sendmail\nmetrics-token: short\ntemplate: x\n")
        for said in [
            "--port: «65536» is not a port between 0 and 65535", "PORTICO_SCRYPT_COST: «21» is not a number between 10 and 20",
            "PORTICO_LOG: «loud» is not one of trace", "do you mean «PORTICO_HOST»?", "portico.yaml:1: url: «ftp://x» is not an address",
            "portico.yaml:2: mail: «sendmail» is not a program", "portico.yaml:3: metrics-token is not a secret",
            "portico.yaml:4: there is no setting «template»; do you mean «templates»?", "PORTICO_APNS_TOPIC are needed together",
        ] {
            #expect(problems.contains { $0.contains(said) }, "\(said)")
        }
        #expect(problems.count == 9)
        #expect(problems.allSatisfy { !$0.contains("short") })
    }

    @Test(arguments: [
        ("PORTICO_PORT", "-1"), ("PORTICO_PORT", "x"), ("PORTICO_DEVELOPMENT", "maybe"), ("PORTICO_SCRYPT_COST", "9"),
        ("PORTICO_METRICS_FROM", "monitor.lan"), ("PORTICO_CITATION_HOSTS", "a"), ("PORTICO_MAIL", "/no/such/program"),
        ("PORTICO_MAIL_FROM", "portico"), ("PORTICO_URL", "https://x.org/path"), ("PORTICO_APNS_KEY", "x"),
        ("PORTICO_TEMPLATES", "/no/such/folder"), ("PORTICO_METRICS_TOKEN", "short"),
    ])
    func aWrongValueIsRefusedByItsName(_ name: String, _ value: String) {
        let problems = problems([name: value])
        #expect(problems.count == 1)
        #expect(problems.first?.contains(name) == true)
    }

    @Test func secretsAreHiddenAndEverythingElseIsTold() throws {
        let configuration = try read(["PORTICO_METRICS_TOKEN": "a-secret-of-twenty-letters"])
        let text = configuration.described
        #expect(!text.contains("a-secret-of-twenty-letters"))
        #expect(text.contains("metrics-token = (hidden)  (environment, PORTICO_METRICS_TOKEN)"))
        for setting in Setting.all { #expect(text.contains("\(setting.name) = "), "\(setting.name)") }
        #expect(text.contains("citation-hosts = (not set)  (default)"))
    }

    @Test func theSecretsOfSeedFilesHaveNamesOfTheirOwn() throws {
        let configuration = try read(["PORTICO_SECRET_CAPO": "geheim", "PORTICO_SECRETS": "/run/secrets"])
        #expect(configuration.secrets == "/run/secrets")
        #expect(!configuration.described.contains("geheim"))
        #expect(problems(["PORTICO_SECRET_": "x"]) == ["PORTICO_SECRET_: there is no such setting; do you mean «PORTICO_SECRETS»?"])
    }

    @Test func everySettingHasAVariableOfItsOwn() {
        #expect(Set(Setting.all.map(\.variable)).count == Setting.all.count)
        #expect(Setting.named("apns-key-id")?.variable == "PORTICO_APNS_KEY_ID")
    }
}
