struct Anchor {
    let element: HTMLElement
    let text: String
    let known: Int
    let percent: Double
}

struct AnchorSearch {
    private let known: [NormalizedText]
    private let byLength: [Int: [Int]]
    private let threshold: Int
    private let normalisation: Normalisation
    private let longest: Int

    /// `threshold` is the lowest similarity in per cent (1 to 100) of a match.
    init(_ texts: [String], threshold: Int, _ normalisation: Normalisation) {
        let known = texts.map { NormalizedText($0, normalisation) }
        self.known = known
        byLength = Dictionary(grouping: known.indices.filter { !known[$0].scalars.isEmpty }) { known[$0].scalars.count }
        (self.threshold, self.normalisation) = (threshold, normalisation)
        longest = known.map(\.scalars.count).max() ?? 0
    }

    /// Anchors in page order; of nested elements with the same text only the innermost. `step` is called repeatedly and throws to cancel.
    func anchors(in elements: [HTMLElement], step: () throws -> Void = {}) rethrows -> [Anchor] {
        var found: [Anchor] = []
        for element in elements {
            try step()
            let text = element.text
            // Skips large containers: a text much longer than every known one cannot match.
            guard !text.isEmpty, text.unicodeScalars.count * threshold <= max(longest, 1) * 100 * 4 else { continue }
            guard let (known, percent) = best(text) else { continue }
            if let last = found.lastIndex(where: { $0.known == known && $0.element.holds(element) }) { found.remove(at: last) }
            found.append(Anchor(element: element, text: text, known: known, percent: percent))
        }
        return found
    }

    private func best(_ text: String) -> (known: Int, percent: Double)? {
        let spelling = NormalizedText(text, normalisation)
        let length = spelling.scalars.count
        guard length > 0 else { return nil }
        let similarity = Similarity(to: spelling)
        var best: (known: Int, percent: Double)?
        for size in (length * threshold / 100)...max(length * threshold / 100, length * 100 / threshold + 1) {
            for index in byLength[size] ?? [] {
                guard let percent = similarity.percent(known[index], atLeast: threshold) else { continue }
                if percent > best?.percent ?? -1 || percent == best?.percent && index < best?.known ?? 0 { best = (index, percent) }
            }
        }
        return best
    }
}

extension HTMLElement {
    func holds(_ other: HTMLElement) -> Bool {
        var above = other.parent
        while let element = above {
            if element == self { return true }
            above = element.parent
        }
        return false
    }
}
