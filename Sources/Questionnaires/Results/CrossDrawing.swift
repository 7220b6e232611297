import Admin
import Web

/// A cross table in the words of its questions: shares of each row, and the mean of what is asked in the columns.
struct CrossDrawing {
    let table: CrossTable
    let row: Question
    let column: Question
    let words: Words

    private var language: Language { words.language }

    private func label(_ group: CrossTable.Group, of question: Question) -> String {
        group.map { id in question.answers.first { $0.id == id }?.text ?? words("questionnaires.results.unanswered") }
            .joined(separator: " / ")
    }

    private func mean(_ counts: [Int]) -> String {
        // A group of several answers has no score of its own.
        guard column.scale != nil, table.columns.allSatisfy({ $0.count == 1 }) else { return "–" }
        var spread = Spread()
        for (group, count) in zip(table.columns, counts) where count > 0 {
            if let score = column.answers.first(where: { $0.id == group[0] })?.score { spread.add(score, count) }
        }
        return Statistics(spread).map { language.mean($0.mean) } ?? "–"
    }

    var values: Values {
        let columns = table.columns.map { label($0, of: column) }
        let lines = zip(table.rows, table.counts).map { group, counts in
            (label: label(group, of: row), counts: counts, all: counts.reduce(0, +))
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
