import Admin
import Foundation
import TestSupport
import Testing
import Web

@testable import Portal

/// The file of variables, which the service and every command read.
struct EnvironmentFileTests {
    private static let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/portico.env" }

    /// The file in its usual place, unless another one is named.
    private func read(_ text: String, flags: [String: String] = [:], _ environment: [String: String] = [:]) throws -> Configuration {
        try folder.write(text, to: "portico.env")
        return try Configuration(flags: flags, environment: Self.folders.merging(environment) { $1 }, usualFile: path)
    }

    private func problems(_ text: String) -> [String] {
        let refused = #expect(throws: StartProblems.self) { try read(text) }
        return (refused?.problems ?? []).map { $0.replacing(folder.path + "/", with: "") }
    }

    private func origin(_ name: String, _ configuration: Configuration) -> String? {
        configuration.described.split(separator: "\n").first { $0.hasPrefix("\(name) = ") }.map(String.init)
    }

    @Test func flagsAndTheEnvironmentGoBeforeItAndItGoesBeforeTheYAMLFile() throws {
        try folder.write("port: 4\nhost: localhost\nmail-from: a@example.org\n", to: "portico.yaml")
        let text = """
            PORTICO_PORT=3
            PORTICO_HOST=127.0.0.2
            PORTICO_CONFIG=\(folder.path)/portico.yaml
            """
        let alone = try read(text)
        #expect(alone.port == 3)
        #expect(alone.host == "127.0.0.2")
        #expect(alone.mailFrom == "a@example.org")
        #expect(origin("port", alone) == "port = 3  (PORTICO_PORT in \(path))")
        #expect(origin("mail-from", alone) == "mail-from = a@example.org  (file \(folder.path)/portico.yaml)")
        #expect(origin("env", alone) == "env = \(path)  (default)")
        let typed = try read(text, flags: ["port": "1"], ["PORTICO_PORT": "2", "PORTICO_HOST": "127.0.0.3"])
        #expect(typed.port == 1)
        #expect(typed.host == "127.0.0.3")
        #expect(origin("host", typed) == "host = 127.0.0.3  (environment, PORTICO_HOST)")
    }

    @Test func anotherFileMayBeNamed() throws {
        try folder.write("PORTICO_PORT=77\n", to: "other.env")
        #expect(try read("PORTICO_PORT=3", ["PORTICO_ENV": folder.path + "/other.env"]).port == 77)
        #expect(try read("PORTICO_PORT=3", flags: ["env": folder.path + "/other.env"]).port == 77)
        #expect(try read("PORTICO_PORT=3", ["PORTICO_ENV": "/dev/null"]).port == 8_080)
        let missing = #expect(throws: StartProblems.self) { try read("", ["PORTICO_ENV": folder.path + "/none.env"]) }
        #expect(missing?.problems == ["\(folder.path)/none.env: there is no such file of variables"])
    }

    @Test func aMissingUsualFileIsNone() throws {
        let configuration = try Configuration(environment: Self.folders, usualFile: folder.path + "/none/portico.env")
        #expect(configuration.environmentFile == nil)
        #expect(origin("env", configuration) == "env = (not set)  (default)")
    }

    @Test func valuesAreReadAsSystemdReadsThem() throws {
        let lines = [
            "# A comment", "; PORTICO_PORT=1", "", "  PORTICO_HOST=localhost  ", #"PORTICO_MAIL_FROM="a@example.org""#,
            ##"PORTICO_METRICS_TOKEN='a\secret-of-$20-"letters"#1'"##, "PORTICO_URL=",
        ]
        let configuration = try read(lines.joined(separator: "\r\n"))
        #expect(configuration.host == "localhost")
        #expect(configuration.mailFrom == "a@example.org")
        #expect(configuration.metricsToken == ##"a\secret-of-$20-"letters"#1"##)
        #expect(configuration.url == nil)
        #expect(configuration.port == 8_080)
    }

    @Test(arguments: [
        ("\nPORTICO_PORT", "portico.env:2: this is no line such as PORTICO_PORT=8080"),
        ("export PORTICO_PORT=1", "portico.env:1: leave «export» out: systemd reads the file too, and takes only NAME=value"),
        ("PORTICO_PORT = 1", "portico.env:1: the name before = has only capital letters, digits and _, without a space"),
        ("LANG=it_IT.UTF-8", "portico.env:1: «LANG» does not begin with PORTICO_"),
        ("PORTICO_PORT=1\n\nPORTICO_PORT=2", "portico.env:3: PORTICO_PORT is in line 1 already"),
        (
            "PORTICO_METRICS_TOKEN=\"a-secret",
            "portico.env:1: PORTICO_METRICS_TOKEN: the quotation mark is not closed at the end of the line"
        ),
        (
            "PORTICO_METRICS_TOKEN='a-secret' x",
            "portico.env:1: PORTICO_METRICS_TOKEN: the quotation mark is not closed at the end of the line"
        ),
        ("PORTICO_METRICS_TOKEN=a\\secret", "portico.env:1: PORTICO_METRICS_TOKEN: a backslash is only taken within single quotes, '…'"),
        ("PORTICO_PROT=1", "portico.env:1: there is no setting «PORTICO_PROT»; do you mean «PORTICO_PORT»?"),
        ("PORTICO_ENV=/etc/x", "portico.env:1: there is no setting «PORTICO_ENV»"),
        ("#\nPORTICO_PORT=x", "portico.env:2: PORTICO_PORT: «x» is not a port between 0 and 65535"),
        ("PORTICO_METRICS_TOKEN=short", "portico.env:1: PORTICO_METRICS_TOKEN is not a secret of at least 20 letters, digits and signs"),
        ("PORTICO_DATA=data", "portico.env:1: PORTICO_DATA: write the whole path of «data», because commands run in any folder"),
    ])
    func aMistakeIsNamedWithItsLineAndNoSecret(_ text: String, said: String) {
        #expect(problems(text) == [said])
    }

    @Test func everyMistakeIsNamedAtOnce() {
        #expect(problems("PORTICO_PORT=x\nnothing\nPORTICO_DATA=data\nPORTICO_HOTS=x\n").count == 4)
    }

    @Test func aFileThatCannotBeReadIsRefused() throws {
        try folder.write("", to: "folder.env/x")
        let refused = #expect(throws: StartProblems.self) {
            try Configuration(environment: Self.folders, usualFile: folder.path + "/folder.env")
        }
        #expect(refused?.problems == ["\(folder.path)/folder.env: this is no file of text in UTF-8"])
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        let broken = #expect(throws: StartProblems.self) { try Configuration(environment: Self.folders, usualFile: path) }
        #expect(broken?.problems == ["\(path): this is no file of text in UTF-8"])
    }

    @Test func itHoldsSecretsOfSeedFiles() throws {
        let configuration = try read("PORTICO_SECRET_CAPO='vier Worte ohne Zusammenhang'\n")
        #expect(!configuration.described.contains("vier Worte"))
        try folder.write("accounts:\n  - { key: anna, name: Anna, password: !secret capo, roles: [{ role: admin }] }\n", to: "seed.yaml")
        #expect(try Seed.make(configuration).check(folder.path + "/seed.yaml") == [])
        #expect(try Seed.make(read("")).check(folder.path + "/seed.yaml").count == 1)
    }
}
