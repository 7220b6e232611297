import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What everybody together said: never less than the threshold, and never before the end unless the questionnaire says otherwise.
struct ResultPages: Sendable {
    let admin: AdminContext

    /// The group stands at `/admin/questionnaires`.
    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires/{id}/results")
        own.get("", use: show)
        own.get("trend", use: trend)
        addFileRoutes(to: own)
    }

    /// A version with the part of it that is asked for.
    struct Asked: Sendable {
        let heading: ResultHeading
        let version: QuestionnaireVersion
        let versions: [QuestionnaireVersion]
        let reading: ResultReading
        let path: [String]
        /// The tag by which questions are looked through; nil for all of them.
        var label: Label?

        var isReady: Bool { heading.isReady(version, now: .now) }
        var mayShow: Bool { isReady && reading.mayShow(path) }

        /// The activity that the part is; nil for larger parts.
        var activity: Int64? { path.last.flatMap { $0.first == "a" ? Int64(recordID: $0.dropFirst()) : nil } }

        /// A page or file about this very part.
        func address(_ page: String) -> String {
            heading.address + page + "?version=\(version.number)&part=" + path.dropFirst().joined(separator: ".")
        }
    }

    /// What an address asks for: `version=2&part=y1.d3`. Not found for whoever may not read results, and where nothing was ever published.
    func find(_ request: Request, _ person: SignedIn, _ db: Database) throws -> Asked? {
        guard person.grants.may(Questionnaires.analysis, in: nil), let id = person.parameters.recordID("id"),
            let heading = try ResultHeading.find(id, db)
        else { throw HTTPError(.notFound) }
        return try Asked(heading, Form(query: request.uri.query ?? ""), db)
    }

    /// `GET /admin/questionnaires/questionnaires/{id}/results`
    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard let asked = try find(request, person, db) else {
                return (
                    "questionnaires/results", ["title": context.words("questionnaires.results.title"), "isNone": true, "hasVersion": false]
                )
            }
            let drawing = try ResultDrawing(asked, context.words, voices: .all, db)
            var values = try drawing.frame(db)
            values["response"] = try response(asked, context.words, db)
            values["trendHref"] = asked.address("/trend")
            values["reviewHref"] = person.grants.may(Questionnaires.review, in: nil) && asked.mayShow ? asked.address("/texts") : false
            if asked.mayShow {
                values.merge(try drawing.body(db)) { $1 }
                values.merge(files(asked, request, context.words)) { $1 }
            }
            return ("questionnaires/results", values)
        }
    }

    /// How many of those who were asked have answered. Whoever leaves the registry leaves his answers there: then it cannot be said.
    private func response(_ asked: Asked, _ words: Words, _ db: Database) throws -> String {
        let (offers, sent) = try asked.heading.response(db)
        let count = words.language.number(sent)
        guard sent <= offers else { return words("questionnaires.results.responseUnknown", ["count": count]) }
        guard offers > 0 else { return words("questionnaires.results.responseNone") }
        let rate = words.language.percent(Double(sent) / Double(offers))
        return words("questionnaires.results.response", ["offers": words.language.number(offers), "receipts": count, "rate": rate])
    }
}

extension ResultPages.Asked {
    /// - Returns: nil where nothing was ever published.
    init?(_ heading: ResultHeading, _ query: Form, _ db: Database) throws {
        let versions = try QuestionnaireVersion.all(of: heading.id, db).filter { $0.state != .draft }
        // Unless one is asked for: the newest that may be read already.
        let asked = versions.first { $0.number == query.number("version", in: .versions) }
        guard let version = asked ?? versions.first(where: { heading.isReady($0, now: .now) }) ?? versions.first else { return nil }
        let reading = try ResultReading(version.id, threshold: heading.threshold, db)
        let path = ResultReading.whole + query["part"].split(separator: ".").map(String.init)
        self.init(heading: heading, version: version, versions: versions, reading: reading, path: path, label: Label(text: query["tag"]))
    }

    /// What was said of one activity; nil where nothing of it may be shown.
    init?(_ activity: Int64, of version: QuestionnaireVersion, _ heading: ResultHeading, _ reading: ResultReading) {
        guard let path = reading.path(toActivity: activity) else { return nil }
        self.init(heading: heading, version: version, versions: [version], reading: reading, path: path)
        guard mayShow else { return nil }
    }
}

extension Language {
    /// `41 %` in Italian, `41%` in English, without decimals.
    func percent(_ share: Double) -> String { String(Int(nearest: share * 100)) + (self == .italian ? " %" : "%") }

    /// `10–16`, or `3` where both are the same.
    func span(_ least: Int, _ most: Int) -> String { least == most ? number(most) : "\(number(least))–\(number(most))" }

    /// At most two decimals.
    func short(_ number: Double) -> String { decimal((number * 100).rounded() / 100) }

    /// A mean, with two decimals always: they stand below each other.
    func mean(_ number: Double) -> String {
        let text = String(format: "%.2f", number)
        return self == .italian ? text.replacing(".", with: ",") : text
    }
}
