import Mustache

/// What a template shows, by the names that it has for it.
public typealias Values = [String: any Sendable]

/// The values of a page as templates look them up.
///
/// Of a dictionary, Mustache asks the runtime at each look-up whether its keys are texts, and of a list whether it is one: both take longer
/// than finding the value. Dictionaries and lists of them are therefore handed out as this type, one level at a time.
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
