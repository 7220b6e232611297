import Web

extension Structure {
    /// Keeps the ids of matching elements, so drafts and rules survive. Questions and answers match by code, others by position.
    func adopting(_ before: Structure) -> Structure {
        var copy = renumbered(from: before.freeID, by: -1)
        var ids: [Int64: Int64] = [:]
        let questions = Dictionary(before.distinctlyCoded.questions.map { ($0.code, $0) }) { first, _ in first }
        for (p, page) in copy.pages.enumerated() {
            guard before.pages.indices.contains(p) else { continue }
            ids[page.id] = before.pages[p].id
            for (a, paragraph) in page.paragraphs.enumerated() where before.pages[p].paragraphs.indices.contains(a) {
                ids[paragraph.id] = before.pages[p].paragraphs[a].id
            }
        }
        // Each id once: a duplicate code counts as new and the check reports it.
        var taken: Set<Int64> = []
        for question in copy.questions {
            guard let same = questions[question.code], taken.insert(same.id).inserted else { continue }
            ids[question.id] = same.id
            let answers = Dictionary(same.answers.map { ($0.code, $0.id) }) { first, _ in first }
            for answer in question.answers {
                if let old = answers[answer.code], taken.insert(old).inserted { ids[answer.id] = old }
            }
        }
        copy.replaceIDs { ids[$0] ?? $0 }
        return copy.remembering(before)
    }

    /// Restores the sources of unchanged translations, which the text format omits.
    private func remembering(_ before: Structure) -> Structure {
        let known = Dictionary(before.sayings.map { ($0.id, $0) }) { first, _ in first }
        return rewording { saying in
            guard let old = known[saying.id] else { return }
            for language in Language.allCases {
                for part in ElementWords.Part.allCases {
                    guard let said = old.translation(part, language), said.text == saying.translation(part, language)?.text else {
                        continue
                    }
                    saying.translate(part, language, as: said)
                }
            }
        }
    }

    private mutating func replaceIDs(_ id: (Int64) -> Int64) {
        for p in pages.indices {
            pages[p].id = id(pages[p].id)
            for a in pages[p].paragraphs.indices {
                pages[p].paragraphs[a].id = id(pages[p].paragraphs[a].id)
                for q in pages[p].paragraphs[a].questions.indices {
                    pages[p].paragraphs[a].questions[q].id = id(pages[p].paragraphs[a].questions[q].id)
                    for n in pages[p].paragraphs[a].questions[q].answers.indices {
                        let old = pages[p].paragraphs[a].questions[q].answers[n].id
                        pages[p].paragraphs[a].questions[q].answers[n].id = id(old)
                    }
                }
            }
        }
        conditions = conditions.map {
            Condition(id: $0.id, trigger: id($0.trigger), target: id($0.target), action: $0.action)
        }
        rules = rules.map { rule in
            CompoundRule(id: rule.id, target: id(rule.target), action: rule.action, test: rule.test.mapping { id($0) } ?? rule.test)
        }
    }
}
