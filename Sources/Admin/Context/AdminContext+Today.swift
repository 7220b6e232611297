import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// The first page of the back office: what cannot wait, the day, what to set right, what others did.
extension AdminContext {
    @Sendable func today(_ request: Request, _ person: SignedIn) async throws -> Response {
        // An administrator who looks at the portal as a student stays where the look can be ended.
        if person.session.viewing == nil, let home = try await database.read({ try elsewhere(person, $0) }) {
            return .redirect(to: home, type: .normal)
        }
        let since = try await visit(person)
        return try await page(person, request) { db, context in
            let waiting = try cards(person, context)
            let day = try day(person, context)
            // Who has nothing left today sees what comes next.
            let isOver = day.allSatisfy { $0["isOver"] as? Bool == true }
            let next = isOver ? try coming(person, context) : nil
            let values: Values = [
                "title": context.words("admin.menu.today"), "greeting": greeting(person, context),
                "purpose": context.words("help.screens.start"),
                "date": context.words.language.date(.now, in: context.zone),
                "urgent": Card.sorted(waiting, by: [.bad, .warn]).map { templateValues($0, context) },
                "cards": Card.sorted(waiting, by: [.due, .info]).map { templateValues($0, context) }, "isCalm": waiting.isEmpty,
                "day": day, "coming": next ?? false, "pulses": try dailyCounts(person, context),
                "news": try news(person, since: since, context) ?? false,
                "firstSteps": try FirstStepsPages.templateValues(self, person, context).map { ["steps": $0] as Values } ?? false,
                "mayTour": try AccountPreferences(of: person.accountID, db)[.tour] == nil,
            ]
            return ("admin/context/today", values)
        }
    }

    private func greeting(_ person: SignedIn, _ context: FormContext) -> String {
        let key =
            switch CivilTime(.now, in: context.zone).hour {
            case 5..<13: "morning"
            case 13..<18: "afternoon"
            default: "evening"
            }
        return context.words("admin.dashboard.\(key)", ["name": person.account.name])
    }

    /// What waits, of each kind in the order of the systems.
    private func cards(_ person: SignedIn, _ context: FormContext) throws -> [Card] {
        let ofAll =
            try JobPages.cards(context.db) + WebhookPages.cards(context.db) + MailPages.cards(context.db) + GuessCards.cards(context.db)
            + modulesOn.flatMap { try $0.cards(context.db, scopeID: context.scopeID) + $0.cards(of: person, context.db) }
        let backups = person.grants.may(BackupPages.permission, in: nil) ? BackupState(self).card : nil
        let crashes = person.grants.may("admin.site.edit", in: nil) ? try IncidentPages.card(context) : nil
        let others = ofAll.filter { person.grants.may($0.permission, in: context.scopeID) }
        let counted = try PlannedAct.cards(self, person, context) + others + completing(person, context)
        return [crashes, backups].compactMap(\.self) + counted.filter { $0.count > 0 }
    }

    /// Missing texts of pictures and translations, and systems to switch on.
    private func completing(_ person: SignedIn, _ context: FormContext) throws -> [Card] {
        var cards: [Card] = []
        // A new portal has no content until its purpose is chosen.
        if modulesOn.isEmpty, person.grants.may("admin.site.edit", in: nil) {
            cards.append(
                Card("search.cards.systems", count: modules.count, address: "/admin/site", icon: "settings", permission: "admin.site.edit"))
        }
        if person.grants.mayAnywhere(MediaPages.editing) {
            let sql = "SELECT count(*) FROM picture p WHERE \(Picture.notTrashed("p")) AND alt = '' AND \(Picture.visible(to: person))"
            let address = MediaPages.address.appendingQuery([("text", "missing")])
            let count = try Int.fetchOne(context.db, sql: sql) ?? 0
            cards.append(Card("search.cards.noText", count: count, address: address, icon: "picture", permission: MediaPages.editing))
        }
        return try cards + translationCards(person, context)
    }

