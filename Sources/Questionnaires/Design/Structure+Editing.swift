// Editing operations on the tree. Each returns a changed structure; new elements have negative ids until they are written.

extension Structure {
    enum Spot: Equatable {
        case page(Int)
        case paragraph(Int, Int)
        case question(Int, Int, Int)
    }

    func spot(_ id: Int64) -> Spot? {
        for (p, page) in pages.enumerated() {
            if page.id == id { return .page(p) }
            for (a, paragraph) in page.paragraphs.enumerated() {
                if paragraph.id == id { return .paragraph(p, a) }
                if let q = paragraph.questions.firstIndex(where: { $0.id == id }) { return .question(p, a, q) }
            }
        }
        return nil
    }

    var freeID: Int64 { min(0, StructureOutline(self).places.map(\.id).min() ?? 0) - 1 }

    func question(_ id: Int64) -> Question? { questions.first { $0.id == id } }

    /// Adds a page at the end, or a child at the end of its parent; nil when the parent cannot hold it.
    func adding(_ kind: ElementKind, to parent: Int64?) -> (structure: Structure, id: Int64)? {
        var copy = self
        let id = freeID
        switch (kind, parent.flatMap(spot)) {
        case (.page, nil) where parent == nil:
            copy.pages.append(Page(id: id, paragraphs: [Paragraph(id: id - 1)]))
        case (.paragraph, .page(let p)?): copy.pages[p].paragraphs.append(Paragraph(id: id))
        case (.question, .paragraph(let p, let a)?):
            copy.pages[p].paragraphs[a].questions.append(Question(id: id, code: freeCode))
        default: return nil
        }
        return (copy, id)
    }

    /// Adds an empty page or paragraph behind another; nil for a question, behind which lines are typed.
    func inserting(behind id: Int64) -> Structure? {
        var copy = self
        let new = freeID
        switch spot(id) {
        case .page(let p)?: copy.pages.insert(Page(id: new, paragraphs: [Paragraph(id: new - 1)]), at: p + 1)
        case .paragraph(let p, let a)?: copy.pages[p].paragraphs.insert(Paragraph(id: new), at: a + 1)
        case .question?, nil: return nil
        }
        return copy
    }

    var freeCode: String {
        let taken = Set(questions.map(\.code))
        return (1...).lazy.map { "q\($0)" }.first { !taken.contains($0) } ?? ""
    }

    func removing(_ id: Int64) -> Structure {
        var copy = self
        switch spot(id) {
        case .page(let p)?: copy.pages.remove(at: p)
        case .paragraph(let p, let a)?: copy.pages[p].paragraphs.remove(at: a)
        case .question(let p, let a, let q)?: copy.pages[p].paragraphs[a].questions.remove(at: q)
        case nil: break
        }
        return copy.withoutLooseRules
    }

    var withoutLooseRules: Structure {
        var copy = self
        let there = Set(StructureOutline(self).places.map(\.id))
        copy.conditions.removeAll { !there.contains($0.trigger) || !there.contains($0.target) }
        copy.rules.removeAll { !there.contains($0.target) || !$0.test.answers.allSatisfy(there.contains) }
        return copy
    }

    /// Moves an element one place among its siblings, or into the adjacent page or paragraph at either end.
    func moving(_ id: Int64, down: Bool) -> Structure {
        var copy = self
        let step = down ? 1 : -1
        switch spot(id) {
        case .page(let p)?:
            if pages.indices.contains(p + step) { copy.pages.swapAt(p, p + step) }
        case .paragraph(let p, let a)?:
            if pages[p].paragraphs.indices.contains(a + step) {
                copy.pages[p].paragraphs.swapAt(a, a + step)
            } else if pages.indices.contains(p + step) {
                let paragraph = copy.pages[p].paragraphs.remove(at: a)
                copy.pages[p + step].paragraphs.insert(paragraph, at: down ? 0 : copy.pages[p + step].paragraphs.count)
            }
        case .question(let p, let a, let q)?:
            if pages[p].paragraphs[a].questions.indices.contains(q + step) {
                copy.pages[p].paragraphs[a].questions.swapAt(q, q + step)
            } else if let (nextPage, nextParagraph) = neighbour(p, a, down: down) {
                let question = copy.pages[p].paragraphs[a].questions.remove(at: q)
                let end = copy.pages[nextPage].paragraphs[nextParagraph].questions.count
                copy.pages[nextPage].paragraphs[nextParagraph].questions.insert(question, at: down ? 0 : end)
            }
        case nil: break
        }
        return copy
    }

