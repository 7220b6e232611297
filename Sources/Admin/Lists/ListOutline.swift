import Synchronization

/// What the lists of a resource can be narrowed and sorted by: the same for everybody, so it is worked out once.
struct ListOutline<R: Resource>: Sendable {
    let filters = Filter<R>.made
    let filterNames: [String]
    /// Fields that a list can be sorted by: those whose order means something and that an index may know.
    let sortable: [String]

    static var shared: ListOutline {
        outlines.withLock { known in
            if let outline = known[ObjectIdentifier(R.self)] as? ListOutline { return outline }
            let outline = ListOutline()
            known[ObjectIdentifier(R.self)] = outline
            return outline
        }
    }

    private init() {
        filterNames = Filter.names(filters)
        let fields = ([R.title] + (R.columns + R.filters).compactMap(R.field)).filter {
            $0.kind.isColumn && !($0.kind is any Referring) && !($0.kind is PictureFieldType) && !($0.kind is PlaceFieldType)
        }
        sortable = fields.map { $0.name } + ["created", "updated"]
    }
}

/// By the type of the resource; a type that is made for each resource cannot keep its own.
private let outlines = Mutex<[ObjectIdentifier: any Sendable]>([:])
