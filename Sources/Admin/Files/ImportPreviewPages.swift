import Accounts
import GRDB
import Hummingbird
import Web

struct ImportPreviewPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("imports/{id}/trial", use: tryImport)
        own.get("imports/{id}/refused", use: refusedRows)
    }

    @Sendable func tryImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let file = try ImportFile.find(of: R.self, person, db)
            guard file.state == .waiting else { return ("admin/files/progress", try admin.progress(of: file, for: R.self, context)) }
            return ("admin/files/trial", try trialPage(file, context, by: person.actor))
        }
    }

    func trialPage(_ file: ImportFile, _ context: FormContext, by actor: Actor, problem: String? = nil) throws -> Values {
        let words = context.words
        let work = try ImportWork<R>(file, admin.pages.templates)
        let rows = try work.trial(work.context(words, admin, context.db, by: actor))
        let counts = ImportCounts(rows)
        let address = "\(R.address)/imports/\(file.id ?? 0)"
        let heading = words("files.trial.heading")
        let most = 100
        let refused = rows.filter { $0.verdict == .refused }
        let lines = refused.prefix(most).flatMap { row -> [Values] in row.mistakes.map { mistake(row, $0, work, words) } }
        let written = rows.filter { $0.verdict == .changed || $0.verdict == .new }.prefix(10)
        let (disputed, kept) = (rows.filter { !$0.disputed.isEmpty && $0.verdict == .changed }, rows.filter { !$0.kept.isEmpty })
        let told = Array(written) + disputed.prefix(most) + kept.prefix(most)
        let drawing = try ChangesDrawing(told, work.context(words, admin, context.db, by: actor))
        let sample = written.map { row -> Values in
            ["label": row.record.titleText, "what": row.verdict == .new ? words("files.trial.isNew") : drawing.changes(row, row.fields)]
        }
        return [
            "title": heading, "heading": heading, "file": file.name, "counts": said(counts, words), "mappingHref": address,
            "problem": problem.map { words($0) } ?? file.problem.map { words($0) } ?? false, "sample": sample,
            "more": counts.written > sample.count ? words("lists.more", count: counts.written - sample.count) : false,
            "disputed": try disputed.prefix(most).map { ["label": $0.record.titleText, "what": try drawing.authors($0)] as Values },
            "disputedHeading": words("files.trial.disputed", count: disputed.count),
            "kept": kept.prefix(most).map { ["label": $0.record.titleText, "what": drawing.kept($0)] as Values },
            "keptHeading": words("files.trial.kept", count: kept.count),
            "othersMore": max(disputed.count, kept.count) > most ? words("files.trial.first", ["count": String(most)]) : false,
            "refused": lines, "refusedHeading": words("files.trial.refused", count: refused.count),
            "refusedMore": refused.count > most ? words("files.trial.first", ["count": String(most)]) : false,
            "refusedHref": address + "/refused", "isLarge": work.table.rows.count > ImportJob.inRequest,
            "action": counts.written > 0 ? address + "/application" : false, "mark": counts.mark,
            "confirm": words("files.trial.confirm", count: counts.written),
            "leaves": counts.refused > 0 && counts.written > 0 ? words("files.trial.leaves", count: counts.refused) : false,
            "isSame": counts.written == 0 && counts.refused == 0, "listHref": R.address, "deletion": address + "/deletion",
            "breadcrumbs": R.importCrumbs(words),
        ]
    }

    private func said(_ counts: ImportCounts, _ words: Words) -> [Values] {
        let all: [(key: String, count: Int, tone: String)] = [
            ("new", counts.new, "good"), ("changed", counts.changed, "info"), ("same", counts.same, "plain"),
            ("left", counts.left, "plain"), ("refused", counts.refused, "bad"),
        ]
        return all.filter { $0.count > 0 }.map {
            ["text": words("files.counts.\($0.key)", count: $0.count), "tone": $0.tone, "key": $0.key]
        }
    }

    private func mistake(
        _ row: ValidatedRow<R>, _ mistake: (name: String, sentence: String), _ work: ImportWork<R>, _ words: Words
    ) -> Values {
        let field = mistake.name.split(separator: ".").first.map(String.init) ?? ""
        let place = work.mapping.places[field]
        let isPart = mistake.name.contains(".")
        let column: String =
            if isPart {
                R.errorLabel(mistake.name, words)
            } else if let place {
                work.table.name(ofColumn: place, words)
            } else {
                field.isEmpty ? "" : words.label(of: field, R.name)
            }
        return [
            "row": words.language.number(row.row.number), "column": column,
            "value": isPart ? "" : place.flatMap { row.row.values[$0] }?.sample ?? "", "sentence": mistake.sentence,
        ]
    }

    /// The refused rows as sent with the reasons, to correct and send again.
    @Sendable func refusedRows(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let csv = CSV(separator: words.language.columnSeparator)
        let text = try await admin.database.read { db -> String in
            let work = try ImportWork<R>(ImportFile.find(of: R.self, person, db), admin.pages.templates)
            let rows = try work.trial(work.context(words, admin, db, by: person.actor)).filter { $0.verdict == .refused }
            let head = [words("files.trial.row"), words("files.trial.why")] + work.table.columns
            let lines = rows.map { row -> String in
                let why = row.mistakes.map { drawn -> String in
                    let place = mistake(row, drawn, work, words)["column"] as? String ?? ""
                    return place.isEmpty ? drawn.sentence : "\(place): \(drawn.sentence)"
                }
                return csv.line([String(row.row.number), why.joined(separator: "\n")] + row.row.values.map { $0?.text ?? "" })
            }
            return CSV.mark + csv.line(head) + lines.joined()
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(words("files.trial.file")).csv\"",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

private struct ChangesDrawing<R: Resource> {
    private let reading: ValueReading
    private let context: FormContext

    init(_ rows: [ValidatedRow<R>], _ context: FormContext) throws {
        var pointers = Pointers()
        for row in rows {
            for field in (row.fields + row.kept).compactMap(R.field) {
                pointers.add(field.kind, field.pack(row.record))
                if let before = row.before { pointers.add(field.kind, field.pack(before)) }
            }
        }
        self.context = context
        reading = try ValueReading(pointers, context.db, context.words, context.zone)
    }

    /// "Price 1,00 € → 2,00 €, Shops"; only the field name where the values are too long.
    func changes(_ row: ValidatedRow<R>, _ names: [String]) -> String {
        names.compactMap(R.field).map { change($0, row) }.joined(separator: ", ")
    }

    private func change(_ field: Field<R>, _ row: ValidatedRow<R>) -> String {
        let label = context.words.label(of: field.name, R.name)
        guard let before = row.before, !(field.kind is any Composite) else { return label }
        let texts = [before, row.record].map { reading.text(field.kind, field.pack($0)) }
        guard texts.allSatisfy({ $0.unicodeScalars.count <= 60 }) else { return label }
        let said = texts.map { $0.isEmpty ? context.words("history.nothing") : $0 }
        return "\(label) \(said[0]) → \(said[1])"
    }

    func authors(_ row: ValidatedRow<R>) throws -> String {
        guard let before = row.before else { return "" }
        let authors = try FieldAuthors(of: before, context.db)
        return row.disputed.compactMap(R.field).map { field in
            let change = change(field, row)
            guard let author = authors[field.name] else { return change }
            let when = context.words.language.saidMoment(author.at, now: .now, in: context.zone)
            return context.words("files.trial.by", ["change": change, "who": author.name, "when": when])
        }.joined(separator: "; ")
    }

    func kept(_ row: ValidatedRow<R>) -> String {
        row.kept.compactMap(R.field).map { field -> String in
            let (label, text) = (context.words.label(of: field.name, R.name), reading.text(field.kind, field.pack(row.record)))
            let isShort = !(field.kind is any Composite) && text.unicodeScalars.count <= 60
            return isShort ? "\(label) \(text.isEmpty ? context.words("history.nothing") : text)" : label
        }.joined(separator: ", ")
    }
}
