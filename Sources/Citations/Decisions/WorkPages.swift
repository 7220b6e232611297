import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WorkPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("works/{work}", use: edit)
        run.post("works/{work}", use: save)
    }

    @Sendable private func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await workPage(request, person, nil, [:], .ok)
    }

    private func workPage(
        _ request: Request, _ person: SignedIn, _ typed: Form?, _ why: [String: String], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id, findings, index) = try runs.findWork(person, Citations.editing, db)
            let (work, words) = (findings.works[index], context.words)
            let values: Values = [
                "title": words("citations.work.title"), "breadcrumbs": ResultPage.crumbs(run, id, words),
                "action": "\(Run.address)/\(id)/works/\(work.id)", "back": RunResultPages.address(id) + "#w\(work.id)",
                "name": typed?["name"] ?? work.title, "year": typed?["year"] ?? work.year.map(String.init) ?? "",
                "citations": typed?["citations"] ?? work.knownCitations.map(String.init) ?? "", "whyName": why["name"] ?? false,
                "whyYear": why["year"] ?? false,
                "whyCitations": why["citations"] ?? false,
                "listed": words(
                    "citations.work.listed",
                    [
                        "title": work.listed.title, "year": work.listed.year.map(String.init) ?? "–",
                        "citations": work.listed.citations.map(words.language.number) ?? "–",
                    ]),
                "others": nearest(work, findings).map { other -> Values in
                    [
                        "value": String(other.id), "label": other.title + (other.year.map { " (\($0))" } ?? ""),
                        "selected": typed.map { $0["same"] == String(other.id) } ?? (work.decision.mergedInto == other.identity),
                    ]
                },
                "apart": MatchExclusions(work, findings).options.map { option -> Values in
                    [
                        "value": option.value,
                        "label": words("citations.work.\(option.kind)", ["title": option.title]),
                        "checked": typed.map { $0.all("isNot").contains(option.value) } ?? option.isChosen,
                    ]
                },
            ]
            return ("citations/decisions/work", values)
        }
    }

    private func nearest(_ work: FoundWork, _ findings: Findings) -> [FoundWork] {
        let similarity = Similarity(to: NormalizedText(work.title, .folded))
        let others = findings.works.filter { $0.id != work.id && $0.decision.mergedInto == nil && !MatchExclusions.are(work, $0) }
        let scored = others.map { ($0, similarity.percent(NormalizedText($0.title, .folded), atLeast: 30) ?? 0) }
        return scored.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }.prefix(12).map(\.0)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        var why: [String: String] = [:]
        if form["name"].isEmpty || form["name"].count > 500 { why["name"] = words("citations.work.noTitle") }
        let year = form.number("year", in: .whole)
        if !form["year"].isEmpty, !(1800...2100).contains(year ?? 0) { why["year"] = words("citations.work.noYear") }
        let citations = form.number("citations", in: .whole)
        // Empty stays unknown, where the list does not say it.
        if !form["citations"].isEmpty, !(0...9_999_999).contains(citations ?? -1) { why["citations"] = words("citations.work.noCount") }
        guard why.isEmpty else { return try await workPage(request, person, form, why, .unprocessableContent) }
        let back = try await admin.database.write { db in
            let (run, id, findings, index) = try runs.findWork(person, Citations.editing, db)
            let work = findings.works[index]
            if citations == nil, work.listed.citations != nil { return "" }
            var decision = work.decision
            decision.title = form["name"] == work.listed.title ? nil : form["name"]
            decision.year = year == work.listed.year ? nil : year
            decision.citations = citations == work.listed.citations ? nil : citations
            decision.mergedInto = findings.works.first { String($0.id) == form["same"] && $0.id != work.id }?.identity
            let chosen = MatchExclusions(work, findings).options.map(\.value).filter(form.all("isNot").contains)
            decision.isNot = chosen.isEmpty ? nil : chosen
            if decision.isNot != work.decision.isNot { try RunJob.begin(run, db, by: person.actor) }
            let act = try WorkDecision.set(decision, on: work.identity, called: work.title, of: (id, run.name), db, by: person.actor)
            try runs.tell(act, "citations.work.saved", work.title, id, person, words, db)
            return RunResultPages.address(id) + "#w\(work.id)"
        }
        if back.isEmpty {
            return try await workPage(request, person, form, ["citations": words("citations.work.noCount")], .unprocessableContent)
        }
        return .redirect(to: back)
    }
}
