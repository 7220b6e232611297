import Admin
import Web

struct TrendDrawing {
    let trend: Trend
    let words: Words

    private static let (left, right, top, floor) = (30.0, 310.0, 14.0, 96.0)

    private var language: Language { words.language }

    var values: Values {
        let lines = trend.lines
        return [
            "points": trend.points.map { point -> Values in
                [
                    "label": point.year, "version": words("questionnaires.design.version", ["number": String(point.version)]),
                    "count": words("questionnaires.results.compilations", count: point.count),
                ]
            },
            "rows": lines.map { line -> Values in
                [
                    "label": line.question.text(in: language), "isReworded": line.isReworded,
                    "cells": line.means.map { $0.map { language.mean($0) } ?? "–" },
                ]
            },
            "charts": lines.filter { $0.means.count { $0 != nil } > 1 }.map(chart), "isReworded": lines.contains(where: \.isReworded),
            "isTooShort": trend.points.count < 2 || lines.isEmpty, "hasLines": !lines.isEmpty,
        ]
    }

    private func chart(_ line: Trend.Line) -> Values {
        guard let scale = line.question.scale else { return [:] }
        let gaps = Double(max(1, trend.points.count - 1))
        let spots = line.means.enumerated().compactMap { index, mean -> (x: Double, y: Double, mean: Double)? in
            guard let mean else { return nil }
            let share = (mean - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
            return (Self.left + Double(index) * (Self.right - Self.left) / gaps, Self.floor - share * (Self.floor - Self.top), mean)
        }
        let title = line.question.text(in: language)
        let heading = Chart.Heading(id: "trend-\(line.question.id)", title: title, summary: words("questionnaires.trend.help"))
        let file = Chart.lines(
            heading, points: trend.points.map(\.year), corner: words("questionnaires.trend.question"), [Chart.Series(title, line.means)],
            isWhole: false
        ) { language.mean($0) }
        return [
            "id": "trend-\(line.question.id)", "title": title, "file": file.fileValues,
            "label": title, "least": language.short(scale.lowerBound),
            "greatest": language.short(scale.upperBound),
            "line": spots.map { "\(Self.formatted($0.x)),\(Self.formatted($0.y))" }.joined(separator: " "),
            "spots": spots.map { spot -> Values in
                [
                    "x": Self.formatted(spot.x), "y": Self.formatted(spot.y), "mean": language.mean(spot.mean),
                    "textY": Self.formatted(spot.y < Self.top + 16 ? spot.y + 20 : spot.y - 9),
                    "anchor": spot.x < Self.left + 1 ? "start" : spot.x > Self.right - 1 ? "end" : "middle",
                ]
            },
        ]
    }

    private static func formatted(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
