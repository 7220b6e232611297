import Web

struct FieldMerge<Record: Sendable> {
    /// Has the typed value where both changed a field.
    private(set) var merged: Record
    private(set) var taken: [String] = []
    private(set) var disputed: [String] = []

    /// - Parameter base: the packed fields before both changes; nil if no longer known.
    init(_ fields: [Field<Record>], base: JSON?, mine: Record, theirs: Record) {
        merged = theirs
        for field in fields {
            let (typed, current) = (field.pack(mine), field.pack(theirs))
            // Neither side changed a field that is newer than the base.
            let was = base.map { $0[field.name] ?? current }
            let result = ThreeWay.merge(field.kind, base: was, mine: typed, theirs: current)
            disputed += result.disputed.map { $0.isEmpty ? field.name : "\(field.name).\($0)" }
            if FieldDifference.isSame(field.kind, result.value, current) {
                if !FieldDifference.isSame(field.kind, typed, current) { taken.append(field.name) }
            } else if FieldDifference.isSame(field.kind, result.value, typed) {
                field.copy(mine, &merged)
            } else if field.unpack(&merged, result.value) {
                taken.append(field.name)
            } else {
                field.copy(mine, &merged)
                disputed.append(field.name)
            }
        }
    }
}
