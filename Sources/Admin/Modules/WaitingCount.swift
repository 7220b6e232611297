import Web

/// How much waits on a page for the people who work there: the menu shows it, and pages of the same system in their title.
public struct WaitingCount: Sendable {
    /// The first address of the menu entry.
    let address: String
    let count: Int
    /// Answers `{"count": 3}` to open pages.
    let source: String

    public init(of address: String, _ count: Int, source: String) { (self.address, self.count, self.source) = (address, count, source) }
}

extension WaitingCount {
    /// Empty where nothing waits, so that a page that stays open can fill it.
    func html(_ words: Words) -> String {
        """
         <span class="menu-count" data-waiting="\(source.escapedForHTML())" data-count="\(count)"\(count == 0 ? " hidden" : "")><span>\
        \(words.language.number(count).escapedForHTML())</span><span class="vh"> \(words("admin.menu.waiting").escapedForHTML())</span></span>
        """
    }
}
