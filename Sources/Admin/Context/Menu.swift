import Web

struct Menu: Sendable {
    struct Tab: Sendable, Equatable {
        let label: String
        let address: String
    }

    struct Entry: Sendable {
        let label: String
        let icon: String
        /// Never empty; the first one is the entry's own page.
        let tabs: [Tab]
    }

    struct Area: Sendable {
        let text: String
        let label: String
        let icon: String
        var entries: [Entry]
    }

    struct Place {
        let area: Area?
        let entry: Entry
        let tab: Tab
    }

    static let start = "/admin"
    /// With more entries than this, only the area of the page is unfolded.
    static let most = 8

    let today: Entry
    let areas: [Area]

    var isFolded: Bool { areas.count > 1 && areas.reduce(0) { $0 + $1.entries.count } > Self.most }

    /// The page outside the back office of a person for whom it holds nothing, such as a student.
    var elsewhere: String? {
        let addresses = today.tabs.dropFirst().map(\.address) + areas.flatMap { $0.entries.flatMap { $0.tabs.map(\.address) } }
        return addresses.contains { $0.isAtOrBelow(Self.start) } ? nil : addresses.first
    }

    /// The place with the longest address, because some pages lie below others.
    func place(of path: String) -> Place? {
        var found: Place?
        func look(_ entry: Entry, in area: Area?) {
            for tab in entry.tabs where tab.isPage(path) && tab.address.utf8.count > found?.tab.address.utf8.count ?? 0 {
                found = Place(area: area, entry: entry, tab: tab)
            }
        }
        look(today, in: nil)
        for area in areas { for entry in area.entries { look(entry, in: area) } }
        return found
    }
}

extension Menu.Tab {
    fileprivate func isPage(_ path: String) -> Bool {
        // Every page of the back office is below the first one.
        address == Menu.start ? path == address : path.isAtOrBelow(address)
    }
}

extension Menu.Place {
    /// The breadcrumbs before those of the page: the area, and the entry where its first tab is another page.
    var trail: [Values] {
        var crumbs: [Values] = []
        if let area { crumbs.append(["label": area.label, "href": false]) }
        let own = entry.tabs[0]
        if tab != own { crumbs.append(["label": entry.label, "href": own.address]) }
        return crumbs
    }

    func tabStrip(at path: String) -> Values? {
        guard entry.tabs.count > 1, path == tab.address else { return nil }
        let items = entry.tabs.map { ["label": $0.label, "href": $0.address, "isCurrent": $0 == tab] as Values }
        return ["label": entry.label, "items": items]
    }
}

extension Values {
    /// Without breadcrumbs that the page names itself, or that say the same as the one after them.
    func withoutRepeatedCrumbs() -> Self {
        guard let trail = self["trail"] as? [Self] else { return self }
        let own = self["breadcrumbs"] as? [Self] ?? []
        let named = Set(own.compactMap { $0["href"] as? String })
        let left = trail.filter { crumb in (crumb["href"] as? String).map { !named.contains($0) } ?? true }
        let labels = (left + own).map { $0["label"] as? String }
        var values = self
        values["trail"] = left.enumerated().filter { index, _ in labels.dropFirst(index + 1).first != labels[index] }.map(\.element)
        return values
    }
}

extension String {
    func isAtOrBelow(_ address: String) -> Bool {
        guard utf8.starts(with: address.utf8) else { return false }
        let rest = utf8.dropFirst(address.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}
