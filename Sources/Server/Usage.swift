import ArgumentParser
import Foundation
import Web

/// The words of `--help` and of refused command lines, which are needed before any setting is read.
enum Usage {
    /// The texts of the help, read only when it is asked for; English without them.
    static let words: Words? = {
        let isAsked = CommandLine.arguments.dropFirst().contains { ["help", "--help", "-h"].contains($0) }
        return isAsked ? SeedLanguage.earlyWords : nil
    }()
}

extension String {
    /// A sentence of the help: its text below `start.usage`, and the same in English.
    static func told(_ key: String, _ english: String) -> String { EarlyText("usage.\(key)", english).said(in: Usage.words) }

    static func refusal(_ key: String, _ english: String, _ values: [String: String] = [:]) -> String {
        EarlyText("usage.refused.\(key)", english, values).said(in: SeedLanguage.earlyWords)
    }
}

extension ArgumentHelp {
    static func told(_ key: String, _ english: String, valueName: String? = nil) -> Self {
        Self(.told(key, english), valueName: valueName)
    }
}
