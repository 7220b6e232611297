import Mustache

/// The values of a page as templates look them up.
///
/// Of a dictionary, Mustache asks the runtime at each look-up whether its keys are texts, and of a list whether it is one: both take longer
/// than finding the value. Dictionaries and lists of them are therefore handed out as this type, one level at a time.
struct PageValues: MustacheParent {
    typealias Sent = [String: any Sendable]

    let values: [String: Any]

    func child(named name: String) -> Any? {
        guard let value = values[name] else { return nil }
        let type = type(of: value)
        if type == Sent.self { return PageValues(values: value as! Sent) }
        if type == [Sent].self { return (value as! [Sent]).map(PageValues.init) }
        return value
    }
}
