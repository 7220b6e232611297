import Admin
import Web

struct QuestionResult {
    let threshold: Int
    let question: Question
    let tally: Tally
    let words: Words
    let around: [(label: String, tallies: Tallies)]
    let voices: [String]
    /// Where all written answers are, of which the page shows only the most frequent; nil where it shows all that the reader may see.
    let voicesHref: String?
    /// Where the files of the answers are; nil for readers who get none.
    let filesHref: String?
    let replies: [TeacherAnswer]
    let replyHref: String?
    let labels: [String]

    /// Written answers that are read for a page, and shown: all of them are on their own page.
    static let (mostVoices, fewVoices) = (500, 3)

    private var language: Language { words.language }

    private var texts: Int {
        tally.isWithheld ? 0 : question.answers.filter { $0.format == .text }.reduce(0) { $0 + (tally.counts[$1.id] ?? 0) }
    }

    private var files: Int {
        guard !tally.isWithheld, let answer = question.free.first, question.format == .free, answer.format == .file else { return 0 }
        return tally.counts[answer.id] ?? 0
    }

    /// The same numbers as a file.
    private var heading: Chart.Heading {
        Chart.Heading(id: "question-\(question.id)", title: question.text, summary: base)
    }

    var values: Values {
        var values: Values = [
            "id": "r-\(question.id)", "text": question.text, "category": question.category.isEmpty ? false : question.category,
            "base": base, "answered": language.number(tally.answered), "isWithheld": tally.isWithheld, "strip": strip,
            "said": textCount, "isMultiple": question.format.isMultiple && question.look != .ranking,
            "isRanking": question.look == .ranking,
            "ranks": ranks, "isChoice": question.format != .free, "isNumbers": !tally.numbers.isEmpty,
            "isDays": !tally.days.isEmpty, "facts": facts,
            "filesHref": (files > 0 ? filesHref : nil) ?? false, "filesText": words("questionnaires.results.files", count: files),
            "voicesHref": (texts > 0 ? voicesHref : nil) ?? false, "voicesText": words("questionnaires.results.allTexts", count: texts),
            "mean": Statistics(tally.measured).map { language.mean($0.mean) } ?? false,
            "labels": labels.map { ["text": $0] as Values }, "replies": replies.map { ["name": $0.name, "text": $0.text] as Values },
            "replyHref": replyHref ?? false,
            "isNothing": tally.answered == 0,
        ]
        let rows = self.rows
        values["rows"] = rows.map { row -> Values in
            ["label": row.label, "count": language.number(row.count), "share": row.share.map { language.percent($0) } ?? "–"]
        }
        let said = CountedText.grouped(voices)
        values["voices"] = (voicesHref == nil ? said : Array(said.prefix(Self.fewVoices))).map { CountedText.templateValues($0, words) }
        (values["chart"], values["file"]) = (false, false)
        values["hasNumbers"] = !rows.isEmpty
        guard !rows.isEmpty, tally.answered > 0 else { return values }
        let bars = BarChart(rows.map { (label: $0.label, count: $0.count, share: $0.share) }, language)
        let head = (words("questionnaires.results.answer"), words("questionnaires.results.count"))
        (values["chart"], values["file"]) = (
            bars.values(others: question.format == .free ? 0 : 1), bars.chart(heading, head: head).fileValues
        )
        return values
    }

    /// One bar, in which the answers of all questions compare; false where there is nothing to draw.
    private var strip: any Sendable {
        guard !tally.isWithheld, tally.answered > 0, question.look != .ranking else { return false }
        if !question.format.isMultiple, question.scale != nil {
            let scale = ResultProfile.scale(of: question)
            return ResultStrip(scale.map { .init(label: $0.text, count: tally.counts[$0.id] ?? 0) }, isScale: true, language).values
        }
        let lines = question.format == .free ? rows : Array(rows.dropLast())
        return ResultStrip(lines.map { .init(label: $0.label, count: $0.count) }, isScale: false, language).values
    }

    /// How many texts stand below a question that has no bar; false without any.
    private var textCount: any Sendable {
        if files > 0 { return words("questionnaires.results.files", count: files) }
        let count = texts > 0 && voicesHref != nil ? texts : voices.count
        return question.format == .free && rows.isEmpty && count > 0 ? words("questionnaires.results.texts", count: count) : false
    }

    private var base: String {
        tally.isWithheld
            ? words("questionnaires.results.tooFewAsked", ["threshold": language.number(threshold)])
            : words(
                "questionnaires.results.base",
                ["shown": language.number(tally.shown), "answered": language.number(tally.answered)])
    }

    private func label(of answer: Answer) -> String {
        guard question.look.isRow, let score = answer.score.map({ language.decimal($0) }), answer.text != score else { return answer.text }
        return "\(score) \(answer.text)"
    }

    private struct Line {
        let label: String
        let count: Int
        var share: Double?
    }

    private var rows: [Line] {
        if tally.isWithheld { return [] }
        if question.format != .free {
            let unanswered = Line(
                label: words("questionnaires.results.unanswered"), count: tally.unanswered,
                share: tally.shown == 0 ? nil : Double(tally.unanswered) / Double(tally.shown))
            return question.answers.map { Line(label: label(of: $0), count: tally.counts[$0.id] ?? 0, share: tally.share(of: $0.id)) }
                + [unanswered]
        }
        if !tally.numbers.isEmpty {
            return Histogram(tally.numbers).bars.map { bar in
                Line(label: "\(language.short(bar.from)) – \(language.short(bar.to))", count: bar.count, share: part(bar.count))
            }
        }
        if !tally.times.isEmpty { return tally.hours.map { Line(label: $0.hour, count: $0.count, share: part($0.count)) } }
        return tally.months.map { Line(label: $0.month, count: $0.count, share: part($0.count)) }
    }

    private var ranks: [Values] {
        guard question.look == .ranking, !tally.isWithheld else { return [] }
        let placed = question.answers.compactMap { answer in tally.place(of: answer.id).map { (answer: answer, place: $0) } }
        return placed.sorted { ($0.place, $0.answer.id) < ($1.place, $1.answer.id) }.map { answer, place in
            let firsts = tally.places[answer.id]?.count { $0 == 1 } ?? 0
            return [
                "label": answer.text, "place": language.mean(place), "count": language.number(tally.counts[answer.id] ?? 0),
                "firsts": language.number(firsts),
            ]
        }
    }

    private func part(_ count: Int) -> Double? { tally.answered == 0 ? nil : Double(count) / Double(tally.answered) }

    private var facts: [Values] {
        guard let statistics = Statistics(tally.measured) else { return [] }
        var facts: [(String, String)] = [
            (words("questionnaires.results.facts.mean"), language.mean(statistics.mean)),
            (words("questionnaires.results.facts.median"), language.short(statistics.median)),
            (words("questionnaires.results.facts.deviation"), statistics.deviation.map { language.mean($0) } ?? "–"),
            (
                words("questionnaires.results.facts.range"),
                language.short(statistics.least) + " – " + language.short(statistics.greatest)
            ),
        ]
        if let positive = tally.positive(question) {
            facts.append((words("questionnaires.results.facts.positive"), language.percent(positive)))
        }
        if let recommending = tally.recommending(question) {
            facts.append((words("questionnaires.results.facts.nps"), language.decimal(recommending.rounded())))
        }
        for (label, tallies) in around {
            guard let mean = Statistics(tallies[question.id].measured)?.mean else { continue }
            facts.append((words("questionnaires.results.facts.meanOf", ["part": label]), language.mean(mean)))
        }
        return facts.map { ["label": $0.0, "value": $0.1] }
    }
}
