import GRDB
import Web

/// What a person typed and chose for items: `fix.7.price`, `decision.7`, and `all` for every unclear one.
struct ImportCorrections {
    private let fixes: [Int: [String: String]]
    private let decisions: [Int: String]
    private let all: String
    private let removes: Bool?

    /// The only field of the items of a `WholeImportFormat`.
    static let cells = "cells"

    init(_ form: Form, of type: any Resource.Type, in staged: StagedImport) {
        let names: Set<String> = staged.chosen.format == .whole ? [Self.cells] : type.correctable
        var (fixes, decisions): ([Int: [String: String]], [Int: String]) = ([:], [:])
        for (name, values) in form.values {
            let parts = name.split(separator: ".", maxSplits: 2).map(String.init)
            guard parts.count >= 2, let number = Int(parts[1], in: .counts) else { continue }
            if parts[0] == "fix", parts.count == 3, names.contains(parts[2]) || Self.isPart(parts[2], of: names) {
                fixes[number, default: [:]][parts[2]] = values.first ?? ""
            }
            if parts[0] == "decision", parts.count == 2 { decisions[number] = values.first ?? "" }
        }
        (self.fixes, self.decisions, all) = (fixes, decisions, form["all"])
        removes = form.has("gone") ? form.all("gone").contains("remove") : nil
    }

    private static func isPart(_ name: String, of fields: Set<String>) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && fields.contains(parts[0]) && Int(parts[1], in: .whole) != nil
            && !["id", "line", "reading"].contains(parts[2])
    }

    func store(in staged: StagedImport, _ db: Database) throws {
        for number in Set(fixes.keys).union(decisions.keys).sorted() {
            guard var item = try StagedItem.find(number, of: staged.number, db) else { continue }
            let row = try item.row()
            for (field, text) in fixes[number] ?? [:] {
                let was = row?.text(of: field, staged.chosen) ?? ""
                // Text that was not touched is no correction.
                if text == was.withPlainLineEnds { item.corrections[field] = nil } else { item.corrections[field] = text }
            }
            if let decision = decisions[number] { item.decide(decision) }
            try item.storeAnswers(in: staged.number, db)
        }
        try decideAll(staged, db)
        if let removes, removes != staged.chosen.removes {
            var mapping = staged.chosen
            mapping.removes = removes
            try db.execute(sql: "UPDATE stagedImport SET mapping = ? WHERE id = ?", arguments: [Jobs.json(mapping), staged.number])
        }
    }

    private func decideAll(_ staged: StagedImport, _ db: Database) throws {
        let isUnclear = "importID = ? AND verdict = 'unclear'"
        switch all {
        case "new", "leave":
            try db.execute(sql: "UPDATE stagedItem SET decision = ? WHERE \(isUnclear)", arguments: [all, staged.number])
        case "same":
            let sql = """
                UPDATE stagedItem SET decision = 'same', sameID = notes ->> '$.alike[0].id'
                WHERE \(isUnclear) AND notes ->> '$.alike[0].id' IS NOT NULL
                """
            try db.execute(sql: sql, arguments: [staged.number])
        default: break
        }
    }
}

extension FileTable.Row {
    fileprivate func text(of field: String, _ mapping: ImportMapping) -> String? {
        let parts = field.split(separator: ".").map(String.init)
        guard let place = mapping.places[parts[0]], values.indices.contains(place), let value = values[place] else { return nil }
        guard parts.count == 3, let index = Int(parts[1], in: .whole) else { return value.text }
        guard case .packed(let packed) = value, let items = packed.list, items.indices.contains(index) else { return nil }
        return items[index][parts[2]]?.text
    }
}

extension StagedItem {
    /// `leave`, `new`, `same:12`, or nothing to take it as it is.
    fileprivate mutating func decide(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        (decision, sameID) = (Decision(rawValue: parts.first ?? "") ?? .none, parts.count > 1 ? Int64(recordID: parts[1]) : nil)
        if decision == .same, sameID == nil { decision = .none }
    }
}

extension Resource {
    fileprivate static var correctable: Set<String> { Set(fields.map(\.name) + [ImportMapping.key]) }
}

extension String {
    /// Browsers send line ends as two characters, and forms keep one.
    fileprivate var withPlainLineEnds: String { replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
}
