import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ResultPages {
    /// `GET …/results/trend?version=2&part=y1.d3`, for analysts.
    @Sendable func trend(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard let asked = try find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            let trend = try Trend(asked.heading, like: asked.path, now: .now, db)
            let path = Trend.followed(asked.path)
            let name = try path.count > 2 ? ResultReading.name(path.last ?? "", in: context.words.language, db) : nil
            let values: Values = [
                "title": context.words("questionnaires.trend.title"),
                "about": name ?? context.words("questionnaires.results.everybody"), "back": asked.address(""),
                "breadcrumbs": [["label": try asked.heading.title(in: context.words.language, db), "href": asked.address("")] as Values],
            ]
            return ("questionnaires/trend", values.merging(TrendDrawing(trend: trend, words: context.words).values) { $1 })
        }
    }
}

extension TeachingResultPages {
    /// `GET /questionnaires/results/{version}/{activity}/trend`, for the teacher.
    @Sendable func trend(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let values = try await filling.admin.database.read { db -> Values in
            let (own, asked) = try find(person, db)
            let drawing = TrendDrawing(trend: try Trend(own.heading, like: asked.path, now: .now, db), words: words)
            let values: Values = [
                "title": words("questionnaires.trend.title"), "about": own.name,
                "questionnaire": try own.heading.title(in: words.language, db),
                "back": "/questionnaires/results/\(own.version.id)/\(own.activity)",
            ]
            return values.merging(drawing.values) { $1 }
        }
        return try await filling.page("trend-activity", values, request, person)
    }
}
