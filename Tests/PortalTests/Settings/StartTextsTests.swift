import Foundation
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// What is said before the texts are read: the same in the program and in the English texts, and in Italian as soon as there are texts.
@Suite struct StartTextsTests {
    private let english: Words
    private let italian: Words

    init() throws { (english, italian) = (try TestSite.texts.words(in: .english), try TestSite.texts.words(in: .italian)) }

    @Test(arguments: Setting.all.map(\.name))
    func everySettingIsDescribedInBothLanguages(name: String) throws {
        let setting = try #require(Setting.named(name))
        #expect(setting.meaning(in: english) == setting.meaning)
        #expect(setting.expected.localized(in: english) == setting.expected.localized(in: nil))
        #expect(setting.meaning(in: italian) != setting.meaning)
        #expect(setting.expected.localized(in: italian) != setting.expected.localized(in: nil))
    }

    /// What the sources say in English is what the English texts say, also where no test reaches, as in the help of commands.
    @Test func everySentenceOfTheSourcesIsInTheTexts() throws {
        var found: [String: String] = [:]
        for folder in ["/Sources/Portal", "/Sources/Server"] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: TestSite.root + folder) where file.hasSuffix(".swift") {
                let source = try String(contentsOfFile: "\(TestSite.root)\(folder)/\(file)", encoding: .utf8)
                for match in source.matches(of: #/(EarlyText|StartProblems|self\.init|waiting)\(\s*"([A-Za-z.]+)",\s*"([^"]*)"/#) {
                    found["start.\(match.2)"] = String(match.3)
                }
                for match in source.matches(of: #/\.localized\(\s*"([A-Za-z.]+)",\s*"([^"]*)"/#) {
                    found["start.usage.\(match.1)"] = String(match.2)
                }
                for match in source.matches(of: #/\.refusal\(\s*"([A-Za-z]+)",\s*"([^"]*)"/#) {
                    found["start.usage.refused.\(match.1)"] = String(match.2)
                }
            }
        }
        #expect(found.count > 150)
        for (key, text) in found.sorted(by: { $0.key < $1.key }) {
            #expect(english.optional(key) == text, "\(key)")
            #expect(italian.optional(key) != nil, "\(key)")
        }
    }

    @Test func theSettingsInForceAreTheSameInTheEnglishTexts() throws {
        let configuration = try Configuration(environment: [
            "PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public", "PORTICO_PORT": "8123",
        ])
        #expect(configuration.described(in: english) == configuration.described)
        #expect(configuration.described(in: italian).contains("port = 8123  (ambiente, PORTICO_PORT)\n    porta su cui ascolta: una porta"))
    }

    @Test func wrongSettingsAreRefusedInTheReadersLanguage() throws {
        let folder = try TemporaryFolder(["portico.env": "PORTICO_PORT=x\nexport PORTICO_URL=y\n", "portico.yaml": "prot: 80\n"])
        let environment = [
            "PORTICO_ENV": folder.path + "/portico.env", "PORTICO_CONFIG": folder.path + "/portico.yaml", "PORTICO_HOTS": "x",
            "PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": folder.path + "/none",
        ]
        let refused = try #require(throws: StartProblems.self) { try Configuration(environment: environment) }
        #expect(refused.localized(in: english) == refused.problems)
        let said = refused.localized(in: italian).map { $0.replacing(folder.path + "/", with: "") }
        #expect(said.contains("PORTICO_HOTS: questa impostazione non esiste; intendi «PORTICO_HOST»?"), "\(said)")
        #expect(said.contains("portico.env:1: PORTICO_PORT: «x» non è una porta fra 0 e 65535"), "\(said)")
        #expect(said.contains("portico.env:2: togli «export»: anche systemd legge il file, e accetta solo NOME=valore"), "\(said)")
        #expect(said.contains("portico.yaml:1: non c’è nessuna impostazione «prot»; intendi «port»?"), "\(said)")
        #expect(said.contains("PORTICO_ASSETS: non c’è nessuna cartella «none»"), "\(said)")
    }

    @Test func troublesWithTheDatabaseAreSaidInBothLanguages() throws {
        let folder = try TemporaryFolder(["portico.sqlite": String(repeating: "no database ", count: 200)])
        var configuration = Configuration()
        configuration.data = folder.path
        let refused = try #require(throws: StartProblems.self) { try Store.open(configuration) }
        #expect(refused.localized(in: english) == refused.problems)
        #expect(refused.localized(in: italian).first?.contains("è danneggiato (") == true)
    }
}
