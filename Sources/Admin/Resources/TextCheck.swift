import Accounts
import Web

/// Checks at startup that no text of a resource is missing.
public enum TextCheck {
    /// Returns sentences about missing texts of these resources.
    public static func problems(of resources: [any Resource.Type], _ texts: Texts) -> [String] {
        resources.flatMap { missing($0) }.filter { !$0.contains(where: texts.has) }.map { "texts: there is no \($0[0])" }
    }

    /// Returns the same for menu pages.
    public static func problems(of pages: [AdminPage], _ texts: Texts) -> [String] {
        pages.flatMap { [$0.text, $0.purpose] }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }

    /// Returns the same for a part of the menu.
    public static func problems(of area: MenuArea, _ menu: [MenuEntry], _ texts: Texts) -> [String] {
        ([area.text] + menu.map(\.text)).filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }

    public static func problems(of rights: [Permission], _ texts: Texts) -> [String] {
        rights.map { "permissions.\($0.rawValue)" }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }

    private static func missing<R: Resource>(_ type: R.Type) -> [[String]] {
        ["one", "many", "new", "purpose", "empty.title", "empty.text"].map { ["\(R.name).\($0)"] }
            + R.fields.flatMap { field in labels(field, R.name) }
            + R.sections.values.sorted().map { ["\(R.name).\($0)"] }
    }

    private static func labels<Record>(_ field: Field<Record>, _ texts: String) -> [[String]] {
        [["\(texts).fields.\(field.name)", "admin.fields.\(field.name)"]]
            + ((field.kind as? any Parted)?.parts("\(texts).\(field.name)") ?? [])
            + ((field.kind as? any Choosable)?.textKeys.map { [$0] } ?? [])
    }

    fileprivate static func parts<C: Child>(_ type: C.Type, _ texts: String) -> [[String]] {
        ["item", "add", "none"].map { ["\(texts).\($0)"] } + C.fields.flatMap { labels($0, texts) }
    }
}

private protocol Parted {
    func parts(_ texts: String) -> [[String]]
}

extension ChildrenFieldType: Parted {
    fileprivate func parts(_ texts: String) -> [[String]] { TextCheck.parts(C.self, texts) }
}
