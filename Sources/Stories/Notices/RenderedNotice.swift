import GRDB
import Web

struct RenderedNotice {
    let notice: StoryNotice
    let actor: String
    let decision: CaseDecision?
    let fragment: Fragment?
    let text: String

    init(_ notice: StoryNotice, _ words: Words, _ db: Database) throws {
        self.notice = notice
        self.actor = try notice.actor.flatMap { try Writer.find($0, db)?.nickname } ?? words("stories.formerWriter")
        decision = try notice.decision.flatMap { try CaseDecision.find($0, db) }
        fragment = try notice.fragment.flatMap { try Fragment.find($0, db) }
        let first = try fragment.flatMap { try Fragment.find($0.story, db) }
        // A title may be what a story was hidden for: only its author reads it again.
        let isShown = first.map { $0.isVisible || $0.writer == notice.writer } ?? true
        let title = isShown ? first?.title ?? "" : words("stories.notices.hiddenStory")
        let below = notice.decision != nil && fragment == nil ? "stories.notices.account." : "stories.notices."
        let key = try Self.key(notice.kind, decision, db)
        text = words(below + key, ["name": self.actor, "story": title])
    }

    private static func key(_ kind: StoryNotice.Kind, _ decision: CaseDecision?, _ db: Database) throws -> String {
        if kind == .reportDecided, let decision {
            let outcome = decision.isMeasure ? "upheld" : decision.message.isEmpty ? "rejected" : "noted"
            return "outcome.\(outcome)"
        }
        if let decision, decision.automatic != nil { return kind == .decisionUndone ? "released" : "held" }
        if kind == .decisionUndone, decision?.undoneAt == nil { return "shownAgain" }
        if kind == .appealDecided {
            let isUpheld = try decision.flatMap { try Appeal.against($0.id, db) }?.state == .upheld
            return isUpheld ? "appeal.upheld" : "appeal.refused"
        }
        return kind.rawValue
    }
}
