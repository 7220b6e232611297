import Admin
import Web

/// A cross table in the words of its questions: shares of each row, and the mean of what is asked in the columns.
struct CrossDrawing {
    let table: CrossTable
    let row: Question
    let column: Question
    let words: Words

    private var language: Language { words.language }

    static func label(_ group: CrossTable.Group, of question: Question, _ words: Words) -> String {
        group.map { id in question.answers.first { $0.id == id }?.text ?? words("questionnaires.results.unanswered") }
            .joined(separator: " / ")
    }

    /// A group of several answers has no score of its own.
    private var isScored: Bool { column.scale != nil && table.columns.allSatisfy { $0.count == 1 } }

    private func mean(_ counts: [Int]) -> String {
        guard isScored else { return "–" }
        var spread = Spread()
        for (group, count) in zip(table.columns, counts) where count > 0 {
            if let score = column.answers.first(where: { $0.id == group[0] })?.score { spread.add(score, count) }
        }
        return Statistics(spread).map { language.mean($0.mean) } ?? "–"
    }

    var values: Values {
        let columns = table.columns.map { Self.label($0, of: column, words) }
        let lines = zip(table.rows, table.counts).map { group, counts in
            (label: Self.label(group, of: row, words), counts: counts, all: counts.reduce(0, +))
        }
        let heading = Chart.Heading(
            id: "cross", title: "\(row.text) × \(column.text)",
            summary: words("questionnaires.cross.summary", ["rows": row.text, "columns": column.text]))
        let chart = Chart.heatMap(
            heading, columns: columns, corner: row.text, isWide: true,
            lines.map { line in (label: line.label, values: line.counts.map { Double($0) / Double(max(1, line.all)) as Double? }) }
        ) { language.percent($0) }
        return [
            "chart": chart.values(withTable: false), "row": row.text, "column": column.text, "columns": columns,
            "hasMeans": column.scale != nil,
            "lines": lines.map { line -> Values in
                [
                    "label": line.label, "count": language.number(line.all), "mean": mean(line.counts),
                    "cells": line.counts.map { count in
                        "\(language.number(count)) (\(language.percent(Double(count) / Double(max(1, line.all)))))"
                    },
                ]
            },
        ]
    }
}

extension CrossDrawing {
    /// A row of the table as the result of the column's question, beside that of everyone; nil where the table has no such row.
    func shares(of group: CrossTable.Group) -> Values? {
        guard let index = table.rows.firstIndex(of: group) else { return nil }
        let own = table.counts[index]
        let all = table.columns.indices.map { column in table.counts.reduce(0) { $0 + $1[column] } }
        let labels = table.columns.map { Self.label($0, of: column, words) }
        func formatted(_ count: Int, of counts: [Int]) -> String {
            "\(language.number(count)) (\(language.percent(Double(count) / Double(max(1, counts.reduce(0, +))))))"
        }
        let answered = table.columns.indices.filter { table.columns[$0] != [0] }
        return [
            "id": "r-\(column.id)", "text": column.text, "strip": strip(own, answered),
            "mean": isScored ? mean(own) as any Sendable : false, "answered": language.number(answered.reduce(0) { $0 + own[$1] }),
            "lines": labels.indices.map { index -> Values in
                ["label": labels[index], "own": formatted(own[index], of: own), "all": formatted(all[index], of: all)]
            },
            "means": isScored ? ["own": mean(own), "all": mean(all)] as Values as any Sendable : false,
        ]
    }

    private func strip(_ counts: [Int], _ answered: [Int]) -> any Sendable {
        func score(_ index: Int) -> Double { column.answers.first { $0.id == table.columns[index].first }?.score ?? 0 }
        let order = isScored ? answered.sorted { score($0) < score($1) } : answered
        let parts = order.map { ResultStrip.Part(label: Self.label(table.columns[$0], of: column, words), count: counts[$0]) }
        return ResultStrip(parts, isScale: isScored, language).values
    }
}
