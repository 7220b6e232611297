struct Navigation: Sendable {
    let outline: StructureOutline
    private(set) var replies: Replies
    private(set) var visibility: ElementVisibility

    init(_ outline: StructureOutline, _ replies: Replies = Replies()) {
        (self.outline, self.replies) = (outline, replies)
        visibility = ElementVisibility(outline, replies)
    }

    mutating func reply(_ reply: Reply, to question: Int64) {
        replies[question] = reply
        visibility = ElementVisibility(outline, replies)
    }

    var pages: [Int64] { outline.structure.pages.filter { !questions(on: $0).isEmpty }.map(\.id) }

    func questions(on page: Page) -> [Question] {
        guard visibility.shows(page.id) else { return [] }
        return page.paragraphs.filter { visibility.shows($0.id) }.flatMap(\.questions).filter { visibility.shows($0.id) }
    }

    var questions: [Question] { outline.structure.pages.flatMap { questions(on: $0) } }

    func page(after page: Int64) -> Int64? { neighbour(of: page, in: pages) { $0 > $1 } }
    func page(before page: Int64) -> Int64? { neighbour(of: page, in: pages.reversed()) { $0 < $1 } }

    func nearest(to page: Int64) -> Int64? {
        pages.contains(page) ? page : self.page(after: page) ?? self.page(before: page) ?? pages.first
    }

    func neighbour(of page: Int64, in pages: [Int64], _ isBeyond: (Int, Int) -> Bool) -> Int64? {
        guard let here = outline.order[page] else { return nil }
        return pages.first { outline.order[$0].map { isBeyond($0, here) } ?? false }
    }
}
