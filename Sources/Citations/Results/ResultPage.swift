import Admin
import Foundation
import GRDB
import Web

struct ResultPage {
    let run: Run
    let id: Int64
    let author: Author?
    let outcome: Outcome?
    let job: Job?
    let sources: [Source]
    let homeSite: String?
    let mayEdit: Bool
    let mayCopy: Bool
    let year: Int
    let context: FormContext

    private var words: Words { context.words }
    private var address: String { RunResultPages.address(id) }
    private var base: String { "\(Run.address)/\(id)" }

    static func crumbs(_ run: Run, _ id: Int64, _ words: Words) -> [Values] {
        [
            ["label": words("citations.overview.menu"), "href": Overview.address],
            ["label": run.name, "href": RunResultPages.address(id)],
        ]
    }

    func values(_ list: WorkList, number: Int) throws -> Values {
        var values: Values = [
            "title": run.name, "author": author?.name ?? "", "isPrivate": author?.visibility == .own, "base": base, "address": address,
            "mayEdit": mayEdit,
            "breadcrumbs": [["label": words("citations.overview.menu"), "href": Overview.address] as Values],
            "result": false, "work": working(), "hasDocuments": !run.documents.isEmpty, "isStale": false, "profile": false, "live": false,
            "reuse": false,
            "failure": job?.state == .failed ? job?.error.map { LocalizedMessage(json: $0).localized(in: words) } ?? false : false,
        ]
        if mayEdit, !sources.isEmpty || homeSite != nil, !isWorking {
            values["live"] =
                [
                    "action": "\(base)/sources", "needsORCID": !sources.isEmpty && author.flatMap({ ORCID($0.orcid) }) == nil,
                    "homepage": homeSite.map { words("citations.live.homepage", ["host": $0]) } ?? false,
                    "sources": sources.map { source -> Values in
                        ["value": source.rawValue, "label": words("citations.live.\(source.rawValue)")]
                    },
                ] as Values
        }
        values["begin"] = mayEdit && !run.documents.isEmpty && !isWorking
        guard let outcome, let computedAt = outcome.computedAt else { return values }
        values["reuse"] = mayCopy ? "\(NewRunPages.address)?from=\(id)" : false
        values["isStale"] = outcome.version != run.stamp.version
        let findings = try Findings(outcome, year: year, context.db)
        values["profile"] = try profile()
        values["result"] = try result(findings, outcome, computedAt, list, number)
        return values
    }

    private func profile() throws -> Values {
        let shown = try run.author.flatMap { try AuthorProfile.run(of: $0, context.db) }
        return [
            "isShown": shown == id, "isAnother": shown != nil && shown != id, "href": AuthorProfile.address(run.author ?? 0),
            "act": mayEdit && run.author != nil ? "\(base)/publication" : false,
        ]
    }

    private var isWorking: Bool { job.map { [.waiting, .running].contains($0.state) } ?? false }

    private func working() -> any Sendable {
        guard isWorking, let job else { return false }
        return [
            "text": words("citations.results.phase\(min(job.done, 2))"), "done": String(job.done), "mayStop": mayEdit,
        ] as Values
    }

