import Accounts
import GRDB
import Hummingbird
import Web

struct WebhookFormPages: Sendable {
    let hooks: WebhookPages

    func addRoutes(to group: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        acts.post("", use: create)
        group.get("new", use: blank)
        group.get("{id}", use: edit)
        acts.post("{id}", use: save)
    }

    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await hooks.admin.page(person, request) { _, context in ("admin/webhooks/form", try formPage(nil, nil, context)) }
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await hooks.admin.page(person, request) { db, context in
            ("admin/webhooks/form", try formPage(try hooks.find(db, person), nil, context))
        }
    }

    /// `POST /admin/webhooks`: the answer is the only page that shows the secret.
    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, isNew: true) { webhook, _ in
            try await hooks.secretPage(webhook, "webhooks.made", request, person)
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, isNew: false) { webhook, taken in
            let text = [hooks.admin.words(person)("webhooks.saved"), taken].compactMap { $0 }
            return try await hooks.admin.redirect(person, to: WebhookPages.address(webhook), Flash(text.joined(separator: " ")))
        }
    }

    private func submit(
        _ request: Request, _ person: SignedIn, isNew: Bool, _ leave: (Webhook, _ taken: String?) async throws -> Response
    ) async throws -> Response {
        let form = try await Form.read(request)
        let refusal = await refusal(of: form["address"])
        do {
            let (webhook, taken) = try await hooks.admin.database.write { db in
                try write(form, refusal, isNew ? nil : hooks.find(db, person), person, db)
            }
            return try await leave(webhook, taken)
        } catch let refused as Redraw {
            let status: HTTPResponse.Status = refused.isConflict ? .conflict : .unprocessableContent
            return try await hooks.admin.page(person, request, status: status) { db, context in
                var context = context
                context.errors = refused.errors
                var values = try formPage(isNew ? nil : hooks.find(db, person), refused.form ?? form, context)
                values["taken"] = refused.taken ?? false
                return ("admin/webhooks/form", values)
            }
        }
    }

    /// The text key of a refusal. An unknown name is accepted, because it may exist later.
    private func refusal(of address: String) async -> String? {
        guard Outgoing.url(address) != nil else { return "address" }
        return await Outgoing(allowsPrivate: hooks.admin.allowsPrivateWebhooks).target(of: address).error == "private" ? "private" : nil
    }

    private func write(
        _ form: Form, _ refusal: String?, _ known: Webhook?, _ person: SignedIn, _ db: Database
    ) throws -> (webhook: Webhook, taken: String?) {
        let context = try hooks.admin.context(person, db)
        let (fields, theirs) = (WebhookDraft.fields(hooks.admin, context.words), known.map(WebhookDraft.init) ?? WebhookDraft())
        let merging = DrawnForm(fields, form, theirs: theirs, isCurrent: known == nil || !form.has(DrawnForm<WebhookDraft>.name))
        var (draft, errors) = (merging.drawn, FieldErrors())
        for field in fields {
            field.read(&draft, Entry(name: field.name, form: form, context: context, texts: WebhookDraft.texts), &errors)
        }
        merging.answer(form, &draft, context.words, &errors)
        if let refusal, errors["address"] == nil { errors.add("address", context.words("webhooks.refused.\(refusal)")) }
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merge = merging.merge(draft)
        let taken = try known.flatMap { try merging.sentence(merge, WebhookDraft.texts, by: changes(of: $0, db), context) }
        guard merge.disputed.isEmpty else {
            throw Redraw(errors: errors, isConflict: true, form: try merging.again(merge, form, version: "", context), taken: taken)
        }
        draft = merge.merged
        var webhook =
            try known
            ?? Webhook(
                id: nil, address: draft.address, resources: "", acts: "", secret: Webhook.freshSecret(), isOn: true,
                createdAt: db.transactionDate)
        draft.fill(&webhook)
        try webhook.save(db)
        // After an edit of the address, the receiver need not rest any longer.
        try JobReceiver.answered(webhook.receiver, db)
        try hooks.audit(known == nil ? "create" : "update", webhook, db, person)
        return (webhook, taken)
    }

    private func changes(of webhook: Webhook, _ db: Database) throws -> LastChange {
        try LastChange(["webhook.create", "webhook.update"], on: ("webhook", webhook.id), db)
    }

    func formPage(_ webhook: Webhook?, _ form: Form?, _ context: FormContext, replay: Form? = nil) throws -> Values {
        let words = context.words
        let draft = webhook.map(WebhookDraft.init) ?? WebhookDraft()
        let known = WebhookDraft.fields(hooks.admin, words)
        let changes = try form?.asks == true ? webhook.map { try self.changes(of: $0, context.db) } : nil
        let questions = DrawnForm.questions(known, form, draft, WebhookDraft.texts, by: changes, context)
        var context = context
        context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words.label(of: error.name, WebhookDraft.texts) + ": " + error.sentence]
        }
        let heading = webhook?.host ?? words("webhooks.new")
        let address = webhook.map(WebhookPages.address) ?? WebhookPages.address
        return [
            "title": heading, "heading": heading, "action": address, "isNew": webhook == nil, "listHref": WebhookPages.address,
            "trouble": webhook.map { hooks.trouble($0, words) } ?? false,
            "conflict": MergeQuestion.summary(questions, context),
            "hidden": (webhook == nil ? [] : [DrawnForm.hidden(known, draft, form)]) as [Values],
            "fields": try known.map {
                try $0.templateValues(draft, prefix: "", context: context, form: form, texts: WebhookDraft.texts)
            },
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "rows": try webhook.map { try deliveries($0, context) } ?? [Values](),
            "replay": try webhook.map { try WebhookReplayPages(hooks: hooks).replayForm($0, replay, context) } ?? false,
            "breadcrumbs": [["label": words("webhooks.title"), "href": WebhookPages.address]] as [Values],
        ]
    }

    private func deliveries(_ webhook: Webhook, _ context: FormContext) throws -> [Values] {
        let (words, zone) = (context.words, context.zone)
        let sql = "SELECT * FROM webhookDelivery WHERE webhookID = ? ORDER BY id DESC LIMIT 50"
        return try WebhookDelivery.fetchAll(context.db, sql: sql, arguments: [webhook.id]).map { delivery in
            let error = delivery.error.map { words("webhooks.errors.\($0)", ["status": delivery.status.map(String.init) ?? ""]) }
            let next = delivery.state == .waiting && delivery.attempts > 0 ? delivery.nextAt : nil
            return [
                "when": words.language.relativeMoment(delivery.createdAt, now: .now, in: zone), "event": delivery.event,
                "state": words("webhooks.states.\(delivery.state)"),
                "tone": delivery.state == .done ? "good" : delivery.state == .failed ? "bad" : "info",
                "error": error ?? false,
                "next": next.map { words("webhooks.nextAt", ["when": words.language.moment($0, in: zone)]) } ?? false,
                "attempts": String(delivery.attempts), "status": delivery.status.map(String.init) ?? false,
                "answer": delivery.answer.isEmpty ? false : String(delivery.answer.prefix(200)),
                "resendAction": delivery.state == .waiting
                    ? false : "\(WebhookPages.address(webhook))/deliveries/\(delivery.id ?? 0)/repetition",
            ]
        }
    }
}
