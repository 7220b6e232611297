import Accounts
import Web

/// The text before the last act of a designer, offered for undo with the message after that act.
struct DesignUndo: Sendable {
    let heading: DesignHeading
    let text: String
    /// The edition that the act produced. Undo is refused for a newer one.
    let edition: Int

    init(_ heading: DesignHeading, before: Structure, edition: Int) {
        (self.heading, text, self.edition) = (heading, StructureWriter(before).text, edition + 1)
    }

    func flash(_ text: String, _ words: Words) -> Flash {
        let fields = [["act", "undo"], ["edition", String(edition)], ["text", self.text]]
        return Flash(text, undo: Flash.Undo(action: heading.structure, label: words("questionnaires.design.undo"), fields: fields))
    }
}
