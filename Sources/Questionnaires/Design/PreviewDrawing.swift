import Web

/// A page of a questionnaire as people meet it, with the answers given in the address.
struct PreviewDrawing {
    let structure: Structure
    let form: Form
    let words: Words
    let original: Language

    var values: Values? {
        var navigation = Navigation(StructureOutline(structure))
        for question in structure.questions { navigation.reply(Reply(form, question), to: question.id) }
        let pages = navigation.pages
        guard let asked = navigation.nearest(to: form.recordID("page") ?? pages.first ?? 0), let here = pages.firstIndex(of: asked),
            let page = structure.pages.first(where: { $0.id == asked }).map(Piping(navigation, words.language).page)
        else { return nil }
        let gap = LanguageGap(structure, for: words.language, original: original)
        let drawing = QuestionDrawing(words: words, replies: navigation.replies, refusals: [:], gap: gap)
        let shown = Set(navigation.questions(on: page).map(\.id))
        let place = words("questionnaires.fill.place", ["number": String(here + 1), "count": String(pages.count)])
        return [
            "heading": page.text.isEmpty ? place : page.text, "note": page.note.isEmpty ? false : page.note,
            "place": place, "done": String(here), "all": String(pages.count),
            "paragraphs": drawing.paragraphs(page, navigation), "page": String(asked),
            "carried": Self.carried(navigation.replies, except: shown),
            "next": here + 1 < pages.count ? String(pages[here + 1]) : false, "back": here > 0 ? String(pages[here - 1]) : false,
            "questions": words("questionnaires.design.meets", count: Submission(navigation).shown.count),
            "headingLang": page.text.isEmpty ? false : gap.code(page.id), "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: StructureOutline(structure).elements(of: page.id), words),
        ]
    }

    private static func carried(_ replies: Replies, except shown: Set<Int64>) -> [Values] {
        replies.all.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { question, reply in
            reply.chosen.map { ["name": "d_\(question)", "value": String($0)] as Values }
                + reply.typed.sorted { $0.key < $1.key }.map { ["name": "v_\($0.key)", "value": $0.value] as Values }
        }
    }
}