    private func result(
        _ findings: Findings, _ outcome: Outcome, _ computedAt: Date, _ list: WorkList, _ number: Int
    ) throws -> Values {
        let shown = list.works(findings)
        let last = max(1, (shown.count + list.size - 1) / list.size)
        let number = min(max(1, number), last)
        let doubtful = findings.works.indices.count(where: findings.isDoubtful)
        let certainty = findings.certainty
        let counted = findings.counted
        let chart: any Sendable = if certainty.state == .exact { RankChart(counted).values(words) } else { false }
        let years: any Sendable = if certainty.knowsAll { YearChart(counted).values(words) } else { false }
        let rows = WorkRows(findings: findings, base: base, mayEdit: mayEdit, words: words)
        let sheet = { (number: Int) in address.appendingQuery(list.query + [("page", String(number))]) }
        let acts = try DecisionAct.latest(of: id, limit: 20, context.db)
        return [
            "h": certainty.localized(words), "isExact": certainty.state == .exact, "reasons": certainty.reasons(words),
            "all": certainty.knowsAll ? String(findings.all.h) : "–", "isFiltered": findings.isFiltered,
            "questions": questions(findings), "sure": sure(findings), "duplicates": duplicates(findings),
            "sources": SourceTable.rows(findings, words),
            "summary": words(
                "citations.results.\(Self.summary(findings))",
                ["own": words.language.number(findings.own.works), "of": words.language.number(findings.works.count)]),
            "band": !certainty.doubts.isEmpty || findings.band.lowerBound == findings.band.upperBound
                ? false
                : words(
                    "citations.results.band",
                    ["least": String(findings.band.lowerBound), "most": String(findings.band.upperBound)], count: doubtful),
            "when": words(
                "citations.results.when",
                [
                    "when": words.language.relativeMoment(computedAt, now: .now, in: context.zone),
                    "threshold": String(outcome.titleThreshold),
                    "preset": words("citations.preset.\(run.preset.rawValue)"),
                ]),
            "strangers": outcome.strangers == 0
                ? false : words("citations.results.strangers", ["surname": author?.surname ?? ""], count: outcome.strangers),
            "remarks": outcome.remarked.map(remark), "indexes": findings.own.values(words, beside: findings.all, certainty),
            "chart": chart,
            "working": WorkingTable.rows(counted, words),
            "years": years,
            "people": CoAuthors.rows(findings, surnames: author?.surnames ?? [], address: address, words),
            "rows": shown.dropFirst((number - 1) * list.size).prefix(list.size).map(rows.values),
            "doubtful": doubtful > 0 && list.isWhole ? words("citations.results.doubtful", count: doubtful) : false,
            "hasWorks": !findings.works.isEmpty, "list": choices(list, findings), "noMatch": shown.isEmpty,
            "clear": list.isWhole ? false : address,
            "found": list.isWhole
                ? false : shown.isEmpty ? words("citations.list.none") : words("citations.list.found", count: shown.count),
            "hidden": (list.query + [("page", String(number))]).map { ["name": $0.name, "value": $0.value] as Values },
            "bulk": mayEdit && !shown.isEmpty
                ? ["all": words("citations.list.all", ["count": words.language.number(shown.count)])] as Values : false,
            "previous": number > 1 ? sheet(number - 1) : false, "next": number < last ? sheet(number + 1) : false,
            "pageText": last > 1 ? words("citations.results.sheet", ["page": String(number), "last": String(last)]) : false,
            "acts": acts.map { act($0, works: $1) }, "documents": run.documents.map(document),
        ]
    }

    private static func summary(_ findings: Findings) -> String {
        if findings.certainty.doubts.contains(.pageUnread) { return "summaryUnread" }
        if !findings.isFiltered { return "summaryAll" }
        return findings.own.works == findings.works.count ? "summaryWhole" : "summary"
    }

    private func questions(_ findings: Findings) -> any Sendable {
        guard mayEdit, !findings.questions.isEmpty, findings.band.lowerBound < findings.band.upperBound else { return false }
        let rows = WorkRows(findings: findings, base: base, mayEdit: mayEdit, words: words)
        let bounds = ["least": String(findings.band.lowerBound), "most": String(findings.band.upperBound)]
        let shown = findings.questions.prefix(Self.mostQuestions)
        let left = findings.questions.count - shown.count
        return [
            "text": words("citations.evidence.settle", bounds, count: findings.questions.count), "rows": shown.map(rows.values),
            "more": left > 0 ? words("citations.evidence.more", count: left) : false,
        ] as Values
    }

    private func sure(_ findings: Findings) -> any Sendable {
        let count = mayEdit ? SureAnswers(findings).all.count : 0
        if count == 0 { return false }
        return ["href": "\(base)/\(SureAnswerPages.path)", "text": words("citations.sureAnswers.link", count: count)] as Values
    }

    private func duplicates(_ findings: Findings) -> any Sendable {
        let pairs = mayEdit ? Duplicates(findings).pairs : []
        if pairs.isEmpty { return false }
        let left = pairs.count - Self.mostPairs
        return [
            "rows": pairs.prefix(Self.mostPairs).map { $0.values(findings, base: base, words) },
            "more": left > 0 ? words("citations.duplicates.more", count: left) : false,
        ] as Values
    }

    private static let mostQuestions = 3
    private static let mostPairs = 5

    private func remark(_ remark: Analysis.Remark) -> Values {
        let found = mayEdit ? run.documents.first { $0.name == remark.document } : nil
        let isTable = remark.kind == "unknownColumns" || remark.kind == "noCount" && found.map { TableReader.isOne($0.text) } == true
        let id = isTable ? found?.id : nil
        return [
            "text": remark.localized(in: words),
            "columns": id.map { "\(base)/documents/\($0)/columns" } ?? false, "places": places(remark),
        ]
    }

