import GRDB
import Web

struct FilterPanel<R: Resource> {
    let query: ListQuery
    let context: FormContext
    let filters: [(filter: Filter<R>, options: [FilterOption])]
    let counts: FilterCounts<R>
    let errors: FieldErrors
    /// How many filters stand in the head of the list; the others are in the panel.
    private let quickCount: Int

    private var words: Words { context.words }

    /// - Parameter isOpen: whether the panel is drawn; otherwise its choices are not read.
    init(_ query: ListQuery, _ conditions: FilterConditions<R>, total: Int, isOpen: Bool, _ context: FormContext) throws {
        (self.query, self.context, errors) = (query, context, conditions.errors)
        let all = Filter<R>.all
        let quickCount = ListHead.filterCount(
            all.prefix(min(3, R.filters.count)).map { context.words.label(of: $0.name, R.name) },
            title: R.localized(context.words, "many"), act: R.localized(context.words, "new"))
        self.quickCount = quickCount
        filters = try all.enumerated().map { index, filter in
            let isShown = index < quickCount || isOpen || !query.values(filter.name).isEmpty
            return (filter, isShown ? try filter.options(query, context) : [])
        }
        let shown = isOpen ? filters : Array(filters.prefix(quickCount))
        counts = try FilterCounts(shown, conditions, total: total, context.db)
    }

    var quick: [Values] { filters.prefix(quickCount).map { templateValues($0.filter, $0.options) } }
    var rest: [Values] {
        filters.dropFirst(quickCount)
            .filter { !$0.filter.shape.isMenu || !$0.options.isEmpty || !query.values($0.filter.name).isEmpty }
            .map { templateValues($0.filter, $0.options) }
    }

    var carried: [Values] {
        let quick = Set(filters.prefix(quickCount).map(\.filter.name))
        return query.chosen.filter { !quick.contains(Self.base($0.name)) }.map { ["name": $0.name, "value": $0.value] }
    }

    var restCount: Int { Set(carried.compactMap { ($0["name"] as? String).map(Self.base) }).count }

    private static func base(_ name: String) -> String {
        name.hasSuffix(".from") ? String(name.dropLast(5)) : name.hasSuffix(".to") ? String(name.dropLast(3)) : name
    }

    func label(of name: String) -> String { filters.first { $0.filter.name == Self.base(name) }.map { label($0.filter) } ?? name }

    private func label(_ filter: Filter<R>) -> String {
        filter.name == "by" ? words("lists.by") : words.label(of: filter.name, R.name)
    }

    private func templateValues(_ filter: Filter<R>, _ options: [FilterOption]) -> Values {
        let chosen = query.values(filter.name)
        let isOn = query.chosen.contains { Self.base($0.name) == filter.name }
        var values: Values = [
            "name": filter.name, "id": "filter-" + filter.name, "label": label(filter), "optionsHTML": html(filter, options, chosen),
            "hasOptions": !options.isEmpty, "isLong": options.count > 12, "on": isOn,
            "number": chosen.count > 1 ? String(chosen.count) : false,
            "range": false, "text": false, "isDay": false,
        ]
        if filter.shape.isDay { values["isDay"] = true }
        if filter.shape.isRange { values["range"] = [end(filter, ".from"), end(filter, ".to")] }
        if case .text = filter.shape {
            let typed = query.chosen.first { $0.name == filter.name }?.value ?? ""
            values["text"] = ["value": chosen.contains { $0 == "absent" || $0 == "present" } ? "" : typed] as Values
        }
        return values
    }

    private func end(_ filter: Filter<R>, _ suffix: String) -> Values {
        let name = filter.name + suffix
        let isMoney = if case .money = filter.shape { true } else { false }
        return [
            "name": name, "id": "filter-" + name.replacing(".", with: "-"),
            "value": words.language.typed(query.chosen.first { $0.name == name }?.value ?? ""),
            "label": words(suffix == ".from" ? "lists.from" : "lists.to"), "isDay": filter.shape.isDay,
            "inputmode": isMoney ? "decimal" : "numeric",
            "error": errors[name] ?? false,
        ]
    }

    private func html(_ filter: Filter<R>, _ options: [FilterOption], _ chosen: [String]) -> String {
        let counted = options.map { FilterOption(value: $0.value, label: $0.label, count: counts[filter.name, $0.value]) }
        return FilterBoxes(filter.name, counted, chosen: chosen, words).html
    }

    var chips: [Values] {
        var chips: [Values] = []
        for (filter, options) in filters {
            if case .text = filter.shape {
                if let typed = query.chosen.first(where: { $0.name == filter.name })?.value {
                    let said = options.first { query.values(filter.name).contains($0.value) }?.label ?? "«\(typed)»"
                    chips.append(chip(filter, said, query.without(filter.name)))
                }
                continue
            }
            for value in query.values(filter.name) {
                let said = options.first { $0.value == value }?.label ?? value
                chips.append(chip(filter, said, query.without(value, in: filter.name)))
            }
            if let range = range(filter) {
                var rest = query
                rest.chosen.removeAll { $0.name == filter.name + ".from" || $0.name == filter.name + ".to" }
                chips.append(chip(filter, range, rest))
            }
        }
        return chips
    }

    private func chip(_ filter: Filter<R>, _ said: String, _ rest: ListQuery) -> Values {
        ["label": "\(label(filter)): \(said)", "href": rest.address(R.address)]
    }

    private func range(_ filter: Filter<R>) -> String? {
        func formatted(_ end: String) -> String? {
            query.chosen.first { $0.name == filter.name + end }.map { FilterBound.formatted($0.value, filter.shape, context) }
        }
        switch (formatted(".from"), formatted(".to")) {
        case (let from?, let to?): return words("lists.between", ["from": from, "to": to])
        case (let from?, nil): return words("lists.atLeast", ["from": from])
        case (nil, let to?): return words("lists.atMost", ["to": to])
        default: return nil
        }
    }
}
