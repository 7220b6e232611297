import Accounts
import Admin
import Hummingbird
import Web

struct LayoutPages: Sendable {
    let admin: AdminContext
    private static let mostShown = 200

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("layouts/{id}/trial", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let layout = try await admin.database.read { db in
            guard person.grants.may("citations.layouts.see", in: nil), let id = person.parameters.recordID("id"),
                let layout = try Layout.fetch(db, id: id), layout.stamp.deletedAt == nil
            else { throw HTTPError(.notFound) }
            return layout
        }
        let works = try await ComputeThreadPool.run { HTMLDocument(layout.sample).flatMap(layout.read)?.works ?? [] }
        let words = admin.pages.words(for: person.visitor)
        return try await admin.page(person, request) { _, _ in
            (
                "citations/layouts/trial",
                [
                    "title": words("citations.layouts.trial.title", ["name": layout.name]),
                    "breadcrumbs": [
                        ["label": words("citations.layouts.many"), "href": Layout.address] as Values,
                        ["label": layout.name, "href": "\(Layout.address)/\(layout.id ?? 0)"] as Values,
                    ],
                    "isEmpty": layout.sample.isEmpty, "found": words("citations.layouts.trial.found", count: works.count),
                    "edit": "\(Layout.address)/\(layout.id ?? 0)",
                    "rows": works.prefix(Self.mostShown).map { work -> Values in
                        [
                            "title": work.title, "authors": work.authors, "venue": work.venue, "year": work.year.map(String.init) ?? "–",
                            "citations": work.citations.map(words.language.number) ?? "–",
                        ]
                    },
                ]
            )
        }
    }
}