    private func neighbour(_ p: Int, _ a: Int, down: Bool) -> (Int, Int)? {
        let all = pages.indices.flatMap { page in pages[page].paragraphs.indices.map { (page, $0) } }
        guard let here = all.firstIndex(where: { $0.0 == p && $0.1 == a }), all.indices.contains(here + (down ? 1 : -1)) else { return nil }
        return all[here + (down ? 1 : -1)]
    }

    /// Inserts a copy after the element. Questions get new codes; rules inside the copied part are copied too.
    func duplicating(_ id: Int64) -> Structure {
        guard let spot = spot(id) else { return self }
        var copy = self
        var part: Structure
        switch spot {
        case .page(let p): part = Structure(pages: [pages[p]])
        case .paragraph(let p, let a): part = Structure(pages: [Page(id: 0, paragraphs: [pages[p].paragraphs[a]])])
        case .question(let p, let a, let q):
            part = Structure(pages: [Page(id: 0, paragraphs: [Paragraph(id: 0, questions: [pages[p].paragraphs[a].questions[q]])])])
        }
        (part.conditions, part.rules) = (conditions, rules)
        part = part.withoutLooseRules.renumbered(from: freeID, by: -1)
        for paragraph in part.pages[0].paragraphs.indices {
            for question in part.pages[0].paragraphs[paragraph].questions.indices {
                part.pages[0].paragraphs[paragraph].questions[question].code = ""
            }
        }
        switch spot {
        case .page(let p): copy.pages.insert(part.pages[0], at: p + 1)
        case .paragraph(let p, let a): copy.pages[p].paragraphs.insert(part.pages[0].paragraphs[0], at: a + 1)
        case .question(let p, let a, let q):
            copy.pages[p].paragraphs[a].questions.insert(part.pages[0].paragraphs[0].questions[0], at: q + 1)
        }
        copy.conditions += part.conditions
        copy.rules += part.rules
        return copy.coded
    }

    var coded: Structure {
        var copy = self
        for p in copy.pages.indices {
            for a in copy.pages[p].paragraphs.indices {
                for q in copy.pages[p].paragraphs[a].questions.indices {
                    if copy.pages[p].paragraphs[a].questions[q].code.isEmpty {
                        copy.pages[p].paragraphs[a].questions[q].code = copy.freeCode
                    }
                    copy.pages[p].paragraphs[a].questions[q].codeAnswers()
                }
            }
        }
        return copy
    }

    /// Makes codes of questions, and of answers within a question, unique: a reference by code would match only the first.
    var distinctlyCoded: Structure {
        var copy = coded
        var codes = ElementCode.distinct(copy.questions.map(\.code))[...]
        for p in copy.pages.indices {
            for a in copy.pages[p].paragraphs.indices {
                for q in copy.pages[p].paragraphs[a].questions.indices {
                    copy.pages[p].paragraphs[a].questions[q].code = codes.removeFirst()
                    let answers = ElementCode.distinct(copy.pages[p].paragraphs[a].questions[q].answers.map(\.code))
                    for (index, code) in answers.enumerated() { copy.pages[p].paragraphs[a].questions[q].answers[index].code = code }
                }
            }
        }
        return copy
    }
}

extension Question {
    mutating func codeAnswers() {
        for index in answers.indices where answers[index].code.isEmpty {
            let taken = Set(answers.map(\.code))
            answers[index].code = (1...).lazy.map { "a\($0)" }.first { !taken.contains($0) } ?? ""
        }
    }
}
