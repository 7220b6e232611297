import Admin
import Hummingbird
import Web

/// Lessons in which visitors try a list and a page of their own. Nothing is stored.
struct OwnLessonPages: Sendable {
    let classroom: ClassroomPages

    private static let mostTitles = 20
    private static let longestTitle = 300
    private static let longestText = 30_000
    private static let mostShown = 20
    private static let longestSearch = Duration.seconds(1)

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("presence", use: presence)
        router.get("own-page") { try ownPage($0, $1, Form(), nil, nil, .ok) }
        router.post("own-page", use: comparePage)
        router.get("own-list") { try ownList($0, $1, "", nil, nil, .ok) }
        router.post("own-list", use: readList)
    }

    private func words(_ visitor: Visitor) -> Words { classroom.admin.pages.words(for: visitor) }

    /// A page without any markup around its titles, where places find nothing.
    @Sendable private func presence(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = words(visitor)
        let comparison = try PresenceComparison(page: Examples.flatPage, works: Examples.works)
        return try classroom.page(
            "citations/teaching/presence",
            [
                "title": words("citations.own.presence.title"), "source": Examples.flatPage, "comparison": comparison.values(words),
            ], visitor, request)
    }

    private func ownPage(
        _ request: Request, _ visitor: Visitor, _ typed: Form, _ why: (field: String, text: String)?, _ comparison: PresenceComparison?,
        _ status: HTTPResponse.Status
    ) throws -> Response {
        let words = words(visitor)
        return try classroom.page(
            "citations/teaching/own-page",
            [
                "title": words("citations.own.page.title"), "titles": typed.exact("titles"), "page": typed.exact("page"),
                "longest": String(Self.longestText), "whyTitles": why?.field == "titles" ? why?.text ?? "" : false,
                "whyPage": why?.field == "page" ? why?.text ?? "" : false,
                "comparison": comparison?.values(words) ?? false,
            ], visitor, request, status: status)
    }

    @Sendable private func comparePage(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let words = words(visitor)
        func refuse(_ field: String, _ key: String) throws -> Response {
            let values = ["most": String(Self.mostTitles), "longest": words.language.number(Self.longestText)]
            return try ownPage(request, visitor, form, (field, words("citations.own.page.\(key)", values)), nil, .unprocessableContent)
        }
        let works = PastedLines.read(form.exact("titles"), needsCount: false).works
        let page = form.exact("page")
        if works.isEmpty { return try refuse("titles", "noTitles") }
        if works.count > Self.mostTitles || works.contains(where: { $0.title.count > Self.longestTitle }) {
            return try refuse("titles", "manyTitles")
        }
        if page.trimmingSpaces().isEmpty { return try refuse("page", "noPage") }
        if page.unicodeScalars.count > Self.longestText { return try refuse("page", "longPage") }
        do {
            let comparison = try await DedicatedThread.run(until: .now + Self.longestSearch) { step in
                try PresenceComparison(page: DocumentText.plainer(page), works: works, step: step)
            }
            return try ownPage(request, visitor, form, nil, comparison, .ok)
        } catch is DedicatedThread.TooLong {
            return try refuse("page", "slow")
        }
    }

    private func ownList(
        _ request: Request, _ visitor: Visitor, _ text: String, _ why: String?, _ reading: ListReading?, _ status: HTTPResponse.Status
    ) throws -> Response {
        let words = words(visitor)
        return try classroom.page(
            "citations/teaching/own-list",
            [
                "title": words("citations.own.list.title"), "text": text, "longest": String(Self.longestText),
                "why": why ?? false, "result": reading.map { Self.values($0, words) } ?? false,
            ], visitor, request, status: status)
    }

    private static func values(_ reading: ListReading, _ words: Words) -> Values {
        let counted = reading.works.map { Counted(citations: $0.citations ?? 0, year: $0.year, authors: $0.authorCount) }
        let untold = reading.works.count { $0.citations == nil }
        let doubts: [Certainty.Doubt] =
            untold == counted.count ? [.noCitations] : 2 * untold > counted.count ? [.fewCitations] : []
        let h = Ranking(counted).h
        let certainty = Certainty(doubts, h: h, band: h...h)
        return [
            "format": words("citations.documents.format.\(reading.format.rawValue)"), "h": certainty.localized(words),
            "isExact": certainty.state == .exact, "reasons": certainty.reasons(words),
            "found": words("citations.documents.found", count: counted.count),
            "remarks": reading.remarks(of: words("citations.own.list.name")).map { ["text": $0.localized(in: words)] as Values },
            "rows": reading.works.prefix(mostShown).map { work -> Values in
                [
                    "title": work.title, "authors": work.authors, "year": work.year.map(String.init) ?? "–",
                    "citations": work.citations.map(words.language.number) ?? "–",
                ]
            },
            "more": counted.count > mostShown ? words("citations.documents.first", count: mostShown) : false,
        ]
    }

    @Sendable private func readList(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let words = words(visitor)
        let text = form.exact("list")
        if text.unicodeScalars.count > Self.longestText {
            let why = words("citations.own.page.longPage", ["longest": words.language.number(Self.longestText)])
            return try ownList(request, visitor, text, why, nil, .unprocessableContent)
        }
        do {
            let reading = try await ComputeThreadPool.run { try ListReader.read(text) }
            return try ownList(request, visitor, text, nil, reading, .ok)
        } catch let refusal as ListRefusal {
            let why = words("citations.remarks.\(refusal.reason.rawValue)", ["document": words("citations.own.list.name")])
            return try ownList(request, visitor, text, why, nil, .unprocessableContent)
        }
    }
}
