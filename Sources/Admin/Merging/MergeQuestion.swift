import Accounts
import Foundation
import Web

struct MergeQuestion: Sendable {
    let label: String
    let mine: String
    let theirs: String
    let author: FieldAuthors.Author?
    let asked: String
    let answer: String

    func templateValues(_ entry: Entry) -> Values {
        let (words, context) = (entry.words, entry.context)
        let isOwn = author?.isSelf(context.actor) == true
        let who = author?.localizedName(words) ?? words("merge.other")
        return [
            "name": entry.name, "id": entry.id + "-question", "asked": asked,
            "text": words(asking(isOwn), ["who": who, "when": when(context)]), "mineLabel": words("merge.mine"),
            "theirsLabel": isOwn ? words("merge.theirsOwn") : words("merge.theirs", ["who": who]),
            "mine": localized(mine, words), "theirs": localized(theirs, words), "isMine": answer == "mine", "isTheirs": answer == "theirs",
        ]
    }

    private func asking(_ isOwn: Bool) -> String { author == nil ? "merge.askedUnknown" : isOwn ? "merge.askedOwn" : "merge.asked" }

    private func when(_ context: FormContext) -> String {
        author.map { context.words.language.relativeMoment($0.at, now: .now, in: context.zone) } ?? ""
    }

    private func localized(_ value: String, _ words: Words) -> String { value.isEmpty ? words("history.nothing") : value }

    static func summary(_ questions: [(name: String, question: MergeQuestion)], _ context: FormContext) -> any Sendable {
        guard let first = questions.first?.question else { return false }
        let words = context.words
        let fields = questions.map { name, question -> Values in
            [
                "label": question.label, "theirs": question.localized(question.theirs, words),
                "mine": question.localized(question.mine, words),
                "href": "#f-" + name.replacing(".", with: "-"),
            ]
        }
        return ["who": first.author?.localizedName(words) ?? words("merge.other"), "when": first.when(context), "fields": fields] as Values
    }
}
