import Web

struct FilterMenu {
    let name: String
    let label: String
    let options: [NamedOption]

    func templateValues(_ query: ListQuery, _ address: String, counts: [String: Int]? = nil, _ words: Words) -> (
        drawn: Values, chip: Values?
    ) {
        let chosen = query.chosen.first { $0.name == name }?.value
        let all: Values = ["value": "", "label": words("admin.filter.all"), "count": false, "selected": chosen == nil]
        let drawn = options.map { option -> Values in
            let count = counts.map { words.language.number($0[option.value] ?? 0) }
            return ["value": option.value, "label": option.label, "count": count ?? false, "selected": option.value == chosen]
        }
        let chip = chosen.map { chosen -> Values in
            let value = options.first { $0.value == chosen }?.label ?? chosen
            return ["label": "\(label): \(value)", "href": query.without(name).address(address)]
        }
        return (["name": name, "id": "filter-" + name, "label": label, "options": [all] + drawn], chip)
    }
}

enum PageTurner {
    static func templateValues(_ address: String, _ query: ListQuery, total: Int, size: Int? = nil, _ words: Words) -> Values {
        let size = size ?? query.size
        let first = (query.page - 1) * size + 1
        let last = min(query.page * size, total)
        let number = words.language.number
        // After deleting all rows of the last page, the page beyond the end links back to rows.
        let isBeyond = last < first && total > 0
        let text =
            last < first
            ? (isBeyond ? words("admin.list.beyond") : "")
            : words("admin.list.range", ["from": number(first), "to": number(last), "total": number(total)])
        let before = min(query.page - 1, max((total + size - 1) / size, 1))
        return [
            "text": text, "previous": query.page > 1 ? query.address(address, page: before) : false,
            "next": last < total ? query.address(address, page: query.page + 1) : false,
        ]
    }
}
