import GRDB
import Web

/// A record's public page for previews: input is written, the page drawn by its usual code, and the write rolled back.
public struct PublicPage: Sendable {
    /// Returns the page's values for a record; nil if visitors do not see it.
    public typealias Drawing = @Sendable (_ id: Int64, _ context: PreviewContext) throws -> Values?

    let kind: String
    let template: String
    let values: Drawing

    /// - Parameter template: the page's own; its layout has the partial `admin/previews/bar` at the top.
    public init<R: Resource>(_ type: R.Type, _ template: String, _ values: @escaping Drawing) {
        (kind, self.template, self.values) = (R.name, template, values)
    }
}

extension PreviewContext {
    /// Returns the values of the preview bar, for pages without a `PublicPage`.
    public static func bar(_ note: String, refused: String? = nil) -> Values {
        let shown: any Sendable = refused ?? false
        return ["note": note, "refused": shown]
    }
}

extension AdminContext {
    func publicPage<R: Resource>(of type: R.Type) -> PublicPage? { modulesOn.lazy.flatMap { $0.publicPages }.first { $0.kind == R.name } }

    func mayPreview<R: Resource>(_ type: R.Type) -> Bool { R.preview != nil || publicPage(of: type) != nil }
}
