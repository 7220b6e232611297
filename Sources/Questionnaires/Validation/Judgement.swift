import Web

struct Judgement: Sendable, Equatable {
    var answers: [GivenAnswer] = []
    var refusals: [ReplyRefusal] = []
}

extension Question {
    func judge(_ reply: Reply) -> Judgement {
        var judgement = format == .free ? judgeWritten(reply) : judgeChosen(reply)
        if look == .ranking, judgement.refusals.isEmpty { judgement.refusals = misplaced(judgement.answers) }
        if judgement.answers.isEmpty, judgement.refusals.isEmpty, isMandatory { judgement.refusals = [.missing] }
        if !judgement.refusals.isEmpty { judgement.answers = [] }
        return judgement
    }

    /// The places of a ranking are 1, 2, 3 … without gaps; where an answer is needed, everything has one.
    private func misplaced(_ given: [GivenAnswer]) -> [ReplyRefusal] {
        let places = given.compactMap { $0.value.flatMap { Int($0, in: .whole) } }
        if Set(places).count < places.count { return [.rankTwice] }
        if places.contains(where: { $0 > places.count }) { return [.rankGap] }
        return isMandatory && !places.isEmpty && places.count < answers.count ? [.rankMissing] : []
    }

    private func judgeWritten(_ reply: Reply) -> Judgement {
        guard reply.chosen.allSatisfy({ id in free.contains { $0.id == id } }), let answer = free.first else {
            return reply.isBlank ? Judgement() : Judgement(refusals: [.foreign])
        }
        switch answer.read(reply.typed[answer.id] ?? "") {
        case .success(nil): return Judgement()
        case .success(let value?): return Judgement(answers: [GivenAnswer(question: id, answer: answer.id, value: value)])
        case .failure(let refusal): return Judgement(refusals: [refusal.reason])
        }
    }

    private func judgeChosen(_ reply: Reply) -> Judgement {
        var judgement = Judgement()
        for id in reply.chosen {
            guard let answer = answers.first(where: { $0.id == id }) else {
                judgement.refusals.append(.foreign)
                continue
            }
            guard answer.format != .fixed else {
                judgement.answers.append(GivenAnswer(question: self.id, answer: id, value: nil))
                continue
            }
            switch answer.read(reply.typed[id] ?? "") {
            case .success(nil): judgement.refusals.append(.otherBlank)
            case .success(let value?): judgement.answers.append(GivenAnswer(question: self.id, answer: id, value: value))
            case .failure(let refusal): judgement.refusals.append(refusal.reason)
            }
        }
        if format.isSingle, reply.chosen.count > 1 { judgement.refusals.append(.several) }
        return judgement
    }
}
