import Accounts
import Web

/// Finds resources without their words before anybody sees a page with a bare key on it.
public enum TextCheck {
    /// What is missing in the texts for these resources, as sentences for the program's start.
    public static func problems(of resources: [any Resource.Type], _ texts: Texts) -> [String] {
        resources.flatMap { missing($0) }.filter { !$0.contains(where: texts.has) }.map { "texts: there is no \($0[0])" }
    }

    /// The same for the pages of a menu.
    public static func problems(of pages: [AdminPage], _ texts: Texts) -> [String] {
        pages.flatMap { [$0.text, $0.purpose] }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }

    /// The same for what roles may allow.
    public static func problems(of rights: [Permission], _ texts: Texts) -> [String] {
        rights.map { "permissions.\($0.rawValue)" }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }

    /// The keys that a resource needs, each with what may stand for it.
    private static func missing<R: Resource>(_ type: R.Type) -> [[String]] {
        ["one", "many", "new", "purpose", "empty.title", "empty.text"].map { ["\(R.name).\($0)"] }
            + R.fields.flatMap { field in labels(field, R.name) }
            + R.sections.values.sorted().map { ["\(R.name).\($0)"] }
    }

    private static func labels<Record>(_ field: Field<Record>, _ texts: String) -> [[String]] {
        [["\(texts).fields.\(field.name)", "admin.fields.\(field.name)"]]
            + ((field.kind as? any Parted)?.parts("\(texts).\(field.name)") ?? [])
    }

    fileprivate static func parts<C: Child>(_ type: C.Type, _ texts: String) -> [[String]] {
        ["item", "add", "none"].map { ["\(texts).\($0)"] } + C.fields.flatMap { labels($0, texts) }
    }
}

/// A kind whose parts have texts of their own.
private protocol Parted {
    func parts(_ texts: String) -> [[String]]
}

extension ChildrenFieldType: Parted {
    fileprivate func parts(_ texts: String) -> [[String]] { TextCheck.parts(C.self, texts) }
}
