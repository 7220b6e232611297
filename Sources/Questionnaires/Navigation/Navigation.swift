/// Somebody's way through a questionnaire: where the pages lead with what was replied so far.
struct Navigation: Sendable {
    let outline: StructureOutline
    private(set) var replies: Replies
    private(set) var visibility: ElementVisibility

    init(_ outline: StructureOutline, _ replies: Replies = Replies()) {
        (self.outline, self.replies) = (outline, replies)
        visibility = ElementVisibility(outline, replies)
    }

    /// Takes a reply; what other pages hold stays as it is.
    mutating func reply(_ reply: Reply, to question: Int64) {
        replies[question] = reply
        visibility = ElementVisibility(outline, replies)
    }

    /// The pages that are shown and have something to answer, in order.
    var pages: [Int64] { outline.structure.pages.filter { !questions(on: $0).isEmpty }.map(\.id) }

    /// The questions of a page that are shown.
    func questions(on page: Page) -> [Question] {
        guard visibility.shows(page.id) else { return [] }
        return page.paragraphs.filter { visibility.shows($0.id) }.flatMap(\.questions).filter { visibility.shows($0.id) }
    }

    /// The questions that are shown, on all pages.
    var questions: [Question] { outline.structure.pages.flatMap { questions(on: $0) } }

    func page(after page: Int64) -> Int64? { neighbour(of: page, in: pages) { $0 > $1 } }
    func page(before page: Int64) -> Int64? { neighbour(of: page, in: pages.reversed()) { $0 < $1 } }

    /// The page itself while it is shown, else the next one that is, else the one before.
    func nearest(to page: Int64) -> Int64? {
        pages.contains(page) ? page : self.page(after: page) ?? self.page(before: page) ?? pages.first
    }

    /// The first page with something that cannot be sent; nil when all is well.
    var firstRefused: Int64? {
        let refused = Submission(self).refusals
        return outline.structure.pages.first { page in questions(on: page).contains { refused[$0.id] != nil } }?.id
    }

    /// The first of some elements that lies beyond another one.
    func neighbour(of page: Int64, in pages: [Int64], _ isBeyond: (Int, Int) -> Bool) -> Int64? {
        guard let here = outline.order[page] else { return nil }
        return pages.first { outline.order[$0].map { isBeyond($0, here) } ?? false }
    }
}
