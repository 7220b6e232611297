import Testing

@testable import Web

@Suite struct TerminalLanguageTests {
    @Test(
        arguments: [
            ([:], Language.english),
            (["LANG": "it_IT.UTF-8"], .italian),
            (["LANG": "it_IT.UTF-8", "LC_ALL": "en_GB.UTF-8"], .english),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "it:en"], .italian),
            (["LANG": "it_IT.UTF-8", "LANGUAGE": "zz:en"], .english),
            (["LANG": "it_IT.UTF-8", "LANGUAGE": ""], .italian),
            (["LANG": "C.UTF-8", "LANGUAGE": "it"], .english),
            (["LC_ALL": "POSIX", "LANG": "it_IT.UTF-8"], .english),
            (["LC_ALL": "", "LC_MESSAGES": "it", "LANG": "en"], .italian),
        ] as [([String: String], Language)])
    func theVariablesOfTheTerminalChoose(environment: [String: String], language: Language) {
        #expect(Language.ofTerminal(environment) == language)
    }
}
