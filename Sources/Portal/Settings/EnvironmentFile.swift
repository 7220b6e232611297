import Foundation
import Web

/// The file of variables that the service and every command read, with the meaning that systemd gives it.
public struct EnvironmentFile {
    public static let usual = "/etc/portico/portico.env"

    let path: String
    private(set) var values: [(name: String, text: String, line: Int)] = []
    private(set) var problems: [EarlyText] = []

    init?(named: String?, usual: String?) {
        guard let path = named ?? usual else { return nil }
        self.path = path
        guard access(path, R_OK) == 0 else {
            let reason = errno
            let isMissing = reason == ENOENT || reason == ENOTDIR
            if named == nil, isMissing { return nil }
            problems = [
                isMissing
                    ? EarlyText("variables.missing", "{file}: there is no such file of variables", ["file": path])
                    : EarlyText(
                        "variables.closed", "{file} cannot be read ({cause}): run the command as the user that Portico runs as",
                        ["file": path, "cause": String(cString: strerror(reason))])
            ]
            return
        }
        // A file handle reads /dev/null too, which names no file of variables.
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data(),
            let text = String(validating: data, as: UTF8.self)
        else {
            problems = [EarlyText("variables.notText", "{file}: this is no file of text in UTF-8", ["file": path])]
            return
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            read(String(line).trimmingSpaces(), index + 1)
        }
    }

    /// Never quotes a value, which may be a secret.
    private mutating func read(_ line: String, _ number: Int) {
        guard let first = line.first, first != "#", first != ";" else { return }
        guard let equals = line.firstIndex(of: "=") else { return refuse(number, "noLine", "this is no line such as PORTICO_PORT=8080") }
        let name = String(line[..<equals])
        guard name.utf8.allSatisfy(Self.isOfName) else {
            let isExport = name.hasPrefix("export ")
            return isExport
                ? refuse(number, "export", "leave «export» out: systemd reads the file too, and takes only NAME=value")
                : refuse(number, "name", "the name before = has only capital letters, digits and _, without a space")
        }
        guard name.hasPrefix(Setting.prefix) else {
            return refuse(number, "prefix", "«{name}» does not begin with PORTICO_", ["name": name])
        }
        if let before = values.first(where: { $0.name == name }) {
            return refuse(number, "twice", "{name} is in line {before} already", ["name": name, "before": String(before.line)])
        }
        do throws(Flaw) {
            values.append((name, try Self.value(String(line[equals...].dropFirst()).trimmingSpaces()), number))
        } catch {
            switch error {
            case .quote: refuse(number, "quote", "{name}: the quotation mark is not closed at the end of the line", ["name": name])
            case .backslash: refuse(number, "backslash", "{name}: a backslash is only taken within single quotes, '…'", ["name": name])
            }
        }
    }

    private enum Flaw: Error { case quote, backslash }

    private static func value(_ text: String) throws(Flaw) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            if text.contains("\\") { throw .backslash }
            return text
        }
        let inner = text.dropFirst().dropLast()
        guard text.count > 1, text.last == quote, !inner.contains(quote) else { throw .quote }
        if quote == "\"", inner.contains("\\") { throw .backslash }
        return String(inner)
    }

    private mutating func refuse(_ line: Int, _ key: String, _ english: String, _ values: [String: String] = [:]) {
        let sentence = EarlyText("variables.\(key)", english, values)
        let place = ["file": EarlyText(path), "line": EarlyText(String(line)), "sentence": sentence]
        problems.append(EarlyText("place", "{file}:{line}: {sentence}", place))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_")
    }
}
