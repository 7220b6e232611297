import Accounts
import Web

/// What takes back the last act of a designer: the text of what was there before, offered with the message that follows the act.
struct DesignUndo: Sendable {
    let heading: DesignHeading
    /// As `StructureWriter` wrote it.
    let text: String
    /// The edition that the act made; a newer one is left as it is.
    let edition: Int

    init(_ heading: DesignHeading, before: Structure, edition: Int) {
        (self.heading, text, self.edition) = (heading, StructureWriter(before).text, edition + 1)
    }

    func flash(_ text: String, _ words: Words) -> Flash {
        let fields = [["act", "undo"], ["edition", String(edition)], ["text", self.text]]
        return Flash(text, undo: Flash.Undo(action: heading.structure, label: words("questionnaires.design.undo"), fields: fields))
    }
}
