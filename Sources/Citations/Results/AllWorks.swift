import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct AllWorks: Sendable {
    let admin: AdminContext
    static let address = "/admin/citations/works"
    private static let size = 100
    private static let mostInFile = 20_000

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("works", use: show)
        router.get("works.csv", use: file)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let query = WorkQuery(form)
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Citations.seeing, in: nil) else { throw HTTPError(.notFound) }
            let words = context.words
            let count = try query.count(person.grants, db)
            let last = max(1, (count + Self.size - 1) / Self.size)
            let number = min(max(1, form.number("page", in: .positions) ?? 1), last)
            let rows = try query.rows(person.grants, from: (number - 1) * Self.size, most: Self.size, db)
            let mayEdit = person.grants.may(Citations.editing, in: nil)
            let sheet = { (number: Int) in Self.address.appendingQuery(query.pairs + [("page", String(number))]) }
            let chosen = [query.author != nil, query.part != nil, query.isEvery].count { $0 }
            return (
                "citations/results/works",
                [
                    "chosenCount": chosen == 0 ? false : String(chosen),
                    "title": words("citations.works.title"), "address": Self.address,
                    "breadcrumbs": [["label": words("citations.overview.menu"), "href": Overview.address] as Values],
                    "found": words("citations.list.found", count: count), "none": count == 0,
                    "clear": query.pairs.isEmpty ? false : Self.address, "q": query.text, "isEvery": query.isEvery,
                    "authors": try WorkQuery.authors(person.grants, db).map { id, name -> Values in
                        ["value": String(id), "label": name, "selected": query.author == id]
                    },
                    "parts": WorkQuery.Part.allCases.map { part -> Values in
                        [
                            "value": part.rawValue, "label": words("citations.works.part.\(part.rawValue)"),
                            "selected": query.part == part,
                        ]
                    },
                    "orders": WorkQuery.Order.allCases.map { order -> Values in
                        [
                            "value": order.rawValue, "label": words("citations.list.order.\(order.rawValue)"),
                            "selected": query.order == order,
                        ]
                    },
                    "rows": rows.map { $0.values(mayEdit: mayEdit, query, words) },
                    "csv": count == 0 ? false : "\(Self.address).csv".appendingQuery(query.pairs),
                    "pageText": last > 1
                        ? words("citations.results.sheet", ["page": String(number), "last": String(last)]) : false,
                    "previous": number > 1 ? sheet(number - 1) : false, "next": number < last ? sheet(number + 1) : false,
                ]
            )
        }
    }

    @Sendable private func file(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = WorkQuery(Form(query: request.uri.query ?? ""))
        let rows = try await admin.database.read { db in
            guard person.grants.may(Citations.seeing, in: nil) else { throw HTTPError(.notFound) }
            return try query.rows(person.grants, from: 0, most: Self.mostInFile, db)
        }
        let csv = CSV(separator: person.visitor.language.columnSeparator)
        var text = CSV.mark + csv.line(["citations", "title", "authors", "year", "venue", "url", "of_author", "run", "standing"])
        for row in rows {
            text += csv.line([
                .number(row.citations.map(String.init)), .text(row.title), .text(row.authors), .number(row.year.map(String.init)),
                .text(row.venue), .text(row.url), .text(row.authorName), .text(row.runName), .text(row.standing?.rawValue ?? ""),
            ])
        }
        return .file(text, named: "works.csv", type: "text/csv; charset=utf-8")
    }

    static func back(_ form: Form) -> String? {
        form.values["list"]?.first.map { address.appendingQuery(WorkQuery(Form(query: String($0.drop { $0 == "?" }))).pairs) }
    }
}
