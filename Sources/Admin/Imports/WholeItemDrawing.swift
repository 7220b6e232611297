import GRDB
import Web

/// Draws the items of a `WholeImportFormat`: the cells of each beside what they become, and fields to correct them.
struct WholeItemDrawing {
    private let staged: StagedImport
    private let view: ImportView
    private let words: Words
    private let type: any Resource.Type
    private let format: (any WholeImportFormat.Type)?

    private static let longest = 300

    init(
        _ staged: StagedImport, _ view: ImportView, _ words: Words, _ type: any Resource.Type, _ format: (any WholeImportFormat.Type)?
    ) {
        (self.staged, self.view, self.words, self.type, self.format) = (staged, view, words, type, format)
    }

    private var mayCorrect: Bool { staged.state == .checked }

    func items(_ items: [StagedItem]) throws -> [Values] { try items.map(templateValues) }

    private func templateValues(_ item: StagedItem) throws -> Values {
        let verdict = item.verdict ?? .refused
        let sentences = item.notes.mistakes.map { ["text": $0.sentence] as Values }
        let remarks = item.notes.remarks.map { ["text": words("imports.remarks.\($0.key)", $0.values)] as Values }
        let isRefused = verdict == .refused
        let cells = try cells(item)
        let isTyped = isTyped(item, cells)
        let rows = try rows(item, cells, isTyped: isTyped)
        return [
            "number": String(item.number), "id": "item-\(item.number)", "place": item.place.text(words),
            "title": item.title.isEmpty ? words("imports.nameless") : cut(item.title),
            "href": item.recordID.map { type.importedAddress($0, format) as any Sendable } ?? false,
            "badge": words("imports.verdicts.\(verdict.rawValue)"), "tone": verdict.tone,
            "general": isRefused ? sentences : [], "remarks": remarks + (isRefused ? [] : sentences),
            "hasGeneral": !sentences.isEmpty || !remarks.isEmpty, "rows": rows, "hasRows": !rows.isEmpty, "notes": [] as [Values],
            "decisions": mayCorrect ? decisions(item) : false,
            "correctHref": mayCorrect && !isTyped && !cells.isEmpty ? view.correction(of: item.number, staged) : false,
        ]
    }

    private func cells(_ item: StagedItem) throws -> [JSON] { try item.row()?.values.first.flatMap { $0?.lines } ?? [] }

    /// What is wrong has its fields open.
    private func isTyped(_ item: StagedItem, _ cells: [JSON]) -> Bool {
        guard mayCorrect, !cells.isEmpty else { return false }
        let isWrong = item.verdict == .refused || item.verdict == .left && item.decision != .leave
        return view.open == item.number || !item.corrections.isEmpty || (isWrong && !item.notes.mistakes.isEmpty)
    }

    private func decisions(_ item: StagedItem) -> Values {
        let leave = (value: StagedItem.Decision.leave.rawValue, label: words("imports.decide.leave"))
        var options = [(value: "", label: words(item.decision == .leave ? "imports.decide.take" : "imports.decide.asIs")), leave]
        var chosen = item.decision.rawValue
        if !item.notes.alike.isEmpty {
            let matches = item.notes.alike.map { alike in
                (value: "same:\(alike.id)", label: words("imports.whole.match.\(alike.reason)", ["title": alike.title]))
            }
            let another = (value: StagedItem.Decision.new.rawValue, label: words("imports.whole.match.another"))
            options = [(value: "", label: words("imports.decide.open"))] + matches + [another, leave]
            if item.decision == .same { chosen = "same:\(item.sameID ?? 0)" }
        }
        return [
            "name": "decision.\(item.number)", "id": "decision-\(item.number)",
            "label": words("imports.decide.label", ["item": item.place.text(words)]),
            "options": options.map { ["value": $0.value, "label": $0.label, "selected": $0.value == chosen] as Values },
        ]
    }

    private func rows(_ item: StagedItem, _ cells: [JSON], isTyped: Bool) throws -> [Values] {
        let source = cells.compactMap { $0["line"]?.text }.filter { !$0.isEmpty }.joined(separator: "\n")
        var readings: [Values] = []
        if case .object(let pairs)? = try item.record.map({ try JSON(parsing: $0.utf8) }) {
            readings = pairs.map { ["label": $0.key, "text": cut($0.value.text ?? "")] }
        }
        guard !source.isEmpty || !readings.isEmpty || isTyped else { return [] }
        return [
            [
                "column": words("imports.facts.cells"), "source": source.isEmpty ? words("history.nothing") : cut(source), "label": "",
                "isLeftOut": item.verdict == .left, "readings": readings.isEmpty ? false : readings as any Sendable,
                "becomes": readings.isEmpty && item.verdict == .new ? words("imports.whole.part") : "", "before": false,
                "isCorrected": !item.corrections.isEmpty, "errors": [] as [Values], "hasErrors": false, "input": false,
                "inputs": isTyped ? inputs(item, cells) as any Sendable : false,
            ]
        ]
    }

    private func inputs(_ item: StagedItem, _ cells: [JSON]) -> [Values] {
        let typed = item.cellTexts
        return cells.enumerated().map { index, cell in
            let text = typed[index] ?? cell["text"]?.text ?? ""
            let name = cell["name"]?.text ?? ""
            let isLong = text.contains("\n") || text.unicodeScalars.count > 60
            return [
                "name": "fix.\(item.number).\(ImportCorrections.cells).\(index).text",
                "id": "fix-\(item.number)-\(ImportCorrections.cells)-\(index)", "value": text,
                "label": format?.label(of: name, words) ?? name, "isLong": isLong, "isShort": !isLong,
            ]
        }
    }

    private func cut(_ text: String) -> String { text.unicodeScalars.count > Self.longest ? String(text.prefix(Self.longest)) + "…" : text }
}

extension Resource {
    /// Where a record is seen that a `WholeImportFormat` wrote.
    fileprivate static func importedAddress(_ id: Int64, _ format: (any WholeImportFormat.Type)?) -> String {
        "\(format?.records ?? address)/\(id)"
    }
}
