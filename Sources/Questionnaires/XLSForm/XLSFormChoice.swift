import Web

struct XLSFormChoice {
    let row: Int
    let name: String
    private(set) var answer: Answer

    static func lists(_ rows: [[String]], _ original: Language) -> [String: [XLSFormChoice]] {
        var lists: [String: [XLSFormChoice]] = [:]
        for row in XLSFormRow.all(rows) {
            let list = row["list_name"].isEmpty ? row["list name"] : row["list_name"]
            guard !list.isEmpty, !row["name"].isEmpty else { continue }
            let answer = Answer(
                id: 0, text: row.said("label", in: original), translations: row.translations([("label", .text)], of: original),
                score: DecimalText(row["portico_score"])?.number, labels: XLSForm.labels(row["portico_labels"]))
            lists[list, default: []].append(XLSFormChoice(row: row.number, name: row["name"], answer: answer))
        }
        return lists.mapValues { list in
            let codes = ElementCode.codes(of: list.map(\.name))
            return list.map { choice in
                var copy = choice
                copy.answer.code = codes[choice.name] ?? ""
                return copy
            }
        }
    }
}
