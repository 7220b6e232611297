import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModerationQueuePages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, deciding: RouterGroup<SignedIn>) {
        router.get("cases", use: showQueue)
        deciding.post("cases/decisions", use: decideMany)
        router.get("cases/next", use: showNext)
    }

    private static let perPage = 30

    @Sendable private func showQueue(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let state = query["state"] == "decided" ? CaseState.decided : .open
        let filter = QueueFilter(query)
        let own: [(name: String, value: String)] = (state == .open ? [] : [("state", "decided")]) + filter.pairs
        return try await moderation.admin.page(person, request) { db, context in
            let (words, now) = (context.words, Date.now)
            let (isOpen, me) = (state == .open, person.accountID)
            let count = try ModerationCase.count(state, filter, for: me, at: now, db)
            let part = PagePart(query["page"], size: Self.perPage, of: count)
            let cases =
                try isOpen
                ? ModerationCase.queue(filter, for: me, at: now, limit: part.size, offset: part.skipped, db)
                : ModerationCase.decided(filter, at: now, limit: part.size, offset: part.skipped, db)
            let rows = try cases.map { known in try row(known, filter, person, context, now, db) }
            let values: Values = [
                "title": words(isOpen ? "stories.desk.queue.title" : "stories.desk.queue.decidedTitle"),
                "count": words.language.number(count), "rows": rows, "hasRows": !rows.isEmpty,
                "reasons": moderation.reasonOptions(nil, words),
                "numbers": try isOpen ? numbers(person, context, now, db) : [],
                "next": isOpen && count > 0, "isOpen": isOpen, "listHref": ModerationPages.address, "isFiltered": !filter.pairs.isEmpty,
                "chosenCount": filter.pairs.isEmpty ? false : String(filter.pairs.count), "chips": chips(filter, own, words),
                "clearHref": filter.pairs.isEmpty
                    ? false : ModerationPages.address.appendingQuery(own.filter { $0.name == "state" }),
                "nextCaseHref": "\(ModerationPages.address)/next".appendingQuery(filter.pairs),
                "decideHref": "\(ModerationPages.address)/decisions".appendingQuery(filter.pairs),
                "filters": try filters(filter, state, person, words, now, db),
            ]
            return ("stories/moderation/admin/cases", values.merging(part.values(ModerationPages.address, own, words)) { $1 })
        }
    }

    private func numbers(_ person: SignedIn, _ context: FormContext, _ now: Date, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT count(*) AS open, count(*) FILTER (WHERE claimant = :me AND claimedUntil > :now) AS mine,
              count(*) FILTER (WHERE isSevere = 1) AS severe, min(openedAt) AS oldest FROM moderationCase WHERE state = 'open'
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: ["me": person.accountID, "now": now])!
        let (words, oldest): (Words, Date?) = (context.words, row["oldest"])
        let counted = [("open", ""), ("mine", "claim=me"), ("severe", "weight=severe")].map { key, query -> Values in
            [
                "label": words("stories.desk.queue.numbers.\(key)"), "said": words.language.number(row[key] as Int),
                "href": query.isEmpty ? ModerationPages.address : "\(ModerationPages.address)?\(query)",
            ]
        }
        guard let oldest else { return counted }
        return counted + [
            ["label": words("stories.desk.queue.numbers.oldest"), "said": moderation.formatted(oldest, context), "href": false]
        ]
    }

    private typealias CaseState = ModerationCase.State

    /// Filters, with the number of cases per choice. Claims and weights apply only to open cases.
    private func filters(
        _ filter: QueueFilter, _ state: ModerationCase.State, _ person: SignedIn, _ words: Words, _ now: Date, _ db: Database
    ) throws -> [Values] {
        let parts = QueueFilter.Part.allCases.filter { state == .open || ![.claim, .weight].contains($0) }
        let counts = try filter.counts(state: state, me: person.accountID, at: now, db)
        return parts.map { part in
            let choices = part.choices.map { choice -> Values in
                [
                    "value": choice, "label": label(part, choice, words), "selected": filter.chosen[part] == choice,
                    "count": words.language.number(counts[part]?[choice] ?? 0),
                ]
            }
            let all: Values = ["value": "", "label": words("stories.desk.filters.all"), "selected": false, "count": false]
            return [
                "id": "filter-\(part.rawValue)", "name": part.rawValue, "label": words("stories.desk.filters.\(part.rawValue).title"),
                "options": [all] + choices,
            ]
        }
    }

    private func label(_ part: QueueFilter.Part, _ choice: String, _ words: Words) -> String {
        words((part == .reason ? "stories.reasons" : "stories.desk.filters.\(part.rawValue)") + ".\(choice)")
    }

    private func chips(_ filter: QueueFilter, _ own: [(name: String, value: String)], _ words: Words) -> [Values] {
        QueueFilter.Part.allCases.compactMap { part in
            guard let choice = filter.chosen[part] else { return nil }
            let title = words("stories.desk.filters.\(part.rawValue).title")
            let rest = own.filter { $0.name != part.rawValue }
            return ["label": "\(title): \(label(part, choice, words))", "href": ModerationPages.address.appendingQuery(rest)]
        }
    }

    private func row(
        _ known: ModerationCase, _ filter: QueueFilter, _ person: SignedIn, _ context: FormContext, _ now: Date, _ db: Database
    ) throws -> Values {
        let words = context.words
        let sql = """
            SELECT first.title, writer.nickname, count(fragmentReport.id) AS reports,
              group_concat(DISTINCT fragmentReport.reason) AS reasons, fragment.isHidden, (SELECT automatic FROM hiding
                JOIN decision ON decision.id = hiding.decision WHERE hiding.fragment = fragment.id AND endedAt IS NULL) AS hold
            FROM fragment
            JOIN fragment AS first ON first.id = fragment.story JOIN writer ON writer.id = fragment.writer
            LEFT JOIN fragmentReport ON fragmentReport.caseID = ? WHERE fragment.id = ?
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [known.id, known.fragment])!
        let (nickname, reports, reasons): (String?, Int, String?) = (row["nickname"], row["reports"], row["reasons"])
        let names = (reasons ?? "").split(separator: ",").map { words("stories.reasons." + $0) }
        let isClaimed = (known.claimedUntil ?? .distantPast) > now
        let weight = QueueFilter.Weight(known)
        return [
            "id": String(known.id), "value": "\(known.id):\(known.version)",
            "href": "\(ModerationPages.address)/\(known.id)".appendingQuery(filter.pairs),
            "text": known.text.isEmpty ? words("stories.desk.photoOnly") : known.text, "photo": moderation.photo(known.photo, .thumb),
            "story": row["title"] as String, "author": nickname ?? words("stories.formerWriter"),
            "reports": words("stories.desk.queue.reports", count: reports), "reasons": names.joined(separator: ", "),
            "since": words.language.relativeMoment(known.openedAt, now: now, in: context.zone),
            "claimant": try (isClaimed ? known.claimant : nil).flatMap { try moderation.name(of: $0, db) } ?? false,
            "hold": (row["hold"] as String?).map { words("stories.desk.grounds.\($0).name") } ?? false,
            "isMine": isClaimed && known.claimant == person.accountID, "isHidden": row["isHidden"] as Bool,
            "weight": words("stories.desk.filters.weight.\(weight.rawValue)"),
            "weightKind": weight.badge,
            "outcome": try known.state == .open ? "" : outcome(of: known.id, words, db),
        ]
    }

    private func outcome(of id: Int64, _ words: Words, _ db: Database) throws -> String {
        let sql = "SELECT * FROM decision WHERE caseID = ? AND undoneAt IS NULL ORDER BY id DESC LIMIT 1"
        let decision = try CaseDecision.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
        return decision.map { "\($0.moderatorName) \(moderation.sentence($0, words))" } ?? ""
    }

    @Sendable private func showNext(_ request: Request, _ person: SignedIn) async throws -> Response {
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        let next = try await moderation.database.read { try ModerationCase.next(filter, for: person.accountID, at: .now, $0)?.id }
        return .redirect(to: (next.map { "\(ModerationPages.address)/\($0)" } ?? ModerationPages.address).appendingQuery(filter.pairs))
    }

    /// Each `id` is the number and version of a case: `7:1`.
    @Sendable private func decideMany(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let chosen = form.all("id").compactMap { text -> (id: Int64, version: Int)? in
            let parts = text.split(separator: ":").map(String.init)
            guard parts.count == 2, let id = Int64(recordID: parts[0]), let version = Int(parts[1], in: .whole) else { return nil }
            return (id, version)
        }
        let asked = SanctionsForm(form, zone: moderation.admin.site.zone)
        if let measures = asked.measures { try person.require(measures) }
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        return try await moderation.act(person, to: ModerationPages.address.appendingQuery(filter.pairs)) { words, db in
            guard !chosen.isEmpty else { return Flash(words("stories.desk.queue.noneChosen"), kind: .info) }
            guard let measures = asked.measures else { return Flash(words("stories.desk.problems.measureMissing"), kind: .bad) }
            var (first, done, left): (Int64?, Int, Int) = (nil, 0, 0)
            for (id, version) in chosen {
                do {
                    var named = measures
                    // Without a rule for all, each case uses the one that its reports name.
                    if measures.areTaken, measures.reason == nil { named.reason = try namedReason(of: id, db) }
                    let taken = try moderation.withReadySentence(named, asked, to: ModerationCase.author(of: id, db), db)
                    let decision = try CaseDecision.decide(id, version: version, taken, by: person.actor, batch: first, at: .now, db)
                    try moderation.notifySuspended(decision, at: .now, db)
                    first = first ?? decision.id
                    done += 1
                } catch is Collision {
                    left += 1
                } catch Sanctions.Problem.nothingToHide {
                    left += 1
                } catch let problem as Sanctions.Problem {
                    return Flash(words(problem.textKey), kind: .bad)
                }
            }
            let parts = [words("stories.desk.queue.decided", count: done), left == 0 ? nil : words("stories.desk.queue.left", count: left)]
            let undo = first.map { ModerationPages.undo($0, isBatch: true, words) }
            return Flash(parts.compactMap { $0 }.joined(separator: " "), kind: left == 0 ? .good : .warn, undo: undo)
        }
    }

    private func namedReason(of id: Int64, _ db: Database) throws -> Reason? {
        if let named = Reason.mostNamed(in: try Report.all(of: id, db)) { return named }
        return try ModerationCase.find(id, db).flatMap { try CaseDecision.holding($0.fragment, db)?.reason ?? $0.asked }
    }
}
