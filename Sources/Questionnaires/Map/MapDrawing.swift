import Admin
import Web

struct MapDrawing {
    let outline: StructureOutline
    let words: Words

    private static let (left, right, inner) = (4, 500, 14)

    var values: Values {
        let map = PathMap(outline)
        let paths = Paths(outline)
        let longest = PathList(outline, limit: 500).paths.max { $0.effort < $1.effort }
        // When not all paths were listed, the longest listed one may not be the longest of all.
        let marked = longest?.effort == paths.longest ? Set(longest?.pages ?? []) : []
        let rules = RuleDrawing(structure: outline.structure, words: words)
        return [
            "width": String(Self.right + 30 + max(1, map.lanes) * 26), "height": String(map.height), "left": String(Self.left),
            "boxes": map.boxes.map { templateValues($0, paths, marked) }, "arrows": map.arrows.map(templateValues),
            "steps": zip(pages(map), pages(map).dropFirst()).map { before, after -> Values in
                ["from": String(before.top + before.height + 2), "to": String(after.top - 8), "point": String(after.top - 1)]
            },
            "rules": rules.rules, "hasRules": !map.arrows.isEmpty, "isEmpty": map.boxes.isEmpty,
            "facts": words(
                "questionnaires.map.facts",
                [
                    "questions": words.language.span(paths.fewestQuestions, paths.mostQuestions),
                    "minutes": words.language.span(paths.minutesOfShortest, paths.minutes),
                ]),
            "longest": marked.isEmpty ? false : longest.map { localized($0, rules) } ?? "",
            "lost": map.boxes.filter { !paths.reachable.contains($0.id) }.map { ["text": text($0)] as Values },
        ]
    }

    private func pages(_ map: PathMap) -> [PathMap.Box] { map.boxes.filter { $0.kind == .page } }

    private func localized(_ path: PathList.Path, _ rules: RuleDrawing) -> String {
        let chosen = path.chosen.map(rules.fact).joined(separator: "; ")
        let way = chosen.isEmpty ? words("questionnaires.rules.nothingChosen") : chosen
        return words("questionnaires.map.longest", ["way": way, "questions": String(path.questions), "pages": String(path.pages.count)])
    }

    private func templateValues(_ box: PathMap.Box, _ paths: Paths, _ marked: Set<Int64>) -> Values {
        let isPage = box.kind == .page
        let isLost = !paths.reachable.contains(box.id)
        let x = isPage ? Self.left : Self.left + Self.inner
        let label = text(box) + (isLost ? " – " + words("questionnaires.map.lost") : "")
        return [
            "kind": box.kind.rawValue, "isLost": isLost, "isLongest": marked.contains(box.id), "x": String(x), "y": String(box.top),
            "width": String(isPage ? Self.right - Self.left : Self.right - Self.left - 2 * Self.inner), "height": String(box.height),
            "textX": String(x + 12), "textY": String(box.middle + 5), "label": Self.cut(label, to: isPage ? 52 : 56),
        ]
    }

    private static func cut(_ label: String, to length: Int) -> String {
        label.count <= length ? label : String(label.prefix(length - 1)) + "…"
    }

    private func text(_ box: PathMap.Box) -> String {
        let structure = outline.structure
        switch structure.spot(box.id) {
        case .page(let p)?:
            let text = structure.pages[p].text
            let number = words("questionnaires.design.page", ["number": String(p + 1)])
            return number + " " + (text.isEmpty ? words("questionnaires.design.blank.page") : text)
        case .paragraph(let p, let a)?:
            let text = structure.pages[p].paragraphs[a].text
            return text.isEmpty ? words("questionnaires.design.blank.paragraph") : text
        case .question(let p, let a, let q)?:
            let text = structure.pages[p].paragraphs[a].questions[q].text
            return text.isEmpty ? words("questionnaires.design.blank.question") : text
        case nil: return ""
        }
    }

    private func templateValues(_ arrow: PathMap.Arrow) -> Values {
        let lane = Self.right + 26 + arrow.lane * 26
        let to = arrow.isToPage ? Self.right : Self.right - Self.inner
        let middle = (arrow.from + arrow.to) / 2
        return [
            "kind": arrow.action.rawValue, "number": String(arrow.rule),
            "path": "M\(Self.right - Self.inner) \(arrow.from)H\(lane)V\(arrow.to)H\(to + 8)",
            "point": "M\(to + 1) \(arrow.to)l9 -5v10z", "x": String(lane), "y": String(middle), "textY": String(middle + 4),
        ]
    }
}
