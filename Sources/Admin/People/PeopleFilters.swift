import Accounts
import Web

/// The head of the list of people: the same search, menus and chips as in the lists of records.
struct PeopleFilters {
    private struct Menu {
        let name: String
        let label: String
        let options: [FilterOption]
    }

    /// The menus in the line of the title; the others are in the panel.
    private static let quickCount = 2

    private let query: ListQuery
    private let menus: [Menu]
    private let words: Words

    init(_ listing: PeopleListing, _ roles: [Role], _ words: Words) {
        (query, self.words) = (listing.query, words)
        let yesNo = [(value: "yes", label: words("admin.yes")), (value: "no", label: words("admin.no"))]
        let countries = Country.sortedByName(words, among: Array(Set(listing.all.compactMap(\.country))))
        let choices = [
            "role": roles.map { (value: $0.name, label: words.role($0.name, of: roles)) } + [
                ("none", words("admin.people.filters.noRole"))
            ],
            "active": yesNo, "demo": yesNo,
            "country": countries.map { (value: $0.code, label: $0.name) } + [("none", words("admin.people.filters.noCountry"))],
        ]
        menus = PeopleListing.filters.map { name in
            let counts = listing.counts(name)
            let options = (choices[name] ?? []).map { FilterOption(value: $0.value, label: $0.label, count: counts[$0.value] ?? 0) }
            return Menu(name: name, label: words("admin.people.filters.\(name)"), options: options)
        }
    }

    var values: Values {
        let (quick, rest) = (menus.prefix(Self.quickCount), menus.dropFirst(Self.quickCount))
        let isOpen = query.isPanelOpen
        let carried = query.chosen.filter { chosen in rest.contains { $0.name == chosen.name } }
        let hidden = query.hidden + (isOpen ? [] : carried)
        let address = query.address(PeoplePages.address)
        return [
            "q": query.search, "searchLabel": words("admin.people.search"), "errors": false, "views": [Values](),
            "quick": quick.map(templateValues), "panel": isOpen ? ["filters": rest.map(templateValues)] as Values : false,
            "isPanelOpen": isOpen,
            "panelHref": isOpen ? address : address.appendingQuery([("panel", "filters")]) + "#filters",
            "panelCount": carried.isEmpty ? false : String(carried.count),
            "hidden": hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "chips": menus.flatMap(chips), "clearHref": query.isFiltered ? query.cleared.address(PeoplePages.address) : false,
        ]
    }

    private func templateValues(_ menu: Menu) -> Values {
        let chosen = query.values(menu.name)
        return [
            "name": menu.name, "id": "filter-" + menu.name, "label": menu.label, "hasOptions": true,
            "optionsHTML": FilterBoxes(menu.name, menu.options, chosen: chosen, words).html, "isLong": menu.options.count > 12,
            "on": !chosen.isEmpty, "number": chosen.count > 1 ? String(chosen.count) : false, "range": false, "text": false, "isDay": false,
        ]
    }

    private func chips(_ menu: Menu) -> [Values] {
        query.values(menu.name).map { value in
            let said = menu.options.first { $0.value == value }?.label ?? value
            return ["label": "\(menu.label): \(said)", "href": query.without(value, in: menu.name).address(PeoplePages.address)]
        }
    }
}
