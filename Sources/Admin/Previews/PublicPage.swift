import GRDB
import Web

/// The page on which visitors meet a record, for its preview: the record is written as it was typed, the page drawn by the code that
/// draws it every day, and the writing taken back. So a preview shows what visitors will see, and nothing is drawn twice.
public struct PublicPage: Sendable {
    /// What the page shows of a record; nil for one that visitors do not see.
    public typealias Drawing = @Sendable (_ id: Int64, _ context: PreviewContext) throws -> Values?

    let kind: String
    let template: String
    let values: Drawing

    /// - Parameter template: the page's own; its layout has the partial `previews/bar` at its top.
    public init<R: Resource>(_ type: R.Type, _ template: String, _ values: @escaping Drawing) {
        (kind, self.template, self.values) = (R.name, template, values)
    }
}

extension PreviewContext {
    /// What a page's layout says of being a preview only, for those that are drawn by hand.
    public static func bar(_ note: String, refused: String? = nil) -> Values {
        let shown: any Sendable = refused ?? false
        return ["note": note, "refused": shown]
    }
}

extension AdminContext {
    func publicPage<R: Resource>(of type: R.Type) -> PublicPage? { modulesOn.lazy.flatMap { $0.publicPages }.first { $0.kind == R.name } }

    func mayPreview<R: Resource>(_ type: R.Type) -> Bool { R.preview != nil || publicPage(of: type) != nil }
}
