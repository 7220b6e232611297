import Admin
import Web

/// One page of something long, with the way to the pages beside it.
struct PagePart {
    let size: Int
    private let (all, number): (Int, Int)

    /// - Parameters:
    ///   - asked: the number of the page as an address says it.
    ///   - place: what has to be on the page, counted from 0; it wins over the number.
    init(_ asked: String, size: Int, of all: Int, showing place: Int? = nil) {
        (self.size, self.all) = (size, all)
        let last = max(1, (all + size - 1) / size)
        number = min(last, max(1, place.map { $0 / size + 1 } ?? Int(asked, in: .whole) ?? 1))
    }

    /// How many come before it.
    var skipped: Int { (number - 1) * size }

    func of<Item>(_ items: [Item]) -> ArraySlice<Item> { items[skipped..<min(items.count, skipped + size)] }

    /// "201–400 di 2000" and the links beside it; nothing where one page is enough.
    /// - Parameter pairs: what the address says besides.
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
