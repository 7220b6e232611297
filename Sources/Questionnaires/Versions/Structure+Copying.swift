extension Structure {
    /// A copy with new negative ids, replaced when it is written. Codes stay, so that versions can be compared.
    var renumbered: Structure { renumbered(from: -1, by: -1) }

    func renumbered(from first: Int64, by step: Int64) -> Structure {
        var copy = self
        var ids: [Int64: Int64] = [:]
        var given: Int64 = 0
        func fresh(_ id: Int64) -> Int64 {
            let new = first + given * step
            given += 1
            ids[id] = new
            return new
        }
        for page in copy.pages.indices {
            copy.pages[page].id = fresh(copy.pages[page].id)
            for paragraph in copy.pages[page].paragraphs.indices {
                copy.pages[page].paragraphs[paragraph].id = fresh(copy.pages[page].paragraphs[paragraph].id)
                for question in copy.pages[page].paragraphs[paragraph].questions.indices {
                    var changed = copy.pages[page].paragraphs[paragraph].questions[question]
                    changed.id = fresh(changed.id)
                    for answer in changed.answers.indices { changed.answers[answer].id = fresh(changed.answers[answer].id) }
                    copy.pages[page].paragraphs[paragraph].questions[question] = changed
                }
            }
        }
        copy.conditions = conditions.enumerated().compactMap { index, condition in
            guard let trigger = ids[condition.trigger], let target = ids[condition.target] else { return nil }
            return Condition(id: first + Int64(index) * step, trigger: trigger, target: target, action: condition.action)
        }
        copy.rules = rules.enumerated().compactMap { index, rule in
            guard let target = ids[rule.target], let test = rule.test.mapping({ ids[$0] }) else { return nil }
            return CompoundRule(id: first + Int64(index) * step, target: target, action: rule.action, test: test)
        }
        return copy
    }
}

extension Replies {
    /// Transfers replies between versions, by the codes of questions and answers.
    func carried(from old: Structure, to new: Structure) -> Replies {
        let targets = Dictionary(new.questions.filter { !$0.code.isEmpty }.map { ($0.code, $0) }) { first, _ in first }
        var carried = Replies()
        for question in old.questions {
            guard let target = targets[question.code] else { continue }
            let answers = Dictionary(target.answers.filter { !$0.code.isEmpty }.map { ($0.code, $0.id) }) { first, _ in first }
            let ids = Dictionary(question.answers.compactMap { answer in answers[answer.code].map { (answer.id, $0) } }) { first, _ in first
            }
            let reply = self[question.id]
            let typed = reply.typed.compactMap { id, text in ids[id].map { ($0, text) } }
            carried[target.id] = Reply(chosen: reply.chosen.compactMap { ids[$0] }, typed: Dictionary(typed) { $1 })
        }
        return carried
    }
}
