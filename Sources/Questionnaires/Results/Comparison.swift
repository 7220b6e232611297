import Admin
import Web

/// The means of all scored questions, for one part and the parts around it: a drawing and its table.
struct Comparison {
    private let name: String
    private let parts: [(label: String, tallies: Tallies)]
    private let questions: [Question]
    private let words: Words

    private var language: Language { words.language }

    init(_ name: String, parts: [(label: String, tallies: Tallies)], questions: [Question], words: Words) {
        (self.name, self.parts, self.questions, self.words) = (name, parts, questions, words)
    }

    /// Drawing units from the lowest score to the highest.
    private static let width = 340

    private struct Line {
        let question: Question
        let scale: ClosedRange<Double>
        let means: [Double?]
    }

    private var lines: [Line] {
        questions.compactMap { question in
            guard let scale = question.scale else { return nil }
            let means = parts.map { Statistics($0.tallies[question.id].scores)?.mean }
            return means.first { $0 != nil } == nil ? nil : Line(question: question, scale: scale, means: means)
        }
    }

    var values: Values? {
        let lines = self.lines
        guard parts.count > 1, !lines.isEmpty else { return nil }
        return [
            "id": name, "heading": words("questionnaires.\(name).title"), "help": words("questionnaires.\(name).help"),
            "parts": parts.enumerated().map { index, part in ["label": part.label, "mark": Mark(index, x: 10, y: 10).values] as Values },
            "rows": lines.map { line -> Values in
                ["label": line.question.text, "cells": line.means.map { $0.map { language.mean($0) } ?? "–" }]
            },
            "lines": lines.map(templateValues), "file": file(lines).fileValues,
        ]
    }

    private func file(_ lines: [Line]) -> Chart {
        let heading = Chart.Heading(id: name, title: words("questionnaires.\(name).title"), summary: words("questionnaires.\(name).help"))
        let rows = lines.map { Chart.Means($0.question.text, $0.scale, $0.means) }
        return .means(heading, parts: parts.map(\.label), corner: words("questionnaires.trend.question"), rows) { language.mean($0) }
    }

    private func templateValues(_ line: Line) -> Values {
        let marks = line.means.enumerated().compactMap { part, mean -> Values? in
            guard let mean else { return nil }
            let share = (mean - line.scale.lowerBound) / (line.scale.upperBound - line.scale.lowerBound)
            return Mark(part, x: Int(nearest: share * Double(Self.width)), y: 10).values
        }
        return ["label": line.question.text, "width": String(Self.width), "marks": Array(marks.reversed())]
    }

    /// The marker of a part; its shape, not only its colour, identifies it.
    private struct Mark {
        let values: Values

        init(_ part: Int, x: Int, y: Int) {
            let path =
                switch part {
                case 0: "M\(x - 7) \(y)a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z"
                case 1: "M\(x - 6) \(y - 6)h12v12h-12z"
                case 2: "M\(x) \(y - 8)l8 8l-8 8l-8 -8z"
                default: "M\(x) \(y - 7)l8 14h-16z"
                }
            values = ["path": path, "kind": part == 0 ? "own" : "around"]
        }
    }
}

extension Question {
    /// From the lowest score to the highest; nil without scores, or when all are equal.
    var scale: ClosedRange<Double>? {
        let scores = fixed.compactMap(\.score)
        guard let least = scores.min(), let greatest = scores.max(), least < greatest else { return nil }
        return least...greatest
    }
}
