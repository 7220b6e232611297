import Foundation
import Yams

/// The YAML file of settings: `port: 8080`, lists as YAML lists or with commas.
struct SettingsFile {
    static let usual = "portico.yaml"

    let path: String
    private(set) var values: [(name: String, text: String, line: Int)] = []
    private(set) var problems: [String] = []

    /// nil when no file is named and the usual one is missing.
    init?(_ named: String?) {
        path = named ?? Self.usual
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if named == nil, !FileManager.default.fileExists(atPath: path) { return nil }
            problems = ["\(path): there is no such file of settings, or it cannot be read"]
            return
        }
        do {
            guard let root = try Yams.compose(yaml: text) else { return }
            if let mapping = root.mapping {
                read(mapping)
            } else {
                problems = ["\(path): this is no list of settings such as «port: 8080»"]
            }
        } catch {
            // Further lines quote the file, which may hold a secret.
            problems = ["\(path): \(String(describing: error).prefix { $0 != "\n" })"]
        }
    }

    private mutating func read(_ mapping: Node.Mapping) {
        for (key, value) in mapping {
            let (name, line) = (key.string ?? "", key.mark?.line ?? 1)
            if let text = Self.text(value) {
                values.append((name, text, line))
            } else {
                problems.append("\(path):\(line): the value of «\(name)» is neither a text nor a list of texts")
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
