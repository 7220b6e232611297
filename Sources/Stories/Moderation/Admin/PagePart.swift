import Admin
import Web

struct PagePart {
    let size: Int
    private let (all, number): (Int, Int)

    /// `asked` is the page number from the address. `place`, counted from 0, selects the page that shows it and overrides the number.
    init(_ asked: String, size: Int, of all: Int, showing place: Int? = nil) {
        (self.size, self.all) = (size, all)
        let last = max(1, (all + size - 1) / size)
        number = min(last, max(1, place.map { $0 / size + 1 } ?? Int(asked, in: .whole) ?? 1))
    }

    var skipped: Int { (number - 1) * size }

    func of<Item>(_ items: [Item]) -> ArraySlice<Item> { items[skipped..<min(items.count, skipped + size)] }

    /// "201–400 di 2000" with links; empty when one page suffices. `pairs` are further query parameters.
    func values(_ address: String, _ pairs: [(name: String, value: String)], _ words: Words) -> Values {
        guard all > size else { return ["part": false, "previousHref": false, "nextHref": false] }
        let link = { (page: Int) in address.appendingQuery(pairs.filter { !$0.value.isEmpty } + [("page", String(page))]) }
        let number = words.language.number
        let said = ["first": number(skipped + 1), "last": number(min(all, skipped + size)), "all": number(all)]
        return [
            "part": words("stories.desk.part", said), "previousHref": self.number > 1 ? link(self.number - 1) : false,
            "nextHref": skipped + size < all ? link(self.number + 1) : false,
        ]
    }
}
