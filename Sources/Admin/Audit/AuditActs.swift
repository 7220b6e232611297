import GRDB
import Web

struct AuditActs {
    private let groups: [String: [String]]
    let words: Words

    init(_ db: Database, _ words: Words) throws {
        self.words = words
        // Skips from action to action in the index: the log is long, the actions are few.
        let sql = """
            WITH RECURSIVE known(action) AS (
              SELECT min(action) FROM audit UNION ALL SELECT (SELECT min(action) FROM audit WHERE action > known.action) FROM known WHERE action IS NOT NULL)
            SELECT action FROM known WHERE action IS NOT NULL
            """
        groups = Dictionary(grouping: try String.fetchAll(db, sql: sql)) { Self.name($0, words) }
    }

    var options: [NamedOption] {
        groups.keys.map { NamedOption(value: $0, label: Self.label($0, words)) }.sorted {
            ($0.label.folded, $0.value) < ($1.label.folded, $1.value)
        }
    }

    func actions(saying word: String) -> [String] {
        groups.filter { name, _ in
            Self.label(name, words).folded.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(word) }
        }.flatMap(\.value)
    }

    func actions(of name: String) -> [String] { groups[name] ?? [] }

    static func sentence(_ action: String, _ words: Words) -> String { label(name(action, words), words) }

    private static func name(_ action: String, _ words: Words) -> String {
        guard words.optional("admin.audit.acts.\(action)") == nil else { return action }
        let verb = action.split(separator: ".").last.map(String.init) ?? action
        return words.optional("admin.audit.verbs.\(verb)") == nil ? action : verb
    }

    private static func label(_ name: String, _ words: Words) -> String {
        words.optional("admin.audit.acts.\(name)") ?? words.optional("admin.audit.verbs.\(name)") ?? name
    }
}
