import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct NumbersPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/numbers"
    static let seeing = BrokenLinksPage.seeing
    private static let spans = [1, 7, 30, 365]

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("numbers", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let (words, first) = (context.words, try String.fetchOne(db, sql: "SELECT min(day) FROM campusVisits"))
            return (
                "campus/numbers/show",
                [
                    "title": words("campus.numbers.title"), "charts": try charts(words, db).map(\.values), "rows": try rows(words, db),
                    "kept": try kept(words, db),
                    "spans": Self.spans.map { words("campus.numbers.days", count: $0) },
                    "since": first.flatMap { TypedMoment.date($0, in: admin.site.zone) }.map {
                        words("campus.numbers.since", ["day": words.language.date($0, in: admin.site.zone)])
                    } ?? words("campus.numbers.none"),
                ]
            )
        }
    }

    /// Visits by the day and by service, of the last thirty days.
    private func charts(_ words: Words, _ db: Database) throws -> [Chart] {
        let (days, language) = (RecentDays(30, in: admin.site.zone), words.language)
        let sql = "SELECT day, service, number FROM campusVisits WHERE day >= ?"
        let found = try Row.fetchAll(db, sql: sql, arguments: [AgendaSpan.text(days.begin, admin.site.zone)])
        var (byDay, byService): ([String: Int], [String: Int]) = ([:], [:])
        for row in found {
            byDay[row["day"], default: 0] += row["number"] as Int
            byService[row["service"], default: 0] += row["number"] as Int
        }
        let counts = days.starts.map { byDay[AgendaSpan.text($0, admin.site.zone)] ?? 0 }
        func text(_ name: String, _ values: [String: String] = [:]) -> String { words("campus.numbers.charts.\(name)", values) }
        let services = CampusVisits.services.map { (label: name($0, words), value: Double(byService[$0] ?? 0)) }
            .sorted { ($1.value, $0.label) < ($0.value, $1.label) }
        let daily = Chart.Heading(
            id: "visits", title: text("days"), summary: text("daysSummary", ["count": language.number(counts.reduce(0, +))]))
        let ranked = Chart.Heading(
            id: "services", title: text("services"), summary: text("servicesSummary", ["name": services.first?.label ?? "–"]))
        return [
            .daily(daily, days, corner: text("day"), [(text("visits"), counts)], language),
            .bars(ranked, services, head: (words("campus.numbers.service"), text("visits"))) { language.number(Int(nearest: $0)) },
        ]
    }

    private func name(_ service: String, _ words: Words) -> String {
        words.optional("campus.tiles.\(service)") ?? words("campus.numbers.services.\(service)")
    }

    private func rows(_ words: Words, _ db: Database) throws -> [Values] {
        let calendar = AgendaSpan.calendar(admin.site.zone)
        let counts = try Self.spans.map { days -> [String: Int] in
            let from = calendar.date(byAdding: .day, value: 1 - days, to: .now) ?? .now
            let sql = "SELECT service, sum(number) AS number FROM campusVisits WHERE day >= ? GROUP BY service"
            let found = try Row.fetchAll(db, sql: sql, arguments: [AgendaSpan.text(from, admin.site.zone)])
            return Dictionary(uniqueKeysWithValues: found.map { ($0["service"] as String, $0["number"] as Int) })
        }
        func row(_ label: String, _ number: ([String: Int]) -> Int) -> Values {
            let cells = zip(Self.spans, counts).map { days, found -> Values in
                ["label": words("campus.numbers.days", count: days), "number": words.language.number(number(found))]
            }
            return ["label": label, "cells": cells]
        }
        return CampusVisits.services.map { name in
            row(self.name(name, words)) { $0[name] ?? 0 }
        }
            + [row(words("campus.numbers.all")) { $0.values.reduce(0, +) }]
    }

    private func kept(_ words: Words, _ db: Database) throws -> [Values] {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT (SELECT count(*) FROM campusVisitor) AS visitors,
                  (SELECT count(*) FROM campusVisitorMark WHERE list = 'favourite') AS favourites,
                  (SELECT count(*) FROM campusVisitorCourse) AS courses, (SELECT count(*) FROM campusFollowing) AS events,
                  (SELECT count(*) FROM campusWay WHERE channel = 'push' AND confirmedAt IS NOT NULL) AS browsers,
                  (SELECT count(*) FROM campusWay WHERE channel = 'mail' AND confirmedAt IS NOT NULL) AS addresses
                """)
        return ["visitors", "favourites", "courses", "events", "browsers", "addresses"].map { name in
            ["label": words("campus.numbers.kept.\(name)"), "number": words.language.number(row?[name] ?? 0)]
        }
    }
}
