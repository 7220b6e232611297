import Foundation
import Web

/// The file of variables that the service and every command read, with the meaning that systemd gives it.
public struct EnvironmentFile {
    public static let usual = "/etc/portico/portico.env"

    let path: String
    private(set) var values: [(name: String, text: String, line: Int)] = []
    private(set) var problems: [String] = []

    /// nil when no file is named and the usual one is missing.
    init?(named: String?, usual: String?) {
        guard let path = named ?? usual else { return nil }
        self.path = path
        guard access(path, R_OK) == 0 else {
            let reason = errno
            let isMissing = reason == ENOENT || reason == ENOTDIR
            if named == nil, isMissing { return nil }
            problems = [
                isMissing
                    ? "\(path): there is no such file of variables"
                    : "\(path) cannot be read (\(String(cString: strerror(reason)))): run the command as the user that Portico runs as"
            ]
            return
        }
        // A file handle reads /dev/null too, which names no file of variables.
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data(),
            let text = String(validating: data, as: UTF8.self)
        else {
            problems = ["\(path): this is no file of text in UTF-8"]
            return
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            read(String(line).trimmingSpaces(), index + 1)
        }
    }

    /// Never quotes a value, which may be a secret.
    private mutating func read(_ line: String, _ number: Int) {
        guard let first = line.first, first != "#", first != ";" else { return }
        guard let equals = line.firstIndex(of: "=") else { return refuse(number, "this is no line such as PORTICO_PORT=8080") }
        let name = String(line[..<equals])
        guard name.utf8.allSatisfy(Self.isOfName) else {
            let isExport = name.hasPrefix("export ")
            return refuse(
                number,
                isExport
                    ? "leave «export» out: systemd reads the file too, and takes only NAME=value"
                    : "the name before = has only capital letters, digits and _, without a space")
        }
        guard name.hasPrefix(Setting.prefix) else { return refuse(number, "«\(name)» does not begin with \(Setting.prefix)") }
        if let before = values.first(where: { $0.name == name }) { return refuse(number, "\(name) is in line \(before.line) already") }
        do throws(Flaw) {
            values.append((name, try Self.value(String(line[equals...].dropFirst()).trimmingSpaces()), number))
        } catch {
            refuse(number, "\(name): \(error.rawValue)")
        }
    }

    private enum Flaw: String, Error {
        case quote = "the quotation mark is not closed at the end of the line"
        case backslash = "a backslash is only taken within single quotes, '…'"
    }

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

    private mutating func refuse(_ line: Int, _ sentence: String) { problems.append("\(path):\(line): \(sentence)") }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_")
    }
}
