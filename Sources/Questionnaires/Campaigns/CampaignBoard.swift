import Admin
import Foundation
import GRDB
import Web

/// The report of a campaign for the board: its courses with rates and means, as tables and charts, and the campaigns before it.
struct CampaignBoard {
    /// A campaign of the same questionnaire, with what may be shown of it.
    struct Period {
        let name: String
        let courses: Int
        let rate: CampaignRates.Rate?
        let means: CampaignMeans
    }

    let courses: [CampaignCourse]
    let rates: CampaignRates
    let names: [Int64: String]
    let means: CampaignMeans
    /// The oldest first, this one last.
    let periods: [Period]
    let words: Words

    private var language: Language { words.language }

    private func formatted(_ mean: Double?) -> String { mean.map { language.mean($0) } ?? "–" }

    private func share(_ rate: CampaignRates.Rate) -> Double { Double(rate.answered) / Double(max(1, rate.possible)) }

    private func text(_ key: String) -> String { words("questionnaires.campaigns.overview.\(key)") }

    var values: Values {
        let rows = courses.map { course -> Values in
            let (rate, own) = (rates.rate(of: course.activity), means.courses[course.activity])
            return [
                "label": names[course.activity] ?? "", "possible": rate.map { language.number($0.possible) } ?? text("few"),
                "rate": rate.map { language.percent(share($0)) } ?? "–", "satisfaction": formatted(own?.satisfaction),
                "count": own.map { language.number($0.count) } ?? text("hidden"),
            ]
        }
        return [
            "rows": rows, "isNothing": rows.isEmpty, "charts": charts.map { $0.values(withTable: false) },
            "heads": means.courses.isEmpty ? [] : means.questions.map(\.text),
            "lines": shown.map { course -> Values in
                let own = means.courses[course.activity]
                return [
                    "label": names[course.activity] ?? "", "cells": means.questions.map { formatted(own?.means[$0.code]) },
                ]
            },
            "periods": periods.count < 2
                ? []
                : periods.map { period -> Values in
                    [
                        "label": period.name, "courses": language.number(period.courses),
                        "shown": language.number(period.means.courses.count),
                        "rate": period.rate.map { language.percent(share($0)) } ?? "–",
                        "satisfaction": formatted(period.means.satisfaction),
                    ]
                },
        ]
    }

    private var shown: [CampaignCourse] { courses.filter { means.courses[$0.activity] != nil } }

    private var charts: [Chart] {
        var charts: [Chart] = []
        let rated = courses.compactMap { course in rates.rate(of: course.activity).map { (course, share($0)) } }
        let course = words("questionnaires.responses.course")
        if !rated.isEmpty {
            let heading = Chart.Heading(
                id: "rates", title: words("questionnaires.responses.chart"),
                summary: words(
                    "questionnaires.responses.chartSummary",
                    ["few": language.number(rated.count { $0.1 < 0.5 }), "all": language.number(rated.count)]))
            charts.append(
                .bars(
                    heading, rated.map { (label: names[$0.0.activity] ?? "", value: $0.1) },
                    head: (course, words("questionnaires.responses.rate")), top: 1
                ) { language.percent($0) })
        }
        let judged = shown.compactMap { one in means.courses[one.activity]?.satisfaction.map { (one, $0) } }
        let overall = means.questions.first { $0.tags.contains(.satisfaction) }
        if !judged.isEmpty, let scale = overall?.scale {
            let title = words("questionnaires.results.satisfaction")
            let heading = Chart.Heading(id: "means", title: title, summary: overall?.text ?? title)
            charts.append(
                .means(
                    heading, parts: [title], corner: course, judged.map { Chart.Means(names[$0.0.activity] ?? "", scale, [$0.1]) }
                ) { language.mean($0) })
        }
        if periods.count(where: { $0.means.satisfaction != nil }) > 1 {
            let heading = Chart.Heading(id: "periods", title: text("periods"), summary: text("periodsHelp"))
            let line = Chart.Series(words("questionnaires.results.satisfaction"), periods.map(\.means.satisfaction))
            charts.append(
                .lines(heading, points: periods.map(\.name), corner: text("period"), [line], isWhole: false) { language.mean($0) })
        }
        return charts
    }
}