    private func templateValues(_ card: Card, _ context: FormContext) -> Values {
        [
            "label": context.words(card.texts, card.values, count: card.count), "count": context.words.language.number(card.count),
            "href": card.address, "icon": card.icon, "kind": card.kind.rawValue,
        ]
    }

    private func day(_ person: SignedIn, _ context: FormContext) throws -> [Values] {
        guard let start = RecentDays(1, in: context.zone).starts.first else { return [] }
        // A day with a clock change has 23 or 25 hours; what begins in the hour after it is no harm.
        return try items(person, DateInterval(start: start, duration: 24 * 3_600), context).map { templateValues($0, context) }
    }

    /// The next day of the coming week on which something is, as far as the person sees it.
    private func coming(_ person: SignedIn, _ context: FormContext) throws -> Values? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = context.zone
        guard let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: .now)) else { return nil }
        let week = DateInterval(start: tomorrow, duration: 7 * 24 * 3_600)
        let items = try items(person, week, context).filter { $0.from >= tomorrow }
        guard let first = items.first?.from else { return nil }
        let weekday = context.words("schedules.weekdays.\(CivilTime(first, in: context.zone).weekday)")
        let day = "\(weekday) \(context.words.language.date(first, in: context.zone))"
        return [
            "heading": context.words("dashboard.coming", ["day": day]),
            "items": items.filter { calendar.isDate($0.from, inSameDayAs: first) }.map { templateValues($0, context) },
        ]
    }

    private func items(_ person: SignedIn, _ interval: DateInterval, _ context: FormContext) throws -> [DayItem] {
        let items = try modulesOn.flatMap { try $0.day(of: person, interval, context) } + planned(person, interval, context)
        return items.sorted { ($0.from, $0.title) < ($1.from, $1.title) }
    }

    private func templateValues(_ item: DayItem, _ context: FormContext) -> Values {
        let (language, zone) = (context.words.language, context.zone)
        return [
            "from": language.time(item.from, in: zone), "until": item.until.map { language.time($0, in: zone) } ?? false,
            "title": item.title, "note": item.note.isEmpty ? false : item.note, "href": item.address, "icon": item.icon,
            "isCancelled": item.isCancelled, "isOver": (item.until ?? item.from) < .now,
        ]
    }

    private func planned(_ person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] {
        let condition = "at >= ? AND at < ? AND problem IS NULL AND (scopeID IS NULL OR scopeID = ?)"
        let acts = try PlannedAct.visible(self, person, context.db, where: condition, [day.start, day.end, context.scopeID])
        return try acts.compactMap { planned in
            guard let type = resources.all.first(where: { $0.name == planned.kind }) else { return nil }
            let title = try type.titles([planned.recordID], context.db)[planned.recordID] ?? "#\(planned.recordID)"
            return DayItem(
                from: planned.at, title: title, note: context.words("schedules.acts.\(planned.act)"),
                address: "\(type.address)/\(planned.recordID)", icon: "calendar")
        }
    }

    private func dailyCounts(_ person: SignedIn, _ context: FormContext) throws -> [Values] {
        let days = RecentDays(DailyCounts.days, in: context.zone)
        var found = try modulesOn.compactMap { module in
            try module.dailyCounts(of: person, days, context).map { (area: module.area.text, counts: $0) }
        }
        if person.grants.may("admin.audit.see", in: nil) {
            let moments = try Date.fetchAll(context.db, sql: "SELECT at FROM audit WHERE at >= ?", arguments: [days.begin])
            found.append(
                (area: MenuArea.settings.text, counts: DailyCounts("admin.today.acts", days.counts(moments), address: AuditPages.address)))
        }
        return found.map { area, counts -> Values in
            let sum = counts.counts.reduce(0, +)
            return [
                "area": context.words(area), "label": context.words(counts.text, count: sum), "href": counts.address,
                "lineHTML": Chart.sparkline(counts.counts.map { Double($0) }),
            ]
        }
    }
}
