import Foundation
import Web
import Yams

/// The YAML file of settings: `port: 8080`, lists as YAML lists or with commas.
struct SettingsFile {
    static let usual = "portico.yaml"

    let path: String
    private(set) var values: [(name: String, text: String, line: Int)] = []
    private(set) var problems: [EarlyText] = []

    /// nil when no file is named and the usual one is missing.
    init?(_ named: String?) {
        path = named ?? Self.usual
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if named == nil, !FileManager.default.fileExists(atPath: path) { return nil }
            problems = [EarlyText("settings.missing", "{file}: there is no such file of settings, or it cannot be read", ["file": path])]
            return
        }
        do {
            guard let root = try Yams.compose(yaml: text) else { return }
            if let mapping = root.mapping {
                read(mapping)
            } else {
                problems = [EarlyText("settings.noList", "{file}: this is no list of settings such as «port: 8080»", ["file": path])]
            }
        } catch {
            // Further lines quote the file, which may hold a secret.
            problems = [EarlyText("\(path): \(String(describing: error).prefix { $0 != "\n" })")]
        }
    }

    private mutating func read(_ mapping: Node.Mapping) {
        for (key, value) in mapping {
            let (name, line) = (key.string ?? "", key.mark?.line ?? 1)
            if let text = Self.text(value) {
                values.append((name, text, line))
            } else {
                problems.append(
                    EarlyText(
                        "settings.value", "{file}:{line}: the value of «{name}» is neither a text nor a list of texts",
                        ["file": path, "line": String(line), "name": name]))
            }
        }
    }

    private static func text(_ node: Node) -> String? {
        switch node {
        case .scalar(let scalar): node.null == nil ? scalar.string : ""
        case .sequence(let items):
            items.allSatisfy { $0.scalar != nil } ? items.compactMap(\.scalar?.string).joined(separator: ",") : nil
        default: nil
        }
    }
}
