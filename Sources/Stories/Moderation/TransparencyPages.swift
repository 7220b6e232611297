import Admin
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

/// The figures of a year as a page, as CSV and as JSON, open to all.
struct TransparencyPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("moderation/years/{year}", use: showYear)
        router.get("moderation/years/{year}/figures.csv", use: csv)
        router.get("moderation/years/{year}/figures.json", use: json)
    }

    private static let years = 2000...2200

    private func figures(_ visitor: Visitor) async throws -> TransparencyYear {
        let zone = stories.admin.site.zone
        guard let year = Int(visitor.parameters.get("year") ?? "", in: Self.years), year <= CivilTime(.now, in: zone).year else {
            throw HTTPError(.notFound)
        }
        return try await stories.database.read { try TransparencyYear(year, in: zone, $0) }
    }

    @Sendable private func showYear(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (figures, words) = (try await figures(visitor), stories.words(for: visitor))
        let number = words.language.number
        let address = "/stories/moderation/years/\(figures.year)"
        let values: Values = [
            "numbers": TransparencyYear.keys.map { key -> Values in
                ["label": words("stories.transparency.\(key)"), "count": number(figures.numbers[key] ?? 0)]
            },
            "hours": figures.medianHours.map { words("stories.transparency.hours", count: max(1, Int(nearest: $0))) } ?? false,
            "rules": figures.rules.map { rule -> Values in
                [
                    "label": words("stories.reasons.\(rule.reason.rawValue)"), "reports": number(rule.reports),
                    "measures": number(rule.measures),
                ]
            },
            "csvHref": address + "/figures.csv", "jsonHref": address + "/figures.json",
            "previousHref": figures.year > Self.years.lowerBound ? "/stories/moderation/years/\(figures.year - 1)" : false,
        ]
        let title = words("stories.transparency.title", ["year": String(figures.year)])
        return try stories.page("stories/moderation/transparency", title, values, for: visitor, request)
    }

    @Sendable private func csv(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let figures = try await figures(visitor)
        let csv = CSV(separator: visitor.language.columnSeparator)
        var text = CSV.mark + csv.line(["figure", "rule", "number"])
        for key in TransparencyYear.keys {
            text += csv.line([.text(key), .text(""), .number(String(figures.numbers[key] ?? 0))])
        }
        for rule in figures.rules {
            text += csv.line([.text("reports"), .text(rule.reason.rawValue), .number(String(rule.reports))])
            text += csv.line([.text("measures"), .text(rule.reason.rawValue), .number(String(rule.measures))])
        }
        var response = Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
        response.headers[.contentType] = "text/csv; charset=utf-8"
        response.headers[.contentDisposition] = "attachment; filename=\"moderation-\(figures.year).csv\""
        return response
    }

    @Sendable private func json(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let figures = try await figures(visitor)
        let numbers = TransparencyYear.keys.map { (key: $0, value: JSON.number(figures.numbers[$0] ?? 0)) }
        let rules = figures.rules.map { rule in
            JSON.object([
                ("rule", .text(rule.reason.rawValue)), ("reports", .number(rule.reports)), ("measures", .number(rule.measures)),
            ])
        }
        let head: [(key: String, value: JSON)] = [("year", .number(figures.year))]
        let rest: [(key: String, value: JSON)] = [("medianHours", .optional(figures.medianHours)), ("rules", .list(rules))]
        return .json(.object(head + numbers + rest))
    }
}
