import Mustache

public typealias Values = [String: any Sendable]

/// Page values for Mustache, whose casts take longer than its look-ups. Without it: give the dictionaries to the library.
struct PageValues: MustacheParent {
    let values: Values

    func child(named name: String) -> Any? {
        guard let value = values[name] else { return nil }
        let type = type(of: value)
        if type == Values.self { return PageValues(values: value as! Values) }
        if type == [Values].self { return (value as! [Values]).map(PageValues.init) }
        return value
    }
}
