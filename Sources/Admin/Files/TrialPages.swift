import Accounts
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `GET /admin/house/products/imports/3/trial`: what would happen; nothing does.
    @Sendable func tryImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await desk.page(person, request) { db, context in
            let file = try importFile(person, db)
            guard file.state == .waiting else { return ("files/progress", try progressPage(file, context)) }
            return ("files/trial", try trialPage(file, context, by: person.actor))
        }
    }

    func trialPage(_ file: ImportFile, _ context: FormContext, by actor: Actor, problem: String? = nil) throws -> Values {
        let words = context.words
        let work = try ImportWork<R>(file, desk.pages.templates)
        let rows = try work.trial(work.context(words, desk, context.db, by: actor))
        let counts = ImportCounts(rows)
        let address = "\(R.address)/imports/\(file.id ?? 0)"
        let heading = words("files.trial.heading")
        let refused = rows.filter { $0.verdict == .refused }
        let most = 100
        let lines = refused.prefix(most).flatMap { row -> [Values] in row.mistakes.map { mistake(row, $0, work, words) } }
        let sample = rows.filter { $0.verdict == .changed || $0.verdict == .new }.prefix(10).map { row -> Values in
            let fields = row.fields.map { words.label(of: $0, R.name) }.joined(separator: ", ")
            return ["label": row.record.titleText, "what": row.verdict == .new ? words("files.trial.isNew") : fields]
        }
        return [
            "title": heading, "heading": heading, "file": file.name, "counts": said(counts, words), "mappingHref": address,
            "problem": problem.map { words($0) } ?? file.problem.map { words($0) } ?? false, "sample": sample,
            "more": counts.written > sample.count ? words("lists.more", count: counts.written - sample.count) : false,
            "refused": lines, "refusedHeading": words("files.trial.refused", count: refused.count),
            "refusedMore": refused.count > most ? words("files.trial.first", ["count": String(most)]) : false,
            "refusedHref": address + "/refused", "isLarge": work.table.rows.count > ImportJob.inRequest,
            "action": counts.written > 0 ? address + "/application" : false, "mark": counts.mark,
            "confirm": words("files.trial.confirm", count: counts.written),
            "leaves": counts.refused > 0 && counts.written > 0 ? words("files.trial.leaves", count: counts.refused) : false,
            "isSame": counts.written == 0 && counts.refused == 0, "listHref": R.address, "deletion": address + "/deletion",
            "breadcrumbs": importCrumbs(words),
        ]
    }

    /// The numbers of a trial, those that are none left out.
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
        _ row: JudgedRow<R>, _ mistake: (name: String, sentence: String), _ work: ImportWork<R>, _ words: Words
    ) -> Values {
        let field = mistake.name.split(separator: ".").first.map(String.init) ?? ""
        let place = work.mapping.places[field]
        let isPart = mistake.name.contains(".")
        let column: String =
            if isPart {
                errorLabel(mistake.name, words)
            } else if let place {
                columnName(place, work.table, words)
            } else {
                field.isEmpty ? "" : words.label(of: field, R.name)
            }
        return [
            "row": words.language.number(row.row.number), "column": column,
            "value": isPart ? "" : place.flatMap { row.row.values[$0] }?.sample ?? "", "sentence": mistake.sentence,
        ]
    }

    /// `GET /admin/house/products/imports/3/refused`: every refused row as it came, with the reason, to be put right and sent again.
    @Sendable func refusedRows(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = desk.words(person)
        let csv = CSV(separator: words.language == .italian ? ";" : ",")
        let text = try await desk.database.read { db -> String in
            let work = try ImportWork<R>(importFile(person, db), desk.pages.templates)
            let rows = try work.trial(work.context(words, desk, db, by: person.actor)).filter { $0.verdict == .refused }
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
