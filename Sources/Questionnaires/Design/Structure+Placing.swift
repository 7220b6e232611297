import Admin

extension Structure {
    /// Where an element is moved: behind another of its kind, or into a page or paragraph as its first.
    enum Destination: Equatable {
        case after(Int64)
        case inside(Int64)

        /// `after.12`, `in.12`
        init?(_ text: String) {
            let parts = text.split(separator: ".").map(String.init)
            guard parts.count == 2, let id = Int64(recordID: parts[1]) else { return nil }
            switch parts[0] {
            case "after": self = .after(id)
            case "in": self = .inside(id)
            default: return nil
            }
        }
    }

    /// Nil where the element cannot be.
    func placing(_ id: Int64, at destination: Destination) -> Structure? {
        var copy = self
        switch spot(id) {
        case .page(let p)?:
            guard case .after(let other) = destination, other != id else { return nil }
            let page = copy.pages.remove(at: p)
            guard case .page(let place)? = copy.spot(other) else { return nil }
            copy.pages.insert(page, at: place + 1)
        case .paragraph(let p, let a)?:
            let paragraph = copy.pages[p].paragraphs.remove(at: a)
            switch destination {
            case .after(let other):
                guard case .paragraph(let page, let place)? = copy.spot(other) else { return nil }
                copy.pages[page].paragraphs.insert(paragraph, at: place + 1)
            case .inside(let other):
                guard case .page(let page)? = copy.spot(other) else { return nil }
                copy.pages[page].paragraphs.insert(paragraph, at: 0)
            }
        case .question(let p, let a, let q)?:
            let question = copy.pages[p].paragraphs[a].questions.remove(at: q)
            switch destination {
            case .after(let other):
                guard case .question(let page, let paragraph, let place)? = copy.spot(other) else { return nil }
                copy.pages[page].paragraphs[paragraph].questions.insert(question, at: place + 1)
            case .inside(let other):
                guard case .paragraph(let page, let paragraph)? = copy.spot(other) else { return nil }
                copy.pages[page].paragraphs[paragraph].questions.insert(question, at: 0)
            }
        case nil: return nil
        }
        return copy
    }

    /// Where an element may be moved, in order, for a list to choose from.
    func destinations(of id: Int64) -> [Destination] {
        guard let spot = spot(id) else { return [] }
        switch spot {
        case .page: return pages.map(\.id).filter { $0 != id }.map(Destination.after)
        case .paragraph:
            return pages.flatMap { page in
                [.inside(page.id)] + page.paragraphs.map(\.id).filter { $0 != id }.map(Destination.after)
            }
        case .question:
            return paragraphs.flatMap { paragraph in
                [.inside(paragraph.id)] + paragraph.questions.map(\.id).filter { $0 != id }.map(Destination.after)
            }
        }
    }
}
