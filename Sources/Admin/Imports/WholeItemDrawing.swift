import GRDB
import Web

/// Draws the items of a `WholeImportFormat`: the cells of each beside what they become.
struct WholeItemDrawing {
    let words: Words
    let type: any Resource.Type
    let mayCorrect: Bool

    private static let longest = 300

    func items(_ items: [StagedItem]) throws -> [Values] { try items.map(drawn) }

    private func drawn(_ item: StagedItem) throws -> Values {
        let verdict = item.verdict ?? .refused
        let sentences = item.notes.mistakes.map { ["text": $0.sentence] as Values }
        let remarks = item.notes.remarks.map { ["text": words("imports.remarks.\($0.key)", $0.values)] as Values }
        let isRefused = verdict == .refused
        let rows = try rows(item)
        return [
            "number": String(item.number), "id": "item-\(item.number)", "place": item.place.text(words),
            "title": item.title.isEmpty ? words("imports.nameless") : cut(item.title),
            "href": item.recordID.map { "\(type.address)/\($0)" as any Sendable } ?? false,
            "badge": words("imports.verdicts.\(verdict.rawValue)"), "tone": verdict.tone,
            "general": isRefused ? sentences : [], "remarks": remarks + (isRefused ? [] : sentences),
            "hasGeneral": !sentences.isEmpty || !remarks.isEmpty, "rows": rows, "hasRows": !rows.isEmpty, "notes": [] as [Values],
            "decisions": mayCorrect ? decisions(item) : false, "correctHref": false,
        ]
    }

    private func decisions(_ item: StagedItem) -> Values {
        let options = [
            (value: "", label: words(item.decision == .leave ? "imports.decide.take" : "imports.decide.asIs")),
            (value: StagedItem.Decision.leave.rawValue, label: words("imports.decide.leave")),
        ]
        return [
            "name": "decision.\(item.number)", "id": "decision-\(item.number)",
            "label": words("imports.decide.label", ["item": item.place.text(words)]),
            "options": options.map { ["value": $0.value, "label": $0.label, "selected": $0.value == item.decision.rawValue] as Values },
        ]
    }

    private func rows(_ item: StagedItem) throws -> [Values] {
        let cells = try item.row()?.values.first.flatMap { $0?.lines } ?? []
        let source = cells.compactMap { $0["line"]?.text }.joined(separator: "\n")
        var readings: [Values] = []
        if case .object(let pairs)? = try item.record.map({ try JSON(parsing: $0.utf8) }) {
            readings = pairs.map { ["label": $0.key, "text": cut($0.value.text ?? "")] }
        }
        guard !source.isEmpty || !readings.isEmpty else { return [] }
        return [
            [
                "column": words("imports.facts.cells"), "source": source.isEmpty ? words("history.nothing") : cut(source), "label": "",
                "isLeftOut": item.verdict == .left, "readings": readings.isEmpty ? false : readings as any Sendable,
                "becomes": readings.isEmpty && item.verdict == .new ? words("imports.whole.part") : "", "before": false,
                "isCorrected": false, "errors": [] as [Values], "hasErrors": false, "input": false, "inputs": false,
            ]
        ]
    }

    private func cut(_ text: String) -> String { text.unicodeScalars.count > Self.longest ? String(text.prefix(Self.longest)) + "…" : text }
}
