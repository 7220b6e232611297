import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct JobPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/jobs"

    func addRoutes(to jobs: RouterGroup<SignedIn>) {
        jobs.get("", use: index)
        jobs.post("{id}/cancellation", use: cancel)
        jobs.post("{id}/repetition", use: retry)
        jobs.get("incidents", use: IncidentPages(admin: admin).show)
    }

    /// Failed jobs that were neither dismissed nor followed by a successful run of the same timetable.
    static let failedSQL = """
        SELECT count(*) FROM job WHERE state = 'failed' AND NOT EXISTS
            (SELECT 1 FROM job later WHERE later.kind = job.kind AND later.id > job.id AND job.recurs = 1 AND later.state = 'done')
        """

    static func cards(_ db: Database) throws -> [Card] {
        [
            Card(
                "jobs.cards.failed", count: try Int.fetchOne(db, sql: failedSQL) ?? 0, address: address + "?state=failed", icon: "warn",
                permission: "admin.site.edit", kind: .bad)
        ]
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: ["state"], sortable: [])
        return try await admin.page(person, request) { db, context in ("admin/jobs/index", try page(query, context)) }
    }

    private func page(_ query: ListQuery, _ context: FormContext) throws -> Values {
        let (db, words) = (context.db, context.words)
        let counts = Dictionary(
            uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT state, count(*) FROM job GROUP BY state").map {
                ($0[0] as String, $0[1] as Int)
            })
        let chosen = query.chosen.first { $0.name == "state" }?.value
        let total = chosen.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
        let jobs = try Job.fetchAll(
            db,
            sql: """
                SELECT * FROM job WHERE ? IS NULL OR state = ?
                ORDER BY CASE state WHEN 'running' THEN 0 WHEN 'waiting' THEN 1 ELSE 2 END, CASE state WHEN 'waiting' THEN runAt END, id DESC
                LIMIT ? OFFSET ?
                """, arguments: [chosen, chosen, query.size, (query.page - 1) * query.size])
        let states = Job.State.allCases.map { NamedOption(value: $0.rawValue, label: words("jobs.states.\($0)")) }
        let menu = FilterMenu(name: "state", label: words("jobs.state"), options: states).templateValues(
            query, Self.address, counts: counts, words)
        let isMoving = jobs.contains { $0.state == .running || $0.state == .waiting && $0.runAt < .now }
        return [
            "title": words("admin.menu.jobs"), "heading": words("admin.menu.jobs"), "count": words.language.number(total),
            "filters": [menu.drawn], "chosenCount": query.chosenCount ?? false, "chips": [menu.chip].compactMap { $0 }, "clearHref": false,
            "listHref": Self.address,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "incidentsHref": IncidentPages.address, "refreshHref": query.address(Self.address, page: query.page), "poll": isMoving,
            "hasRows": !jobs.isEmpty, "runs": try runs(context)?.values ?? false,
            "isFiltered": query.isFiltered, "rows": try jobs.map { try row($0, context) },
            "pages": PageTurner.templateValues(Self.address, query, total: total, words),
        ]
    }

    /// How many jobs ended and failed, by the day; nil where none has ended.
    private func runs(_ context: FormContext) throws -> Chart? {
        let (words, days) = (context.words, RecentDays(14, in: context.zone))
        func counts(_ state: Job.State) throws -> [Int] {
            let sql = "SELECT endedAt FROM job WHERE state = ? AND endedAt >= ?"
            return days.counts(try Date.fetchAll(context.db, sql: sql, arguments: [state.rawValue, days.begin]))
        }
        let (done, failed) = (try counts(.done), try counts(.failed))
        let (good, bad) = (done.reduce(0, +), failed.reduce(0, +))
        guard good + bad > 0 else { return nil }
        let values = ["done": words.language.number(good), "failed": words.language.number(bad)]
        let heading = Chart.Heading(id: "runs", title: words("jobs.chart"), summary: words("jobs.chartSummary", values))
        let series = [(name: words("jobs.states.done"), counts: done), (name: words("jobs.states.failed"), counts: failed)]
        return .daily(heading, days, corner: words("jobs.when"), series, words.language)
    }

    private func row(_ job: Job, _ context: FormContext) throws -> Values {
        let words = context.words
        let isOpen = try isOpen(job, context.grants, context.db)
        func formatted(_ moment: Date?) -> any Sendable {
            moment.map { words.language.relativeMoment($0, now: .now, in: context.zone) } ?? false
        }
        let tone: String =
            switch job.state {
            case .waiting: "plain"
            case .running: "info"
            case .done: "good"
            case .failed: "bad"
            case .cancelled: "plain"
            }
        let address = "\(Self.address)/\(job.id ?? 0)"
        let results = job.results
        var progress: any Sendable = false
        if job.state == .running {
            let far = admin.underway[job.id ?? 0] ?? (job.done, job.total)
            let isKnown = far.total > 0
            progress =
                [
                    "isKnown": isKnown, "done": String(far.done), "total": String(far.total),
                    "text": isKnown
                        ? words("jobs.progress", ["done": words.language.number(far.done), "total": words.language.number(far.total)])
                        : words("jobs.states.running"),
                ] as Values
        }
        return [
            "title": title(job, isOpen, words), "state": words(job.isInterrupted ? "jobs.states.interrupted" : "jobs.states.\(job.state)"),
            "tone": tone,
            "icon": job.state == .failed ? "bad" : job.state == .done ? "good" : "clock", "progress": progress,
            "who": job.actor.isEmpty ? words("jobs.program") : job.actor,
            "due": job.state == .waiting ? formatted(job.runAt) : false,
            "started": job.state == .waiting ? false : formatted(job.startedAt),
            "ended": job.state == .waiting ? false : formatted(job.endedAt), "error": job.state == .done ? false : error(job, words),
            "text": results["text"] ?? results["saying"].map { LocalizedMessage(json: $0).localized(in: words) } ?? false,
            "link": (isOpen ? results["href"] : nil).map { ["href": $0, "label": results["label"].map { words($0) } ?? $0] as Values }
                ?? false,
            "cancelAction": [.waiting, .running].contains(job.state) ? address + "/cancellation" : false,
            "dismissAction": job.state == .failed ? address + "/cancellation" : false,
            // Jobs from before a restore must be requested again at their source.
            "retryAction": try [.failed, .cancelled].contains(job.state) && job.generation == SiteIdentity.generation(context.db)
                ? address + "/repetition" : false,
        ]
    }

    private func isOpen(_ job: Job, _ grants: Grants?, _ db: Database) throws -> Bool {
        guard let (kind, id) = LocalizedMessage(json: job.title).about, let type = admin.resources.all.first(where: { $0.name == kind })
        else {
            return true
        }
        return try type.isOpen(id, type.seeing, grants, db)
    }

    private func title(_ job: Job, _ isOpen: Bool, _ words: Words) -> String {
        let title = LocalizedMessage(json: job.title)
        return isOpen ? title.localized(in: words) : words(title.key + "Private")
    }

    private func error(_ job: Job, _ words: Words) -> any Sendable {
        guard let error = job.error.map({ LocalizedMessage(json: $0).localized(in: words) }) else { return false }
        guard job.state == .waiting else { return error }
        return words("jobs.willRetry", ["error": error])
    }

    @Sendable func cancel(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person, "jobs.cancelled") { db, id in try Jobs.cancel(id, db, by: person.actor) }
    }

    @Sendable func retry(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person, "jobs.retried") { db, id in try Jobs.retry(id, db, by: person.actor) }
    }

    private func change(_ person: SignedIn, _ text: String, _ act: @escaping @Sendable (Database, Int64) throws -> Bool) async throws
        -> Response
    {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let words = admin.words(person)
        let flash = try await admin.database.write { db in
            guard let job = try Job.fetchOne(db, key: id) else { throw HTTPError(.notFound) }
            let title = try title(job, isOpen(job, person.grants, db), words)
            return try act(db, id) ? Flash(words(text, ["title": title])) : Flash(words("jobs.over", ["title": title]), kind: .info)
        }
        return try await admin.redirect(person, to: Self.address, flash)
    }
}
