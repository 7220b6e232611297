import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension AdminContext {
    @Sendable func dashboard(_ request: Request, _ person: SignedIn) async throws -> Response {
        // An administrator who looks at the portal as a student stays where the look can be ended.
        if person.viewing == nil, let home = try await database.read({ try elsewhere(person, $0) }) {
            return .redirect(to: home, type: .normal)
        }
        let since = try await visit(person)
        return try await page(person, request) { db, context in
            let greeting = greeting(person, context)
            let values: Values = [
                "title": context.words("admin.dashboard.title"), "greeting": greeting, "purpose": context.words("help.screens.start"),
                "cards": try cards(person, context), "systems": try systems(person, context),
                "news": try news(person, since: since, context) ?? false,
                "firstSteps": try FirstStepsPages.drawn(self, person, context).map { ["steps": $0] as Values } ?? false,
                "mayTour": try AccountPreferences(of: person.accountID, db)[.tour] == nil,
            ]
            return ("admin/context/dashboard", values)
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

    private func cards(_ person: SignedIn, _ context: FormContext) throws -> [Values] {
        let ofOthers = try
            (JobPages.cards(context.db) + WebhookPages.cards(context.db) + MailPages.cards(context.db) + GuessCards.cards(context.db)
            + modulesOn.flatMap { try $0.cards(context.db, scopeID: context.scopeID) + $0.cards(of: person, context.db) })
            .filter { person.grants.may($0.permission, in: context.scopeID) }
        let backups = person.grants.may(BackupPages.permission, in: nil) ? BackupState(self).card(context.words) : nil
        let crashes = person.grants.may("admin.site.edit", in: nil) ? try IncidentPages.card(context) : nil
        return [crashes, backups].compactMap { $0 }
            + (try ownCards(person, context) + ofOthers).filter { $0.count > 0 }
            .map { card in
                [
                    "label": context.words(card.texts, card.values, count: card.count), "count": context.words.language.number(card.count),
                    "href": card.address,
                    "icon": card.icon, "kind": card.kind,
                ]
            }
    }

    private func ownCards(_ person: SignedIn, _ context: FormContext) throws -> [Card] {
        var cards = try PlannedAct.cards(self, person, context) + translationCards(person, context)
        // A new portal has no content until its purpose is chosen.
        if modulesOn.isEmpty, person.grants.may("admin.site.edit", in: nil) {
            cards.append(
                Card("search.cards.systems", count: modules.count, address: "/admin/site", icon: "settings", permission: "admin.site.edit"))
        }
        guard person.grants.mayAnywhere(MediaPages.editing) else { return cards }
        let sql = "SELECT count(*) FROM picture p WHERE \(Picture.notTrashed("p")) AND alt = '' AND \(Picture.visible(to: person))"
        let address = MediaPages.address.appendingQuery([("text", "missing")])
        let count = try Int.fetchOne(context.db, sql: sql) ?? 0
        return cards + [Card("search.cards.noText", count: count, address: address, icon: "picture", permission: MediaPages.editing)]
    }

    private struct Part {
        let label: String
        let address: String
        let icon: String
        var count: String?
        var note: String?
    }

    private func systems(_ person: SignedIn, _ context: FormContext) throws -> [Values] {
        var systems = modulesOn.map { module in
            let isReady = context.scopeID != nil || module.resources.allSatisfy { $0.scope == nil }
            return (
                label: context.words("\(module.name).name"),
                parts: module.resources.filter { maySee($0, person, context) }.map { part($0, context) }
                    + module.pages.filter { isReady && person.grants.mayAnywhere($0.permission) }
                    .map { Part(label: context.words($0.text), address: $0.address, icon: module.icon) }
            )
        }
        systems.append((context.words("admin.menu.shared"), shared(person, context)))
        let counts = try counts(systems.flatMap { $0.parts.compactMap(\.count) }, context)
        var next = counts.makeIterator()
        return systems.filter { !$0.parts.isEmpty }.map { system in
            let parts = system.parts.map { part -> Values in
                let count = part.count.flatMap { _ in next.next() }
                return [
                    "label": part.label, "href": part.address, "icon": part.icon,
                    "count": count.map { context.words.language.number($0) } ?? part.note ?? false,
                ]
            }
            return ["label": system.label, "parts": parts]
        }
    }

    private func maySee(_ type: any Resource.Type, _ person: SignedIn, _ context: FormContext) -> Bool {
        guard type.scope != nil else { return person.grants.may(type.seeing, in: nil) }
        return context.scopeID != nil && person.grants.may(type.seeing, in: context.scopeID)
    }

    private func part(_ type: any Resource.Type, _ context: FormContext) -> Part {
        let isOfScope = type.scope.map { " AND \($0.column) = :scope" } ?? ""
        return Part(
            label: context.words("\(type.name).many"), address: type.address, icon: type.icon,
            count: "SELECT count(*) FROM \(type.table) WHERE \(type.notTrashed) AND \(type.rows(type.seeing, context.grants))\(isOfScope)")
    }

    private func shared(_ person: SignedIn, _ context: FormContext) -> [Part] {
        let words = context.words
        var parts: [Part] = []
        if person.grants.mayAnywhere("media.edit") {
            parts.append(Part(label: words("admin.menu.pictures"), address: "/admin/media", icon: "picture"))
        }
        if person.grants.may("admin.people.edit", in: nil) {
            let count = "SELECT count(*) FROM account WHERE \(Account.notTrashed)"
            parts.append(Part(label: words("admin.menu.people"), address: "/admin/people", icon: "people", count: count))
            parts.append(Part(label: words("admin.menu.roles"), address: RolesPages.address, icon: "person"))
        }
        if person.grants.mayAnywhere("admin.audit.see") {
            parts.append(Part(label: words("admin.menu.audit"), address: "/admin/audit", icon: "history"))
        }
        if modulesOn.contains(where: { $0.resources.contains { maySee($0, person) } }) {
            parts.append(Part(label: words("schedules.calendar"), address: CalendarPage.address, icon: "calendar"))
        }
        if person.grants.may("admin.site.edit", in: nil) {
            parts.append(Part(label: words("admin.menu.site"), address: "/admin/site", icon: "settings"))
            parts.append(Part(label: words("identity.title"), address: SiteAddressPages.address, icon: "link"))
            let age = BackupState(self).age(words, context.zone)
            parts.append(Part(label: words("admin.menu.backups"), address: BackupPages.address, icon: "restore", note: age))
            parts.append(Part(label: words("admin.menu.jobs"), address: JobPages.address, icon: "clock"))
        }
        if person.grants.may("admin.people.edit", in: nil) {
            parts.append(Part(label: words("admin.menu.tokens"), address: TokenPages.all, icon: "key"))
        }
        if person.grants.may("admin.site.edit", in: nil) {
            parts.append(Part(label: words("admin.menu.webhooks"), address: WebhookPages.address, icon: "link"))
        }
        return parts
    }

    private func counts(_ queries: [String], _ context: FormContext) throws -> [Int] {
        guard !queries.isEmpty else { return [] }
        let sql = "SELECT " + queries.map { "(\($0))" }.joined(separator: ", ")
        let statement = try context.db.cachedStatement(sql: sql)
        let arguments: StatementArguments = sql.contains(":scope") ? ["scope": context.scopeID] : [:]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return [] }
        return (0..<queries.count).map { row[$0] }
    }
}
