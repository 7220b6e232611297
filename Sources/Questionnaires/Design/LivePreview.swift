import Web

/// What is designed, drawn beside it as people will meet it, with everything shown whatever the rules say.
struct LivePreview {
    /// As many questions as are drawn at once; of more, the page that is worked on.
    static let most = 150

    let structure: Structure
    let words: Words
    let original: Language
    var focus: Int64?

    var values: Values {
        var plain = structure
        (plain.conditions, plain.rules) = ([], [])
        let navigation = Navigation(StructureOutline(plain))
        let gap = LanguageGap(plain, for: words.language, original: original)
        let drawing = QuestionDrawing(words: words, replies: Replies(), refusals: [:], gap: gap)
        let isCut = structure.questions.count > Self.most
        let pages = plain.pages.enumerated().filter { !isCut || $0.offset == focusedPage }.map { index, page -> Values in
            let place = words("questionnaires.fill.place", ["number": String(index + 1), "count": String(plain.pages.count)])
            return [
                "heading": page.text.isEmpty ? place : page.text, "place": page.text.isEmpty ? false : place,
                "note": page.note.isEmpty ? false : page.note, "paragraphs": drawing.paragraphs(page, navigation),
            ]
        }
        return ["pages": pages, "isCut": isCut, "isNothing": structure.questions.isEmpty]
    }

    private var focusedPage: Int {
        switch focus.flatMap(structure.spot) {
        case .page(let p)?, .paragraph(let p, _)?, .question(let p, _, _)?: p
        case nil: 0
        }
    }
}
