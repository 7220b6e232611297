import Web

/// What becomes of a record that two people changed at the same time: each field is merged three ways.
struct FieldMerge<Record: Sendable> {
    /// Holds what was typed wherever both changed the same.
    private(set) var merged: Record
    /// The fields that hold something of the other person's.
    private(set) var taken: [String] = []
    /// The names in the form of what both changed to different values.
    private(set) var disputed: [String] = []

    /// - Parameter base: the packed fields as they were before both changed them; nil when that is not known any more.
    init(_ fields: [Field<Record>], base: JSON?, mine: Record, theirs: Record) {
        merged = theirs
        for field in fields {
            let (typed, current) = (field.pack(mine), field.pack(theirs))
            // A field that is newer than the base was not changed by either.
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
