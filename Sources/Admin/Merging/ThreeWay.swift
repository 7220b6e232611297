import Web

enum ThreeWay {
    struct Result {
        var value: JSON
        /// The disputed places below the field, such as `2.text`; empty for the field itself.
        var disputed: [String] = []
    }

    /// - Parameter base: nil if no longer known; then every difference is disputed.
    static func merge(_ kind: any FieldType, base: JSON?, mine: JSON, theirs: JSON) -> Result {
        if FieldDifference.isSame(kind, mine, theirs) { return Result(value: theirs) }
        guard let base else { return Result(value: mine, disputed: [""]) }
        if FieldDifference.isSame(kind, mine, base) { return Result(value: theirs) }
        if FieldDifference.isSame(kind, theirs, base) { return Result(value: mine) }
        let finer: Result? =
            switch kind {
            case let kind as NamedOptionsFieldType where kind.isAllWhenEmpty && [mine, theirs].contains { $0.list?.isEmpty != false }: nil
            case let kind as NamedOptionsFieldType: set(base, mine, theirs, isRequired: kind.isRequired || kind.isAllWhenEmpty)
            case let several as any Choosable where several.isSeveral: choices(kind, base, mine, theirs)
            case is ReferencesFieldType, is RolesFieldType: set(base, mine, theirs, isRequired: kind.isRequired)
            case is TranslationsFieldType: texts(base, mine, theirs)
            case let kind as any Composite: PartsMerge(kind, base.list ?? [], mine.list ?? [], theirs.list ?? [])?.result
            default: nil
            }
        return finer ?? Result(value: mine, disputed: [""])
    }

    /// Additions and removals of both apply.
    private static func set(_ base: JSON, _ mine: JSON, _ theirs: JSON, isRequired: Bool) -> Result? {
        let (base, mine, theirs) = (base.list ?? [], mine.list ?? [], theirs.list ?? [])
        let kept = theirs.filter { mine.contains($0) || !base.contains($0) }
        let merged = kept + mine.filter { !base.contains($0) && !theirs.contains($0) }
        return merged.isEmpty && isRequired ? nil : Result(value: .list(merged))
    }

    /// Nil if one side's choice excludes what the other added.
    private static func choices(_ kind: any FieldType, _ base: JSON, _ mine: JSON, _ theirs: JSON) -> Result? {
        guard let merged = set(base, mine, theirs, isRequired: kind.isRequired), kind.canUnpack(merged.value) else { return nil }
        return merged
    }

    private static func texts(_ base: JSON, _ mine: JSON, _ theirs: JSON) -> Result {
        var merged: [(key: String, value: JSON)] = []
        var disputed: [String] = []
        for language in names(mine, theirs) {
            var texts: [(key: String, value: JSON)] = []
            for name in names(mine[language], theirs[language]) {
                let (was, typed, current) = (base[language]?[name], mine[language]?[name], theirs[language]?[name])
                if typed != was, current != was, typed != current { disputed.append("\(language).\(name)") }
                if let text = typed == was ? current : typed { texts.append((name, text)) }
            }
            if !texts.isEmpty { merged.append((language, .object(texts))) }
        }
        return Result(value: .object(merged), disputed: disputed)
    }

    private static func names(_ objects: JSON?...) -> [String] {
        var seen: Set<String> = []
        return objects.flatMap { object -> [String] in
            guard case .object(let pairs)? = object else { return [] }
            return pairs.map(\.key)
        }.filter { seen.insert($0).inserted }
    }
}

extension FieldType {
    fileprivate func canUnpack(_ packed: JSON) -> Bool { unpack(packed) != nil }
}
