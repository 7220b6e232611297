import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct BackupPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/backups"
    static let permission: Permission = "admin.site.edit"
    static let texts = "backups"
    static let fields: [Field<BackupPlan>] = [
        .flag("on", \.isOn), .number("hour", \.hour, in: 0...23), .number("days", \.days, in: 1...60),
        .number("weeks", \.weeks, in: 0...52),
    ]

    func addRoutes(to backups: RouterGroup<SignedIn>, proof: RecentProof, download asked: RecentProof) {
        backups.get("", use: index)
        backups.post("", use: make)
        backups.group("plan").add(middleware: proof).post("", use: savePlan)
        backups.group("downloads").add(middleware: Requires("*")).add(middleware: asked).post("{file}", use: download)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in ("admin/backups/index", try page(nil, person, context)) }
    }

    @Sendable func make(_ request: Request, _ person: SignedIn) async throws -> Response {
        let isFirst = try await admin.database.write { db in
            guard try !Jobs.isUnderway(Backups.kind, db) else { return false }
            try Jobs.enqueue(db, Backups.kind, by: person.actor)
            return true
        }
        let words = admin.words(person)
        let flash = isFirst ? Flash(words("backups.begun")) : Flash(words("backups.already"), kind: .info)
        return try await admin.redirect(person, to: Self.address, flash)
    }

    @Sendable func savePlan(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let refused: Redraw?
        var taken: String?
        do {
            taken = try await admin.database.write { db in try write(form, person, db) }
            refused = nil
        } catch let failed as Redraw {
            refused = failed
        }
        if let refused {
            let status: HTTPResponse.Status = refused.isConflict ? .conflict : .unprocessableContent
            return try await admin.page(person, request, status: status) { db, context in
                var context = context
                context.errors = refused.errors
                return ("admin/backups/index", try page(refused.form ?? form, person, context))
            }
        }
        let text = [admin.words(person)("backups.saved"), taken].compactMap { $0 }.joined(separator: " ")
        return try await admin.redirect(person, to: Self.address, Flash(text))
    }

    private func write(_ form: Form, _ person: SignedIn, _ db: Database) throws -> String? {
        let context = try admin.context(person, db)
        let before = try SiteSettings.load(db).backups
        let merging = DrawnForm(Self.fields, form, theirs: before, isCurrent: !form.has(DrawnForm<BackupPlan>.name))
        var (plan, errors) = (merging.drawn, FieldErrors())
        for field in Self.fields {
            field.read(&plan, Entry(name: field.name, form: form, context: context, texts: Self.texts), &errors)
        }
        merging.answer(form, &plan, context.words, &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merge = merging.merge(plan)
        let taken = merging.sentence(merge, Self.texts, by: try LastChange(["backup.plan"], db), context)
        guard merge.disputed.isEmpty else {
            throw Redraw(errors: errors, isConflict: true, form: try merging.again(merge, form, version: "", context))
        }
        plan = merge.merged
        guard plan != before else { return taken }
        try plan.save(db)
        let changes = Self.fields.filter { !$0.isSame(before, plan) }.map { field in
            (field.name, "\(field.text(before, context.words, context.zone)) → \(field.text(plan, context.words, context.zone))")
        }
        try AuditEntry.write(db, "backup.plan", by: person.actor, detail: Dictionary(changes) { $1 })
        return taken
    }

    /// A download contains everything, so it needs every right.
    @Sendable func download(_ request: Request, _ person: SignedIn) async throws -> Response {
        let name = person.parameters.get("file")
        guard let backup = admin.backups.kept().first(where: { $0.name == name }) else { throw HTTPError(.notFound) }
        try await admin.database.write { db in
            try AuditEntry.write(db, "backup.download", by: person.actor, detail: ["file": backup.name])
        }
        let body = try await FileIO().loadFile(path: backup.path, context: person)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-tar", .cacheControl: "no-store", .contentLength: String(backup.bytes),
                .contentDisposition: "attachment; filename=\"\(backup.name)\"",
            ], body: body)
    }

    private func page(_ form: Form?, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let words = context.words
        let kept = admin.backups.kept()
        let plan = try SiteSettings.load(context.db).backups
        let changes = try form?.asks == true ? LastChange(["backup.plan"], context.db) : nil
        let questions = DrawnForm.questions(Self.fields, form, plan, Self.texts, by: changes, context)
        var context = context
        context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
        context.keepers = try SeedMemory.owners(.site, inside: "backups", context.db)
        let fields = try Self.fields.map { try $0.templateValues(plan, prefix: "", context: context, form: form, texts: Self.texts) }
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words.label(of: error.name, Self.texts) + ": " + error.sentence]
        }
        let mayDownload = person.grants.may("*", in: nil)
        return [
            "title": words("admin.menu.backups"), "heading": words("admin.menu.backups"), "count": words.language.number(kept.count),
            "action": Self.address, "planAction": Self.address + "/plan", "state": BackupState(admin, kept).notice(words, context.zone),
            "strip": BackupState(admin, kept).strip(words, context.zone)?.values ?? false,
            "underway": try Jobs.isUnderway(Backups.kind, context.db), "jobsHref": JobPages.address, "listHref": Self.address,
            "keptByFiles": context.keepers.isEmpty ? false : words("seed.keptFields"),
            "hasRows": !kept.isEmpty, "rows": kept.map { row($0, mayDownload, context) }, "fields": fields,
            "conflict": MergeQuestion.summary(questions, context), "hidden": DrawnForm.hidden(Self.fields, plan, form),
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "mayDownload": mayDownload, "folder": admin.backups.folder, "program": Self.program,
            "example": admin.backups.folder + "/" + (kept.first?.name ?? "FILE.tar"), "data": admin.backups.data,
        ]
    }

    /// This program as it is called on the server: with its path, and as its own user, who must own what is restored.
    private static let program: String = {
        let path = CommandLine.arguments.first.flatMap { $0.hasPrefix("/") && $0.hasSuffix("/portico") ? $0 : nil } ?? "portico"
        guard geteuid() != 0, let entry = getpwuid(geteuid()) else { return path }
        return "sudo -u \(String(cString: entry.pointee.pw_name)) \(path)"
    }()

    private func row(_ backup: KeptBackup, _ mayDownload: Bool, _ context: FormContext) -> Values {
        let words = context.words
        let report = backup.report
        let tone = report == nil ? "plain" : backup.isGood ? "good" : "bad"
        return [
            "name": backup.name, "when": words.language.relativeMoment(backup.madeAt, now: .now, in: context.zone),
            "size": words.language.bytes(backup.bytes), "tone": tone, "icon": tone == "plain" ? "question" : tone,
            "state": words("backups.states.\(tone)"),
            "holds": report.map {
                words("backups.holds", ["rows": words.language.number($0.rows), "pictures": words.language.number($0.pictures)])
            } ?? false,
            "took": report.map { words("backups.took", ["seconds": words.language.seconds($0.making + $0.rehearsing)]) } ?? false,
            "findings": (report?.findings ?? []).map { $0.saying.localized(in: words) },
            "downloadAction": mayDownload ? "\(Self.address)/downloads/\(backup.name)" : false,
        ]
    }
}

extension Language {
    func bytes(_ count: Int) -> String {
        let (size, unit) = count >= 1 << 30 ? (Double(count) / Double(1 << 30), "GB") : (Double(count) / Double(1 << 20), "MB")
        return decimal((size * 10).rounded() / 10) + " " + unit
    }

    func seconds(_ count: Double) -> String { decimal((count * 10).rounded() / 10) }
}
