struct PathList: Sendable, Equatable {
    struct Path: Sendable, Equatable {
        var chosen: [Int64] = []
        var pages: [Int64] = []
        var questions = 0
        /// Milliseconds.
        var effort = 0
    }

    let paths: [Path]
    let isCut: Bool

    init(_ outline: StructureOutline, limit: Int = 100) {
        let tables = TableRuns(outline.structure)
        var ways = [Way()]
        var isCut = false
        for place in outline.places where place.kind != .answer {
            var next: [Way] = []
            // Paths beyond the limit are not built: many choices on many paths would take long.
            for var way in ways where next.count <= limit {
                guard place.parent.map(way.shown.contains) ?? true, outline.isShown(place.id, way.active.contains) else {
                    next.append(way)
                    continue
                }
                way.shown.insert(place.id)
                guard let question = outline.questions[place.id] else {
                    next.append(way)
                    continue
                }
                way.path.questions += 1
                way.path.effort += Effort.answering(question, isFirstOfTable: tables.isFirst(question.id))
                if way.path.pages.last != place.page { way.path.pages.append(place.page) }
                let own =
                    question.fixed.map(\.id) + (outline.facts[question.id] ?? []).filter { $0 >= StructureOutline.firstComparison }.sorted()
                for option in PathDecision.options(question, outline) {
                    var after = way
                    after.active.formUnion(option)
                    after.path.chosen += own.filter(option.contains)
                    next.append(after)
                }
                if PathDecision.isCut(question, outline.triggers) { isCut = true }
            }
            if next.count > limit { isCut = true }
            ways = Array(next.prefix(limit))
        }
        (paths, self.isCut) = (ways.map(\.path), isCut)
    }

    private struct Way {
        var path = Path()
        var shown: Set<Int64> = []
        var active: Set<Int64> = []
    }
}
