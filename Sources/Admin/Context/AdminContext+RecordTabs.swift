import Accounts
import Web

extension AdminContext {
    /// The tabs of a record that has further pages: its form, those pages, its history. Nil on other pages.
    func recordTabs(at path: String, _ person: SignedIn, _ words: Words) -> Values? {
        guard let (type, id, page) = recordPage(at: path), !type.pages.isEmpty else { return nil }
        let address = "\(type.address)/\(id)"
        // A record that opens with another page has its settings here.
        // A person who is at the form or the history may open both.
        let maySee = type.scope == nil ? person.grants.may(type.seeing, in: nil) : person.grants.mayAnywhere(type.seeing)
        let mayOpen = maySee || ["", "history"].contains(page)
        let own = mayOpen ? [(text: type.contentPage == nil ? "form.details" : "form.settings", path: "")] : []
        let pages = type.pages.filter { page in page.permission.map { person.grants.mayAnywhere($0) } ?? true }
        let others = pages.map { (text: $0.text, path: $0.path) }
        let tabs = (type.contentPage == nil ? own + others : others + own) + (mayOpen ? [(text: "form.history", path: "history")] : [])
        guard tabs.count > 1, tabs.contains(where: { $0.path == page }) else { return nil }
        let items = tabs.map { tab -> Values in
            ["label": words(tab.text), "href": tab.path.isEmpty ? address : "\(address)/\(tab.path)", "isCurrent": tab.path == page]
        }
        return ["label": words("form.pages"), "items": items]
    }

    /// The resource, the id and the page of an address such as `/admin/campus/timetables/7/lessons`.
    private func recordPage(at path: String) -> (type: any Resource.Type, id: Int64, page: String)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (5...6).contains(parts.count), let id = Int64(recordID: parts[4]) else { return nil }
        let address = parts[0..<4].joined(separator: "/")
        guard let type = resources.all.first(where: { $0.address == address }) else { return nil }
        return (type, id, parts.count == 6 ? parts[5] : "")
    }
}
