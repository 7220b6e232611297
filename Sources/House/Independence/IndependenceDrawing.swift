import Admin
import Foundation
import Web

struct IndependenceDrawing {
    let weeks: [(monday: Int, counts: [Independence.Aid: Int])]

    private static let (width, height, gap) = (480, 120, 8)

    func values(_ words: Words) -> Values {
        let most = max(1, weeks.flatMap { $0.counts.values }.max() ?? 1)
        let charts = Independence.Aid.allCases.map { aid -> Values in
            let total = weeks.reduce(0) { $0 + ($1.counts[aid] ?? 0) }
            return [
                "label": words("living.independence.\(aid.rawValue)"), "total": words("living.independence.times", count: total),
                "width": String(Self.width), "height": String(Self.height),
                "bars": weeks.enumerated().map { bar($0, $1.counts[aid] ?? 0, of: most) },
            ]
        }
        let rows = weeks.reversed().map { week -> Values in
            let date = words.language.date(Date(timeIntervalSince1970: Double(week.monday) * 86400), in: .gmt)
            let cells = Independence.Aid.allCases.map { aid -> Values in
                ["label": words("living.independence.\(aid.rawValue)"), "count": words.language.number(week.counts[aid] ?? 0)]
            }
            return ["week": words("living.independence.week", ["date": date]), "cells": cells]
        }
        return ["charts": charts, "rows": rows, "heads": Independence.Aid.allCases.map { words("living.independence.\($0.rawValue)") }]
    }

    /// Bars have a minimum height, so a week without use stays visible.
    private func bar(_ index: Int, _ count: Int, of most: Int) -> Values {
        let room = Self.width / weeks.count
        let length = max(2, count * Self.height / most)
        return [
            "x": String(index * room + Self.gap / 2), "y": String(Self.height - length), "width": String(room - Self.gap),
            "height": String(length),
        ]
    }
}
