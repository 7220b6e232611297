import Foundation
import Web

/// Where `!secret NAME` is found: `PORTICO_SECRET_NAME`, a file in the site's folder of secrets, or one of systemd's credentials.
public struct SeedSecrets: Sendable {
    private let folder: String?
    private let environment: [String: String]

    public init(folder: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
        (self.folder, self.environment) = (folder, environment)
    }

    /// Passwords and PINs are short; a larger file is none.
    private static let mostBytes = 4096

    func find(_ name: String) -> Result<String, SeedFileProblem> {
        guard Self.isName(name) else { return .failure(SeedFileProblem(sentence: SeedSentence(key: "secret.name"))) }
        if let value = environment[Self.variable(name)] { return checked(value, name) }
        for folder in [folder, environment["CREDENTIALS_DIRECTORY"]].compactMap({ $0 }) where !folder.isEmpty {
            let path = folder + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { continue }
            guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: Self.mostBytes + 1) ?? Data(),
                data.count <= Self.mostBytes, let text = String(validating: data, as: UTF8.self)
            else { return problem("unreadable", name, ["path": SeedSentence(path)]) }
            return checked(text.last == "\n" ? String(text.dropLast()) : text, name)
        }
        return problem("missing", name, ["variable": SeedSentence(Self.variable(name))])
    }

    private func checked(_ value: String, _ name: String) -> Result<String, SeedFileProblem> {
        value.isEmpty ? problem("empty", name) : .success(value)
    }

    private func problem(_ key: String, _ name: String, _ values: [String: SeedSentence] = [:]) -> Result<String, SeedFileProblem> {
        let values = values.merging(["name": SeedSentence(name)]) { first, _ in first }
        return .failure(SeedFileProblem(sentence: SeedSentence(key: "secret.\(key)", values)))
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "-_".utf8.contains($0)
            }
    }

    static func variable(_ name: String) -> String { prefix + name.uppercased().replacing("-", with: "_") }

    public static func isVariable(_ name: String) -> Bool { name.count > prefix.count && name.hasPrefix(prefix) }

    private static let prefix = "PORTICO_SECRET_"
}

extension SeedNode {
    /// Returns the text of a password or PIN, which may be a `!secret`; refuses placeholders that nothing fills in.
    public func secret() -> String? {
        guard !item.isSecret else { return plainText() }
        guard let text = text() else { return nil }
        guard let found = Self.placeholder(in: text) else { return text }
        let name = String(
            found.unicodeScalars.filter { $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0)) })
        refuse("placeholder", ["text": found, "name": name.isEmpty ? "NAME" : name])
        return nil
    }

    private static func placeholder(in text: String) -> String? {
        for (open, close) in [("${", "}"), ("{{", "}}"), ("$(", ")")] {
            guard let start = text.firstRange(of: open), let end = text[start.upperBound...].firstRange(of: close) else { continue }
            return String(text[start.lowerBound..<end.upperBound])
        }
        return nil
    }
}
