import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Aggregated results: never below the threshold, and not before the end unless the questionnaire allows it.
struct ResultPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires/{id}/results")
        own.get("", use: show)
        own.get("trend", use: trend)
        ResultFilePages(results: self).addRoutes(to: own)
        CrossPages(results: self).addRoutes(to: own)
        AnsweredPages(results: self).addRoutes(to: own)
        WrittenAnswerPages(results: self).addRoutes(to: own)
        AnswerFilePages(results: self).addRoutes(to: own)
    }

    struct Asked: Sendable {
        let heading: ResultHeading
        let version: QuestionnaireVersion
        let versions: [QuestionnaireVersion]
        let reading: ResultReading
        let path: [String]
        var label: Label?

        var isReady: Bool { heading.isReady(version, now: .now) }
        var mayShow: Bool { maySee(path) }

        /// Whether a part may be shown now: all of them at the end, and before that those of courses that are over.
        func maySee(_ path: [String]) -> Bool { reading.mayShow(path) && (isReady || reading.isOver(path)) }

        var activity: Int64? { path.last.flatMap { $0.first == "a" ? Int64(recordID: $0.dropFirst()) : nil } }

        func address(_ page: String) -> String {
            heading.address + page + "?version=\(version.number)&part=" + path.dropFirst().joined(separator: ".")
        }
    }

    /// Parses `version=2&part=y1.d3`. Not found without permission or without a published version.
    func find(_ request: Request, _ person: SignedIn, _ db: Database) throws -> Asked? {
        guard person.grants.may(Questionnaires.analysis, in: nil), let id = person.parameters.recordID("id"),
            let heading = try ResultHeading.find(id, db)
        else { throw HTTPError(.notFound) }
        return try Asked(heading, Form(query: request.uri.query ?? ""), db)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard let asked = try find(request, person, db) else {
                return (
                    "questionnaires/results/index",
                    ["title": context.words("questionnaires.results.title"), "isNone": true, "hasVersion": false]
                )
            }
            let drawing = try ResultDrawing(asked, context.words, voices: .all, db)
            var values = try drawing.frame(db)
            values["response"] = try response(asked, context.words, db)
            values["trendHref"] = asked.address("/trend")
            values["crossHref"] = asked.address("/cross")
            values["answeredHref"] = asked.address("/answered")
            values["reviewHref"] = person.grants.may(Questionnaires.review, in: nil) && asked.mayShow ? asked.address("/texts") : false
            if asked.mayShow {
                values.merge(try drawing.body(db)) { $1 }
                values.merge(ResultFilePages(results: self).values(asked, request, context.words)) { $1 }
            }
            return ("questionnaires/results/index", values)
        }
    }

    /// The response rate. Unknown once students have left the registry, because their answers remain.
    private func response(_ asked: Asked, _ words: Words, _ db: Database) throws -> String {
        let (offers, sent) = try asked.heading.response(db)
        let count = words.language.number(sent)
        guard sent <= offers else { return words("questionnaires.results.responseUnknown", ["count": count]) }
        guard offers > 0 else { return words("questionnaires.results.responseNone") }
        let rate = words.language.percent(Double(sent) / Double(offers))
        return words("questionnaires.results.response", ["offers": words.language.number(offers), "receipts": count, "rate": rate])
    }

    @Sendable private func trend(_ request: Request, _ person: SignedIn) async throws -> Response {
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
            return ("questionnaires/results/trend", values.merging(TrendDrawing(trend: trend, words: context.words).values) { $1 })
        }
    }
}

extension ResultPages.Asked {
    init?(_ heading: ResultHeading, _ query: Form, _ db: Database) throws {
        let versions = try QuestionnaireVersion.all(of: heading.id, db).filter { $0.state != .draft }
        let asked = versions.first { $0.number == query.number("version", in: .versions) }
        guard let version = asked ?? versions.first(where: { heading.isReady($0, now: .now) }) ?? versions.first else { return nil }
        let reading = try ResultReading(version.id, threshold: heading.threshold, db)
        let path = ResultReading.whole + query["part"].split(separator: ".").map(String.init)
        self.init(heading: heading, version: version, versions: versions, reading: reading, path: path, label: Label(text: query["tag"]))
    }

    init?(_ activity: Int64, of version: QuestionnaireVersion, _ heading: ResultHeading, _ reading: ResultReading) {
        guard let path = reading.path(toActivity: activity) else { return nil }
        self.init(heading: heading, version: version, versions: [version], reading: reading, path: path)
        guard mayShow else { return nil }
    }
}

extension Language {
    /// `41 %` in Italian, `41%` in English, without decimals.
    func percent(_ share: Double) -> String { percent(Int(nearest: share * 100)) }

    func span(_ least: Int, _ most: Int) -> String { least == most ? number(most) : "\(number(least))–\(number(most))" }

    func short(_ number: Double) -> String { decimal((number * 100).rounded() / 100) }

    /// Always two decimals, for alignment in columns.
    func mean(_ number: Double) -> String {
        String(format: "%.2f", number).replacing(".", with: decimalMark)
    }
}