    /// All rows of a remark that names only the first of them.
    private func places(_ remark: Analysis.Remark) -> any Sendable {
        guard remark.rows.count > Analysis.Remark.mostNamed else { return false }
        let left = remark.count - remark.rows.count
        return [
            "label": words("citations.results.rows", count: remark.rows.count),
            "rows": remark.rows.indices.map { ["text": remark.place($0, words)] as Values },
            "more": left > 0 ? words("citations.results.moreRows", count: left) : false,
        ] as Values
    }

    private func choices(_ list: WorkList, _ findings: Findings) -> Values {
        let parts = WorkList.Part.allCases.map { part -> Values in
            let count = WorkList(part: part).works(findings).count
            return [
                "value": part.rawValue, "selected": list.part == part,
                "label": words("citations.list.\(part.rawValue)") + " (\(words.language.number(count)))",
            ]
        }
        let orders = ["-citations", "-year", "title", "-similarity", "similarity"].filter {
            findings.isFiltered || !$0.hasSuffix("similarity")
        }
        return [
            "q": list.text, "parts": parts,
            "sizes": WorkList.sizes.map { size -> Values in
                ["value": String(size), "label": words.language.number(size), "selected": list.size == size]
            },
            "orders": orders.map { order -> Values in
                ["value": order, "label": words("citations.list.order.\(order)"), "selected": list.order == order]
            },
        ]
    }

    private func act(_ act: DecisionAct, works: Int) -> Values {
        let when = words.language.relativeMoment(act.at, now: .now, in: context.zone)
        let undoing = works > 1 ? "batches/\(act.batch ?? 0)" : "decisions/\(act.id)"
        return [
            "text": works > 1
                ? words("citations.log.many", ["who": act.actor, "when": when], count: works)
                : words("citations.log.\(Self.sentence(act))", ["who": act.actor, "title": act.title, "when": when]),
            "undo": mayEdit ? "\(base)/\(undoing)/undoing" : false,
        ]
    }

    private static func sentence(_ act: DecisionAct) -> String {
        let (before, after) = (WorkDecision.read(act.before) ?? WorkDecision(), WorkDecision.read(act.after) ?? WorkDecision())
        if WorkDecision.isOfPage(act.identity) {
            return after.isIn.map { $0 ? "pageIn" : "pageOut" } ?? (after.title == nil ? "pageBack" : "pageTitle")
        }
        if before.mergedInto != after.mergedInto { return after.mergedInto == nil ? "split" : "merged" }
        if before.isNot != after.isNot { return (after.isNot ?? []).count > (before.isNot ?? []).count ? "apart" : "together" }
        if before.isIn != after.isIn { return after.isIn.map { $0 ? "in" : "out" } ?? "suggested" }
        return "corrected"
    }

    private func document(_ document: RunDocument) -> Values {
        [
            "name": document.name, "role": words("citations.role.\(document.role.rawValue)"),
            "href": "\(base)/documents/\(document.id ?? 0)", "size": words.language.number(document.text.count),
            "columns": mayEdit && (!document.columns.isEmpty || document.role == .list && TableReader.isOne(document.text))
                ? "\(base)/documents/\(document.id ?? 0)/columns" : false,
        ]
    }
}

extension Analysis.Remark {
    func localized(in words: Words) -> String {
        // A list that is too long says how many of its works are left out.
        if kind == ListReading.Remark.Kind.tooMany.rawValue, let left = said?.first.flatMap({ Int($0, in: .whole) }) {
            return words("citations.remarks.beyond", ["document": document, "rows": rows.first.map(String.init) ?? ""], count: left)
        }
        let named = rows.indices.prefix(Self.mostNamed).map { place($0, words) }.joined(separator: ", ")
        let isMore = rows.count > Self.mostNamed || !rows.isEmpty && count > rows.count
        return words("citations.remarks.\(kind)", ["document": document, "rows": named + (isMore ? "…" : "")], count: count)
    }

    static let mostNamed = 10

    fileprivate func place(_ index: Int, _ words: Words) -> String {
        let said = said.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
        return said.isEmpty ? String(rows[index]) : "\(rows[index]): " + words("citations.steps.quoted", ["text": said])
    }
}
