import Synchronization

struct ListOutline<R: Resource>: Sendable {
    let filters = Filter<R>.made
    let filterNames: [String]
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
                && ($0.kind as? any Choosable)?.isSeveral != true
        }
        sortable = fields.map { $0.name } + ["created", "updated"]
    }
}

/// By resource type, because generic types cannot have static stored properties.
private let outlines = Mutex<[ObjectIdentifier: any Sendable]>([:])
