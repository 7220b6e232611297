import Foundation
import Hummingbird
import NIOCore

public struct Pages: Sendable {
    public let templates: Templates
    public let assets: String
    public let sheets: Set<String>
    /// The site's own values for every page, such as its name, read for each page.
    public var site: @Sendable (Language) -> Values
    private let choices: [Language: Values]

    public init(
        templates: Templates, assets: String, sheets: Set<String> = [], site: @escaping @Sendable (Language) -> Values = { _ in [:] }
    ) {
        self.templates = templates.filling(["assets": assets])
        self.assets = assets
        self.sheets = sheets
        self.site = site
        choices = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, Self.choice(on: $0)) })
    }

    public func words(for visitor: Visitor) -> Words { templates.words(in: visitor.language) }

    public func page(
        _ template: String, _ values: Values, for visitor: Visitor, request: Request? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var all = common(for: visitor, path: request?.uri.description ?? "/")
        all.merge(values) { $1 }
        return try fragment(template, all, for: visitor, status: status)
    }

    public func fragment(
        _ template: String, _ values: Values, for visitor: Visitor, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let html = try templates.render(template, values, in: visitor.language)
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        // "simple" is a registered variant of any language (RFC 5646).
        headers[.contentLanguage] = visitor.language.rawValue + (visitor.isEasy ? "-simple" : "")
        if visitor.person != nil { headers[.cacheControl] = "no-store" }
        let body = (values[RawFragments.key] as? RawFragments)?.filled(html) ?? ByteBuffer(string: html)
        let shown = ShownText.resolved(body)
        return Response(status: status, headers: headers, body: .init(byteBuffer: visitor.links?.added(to: shown) ?? shown))
    }

    /// One other language is a button, and several are a menu.
    private static func choice(on language: Language) -> Values {
        let others = Language.allCases.filter { $0 != language }.map { ["code": $0.rawValue, "name": $0.ownName] as Values }
        return ["name": language.ownName, "several": others.count > 1, "others": others]
    }

    private func common(for visitor: Visitor, path: String) -> Values {
        var values = site(visitor.language)
        values["lang"] = visitor.language.rawValue
        values["path"] = path
        values["textDirection"] = visitor.language.isRightToLeft ? "rtl" : false
        values["languageChoice"] = choices[visitor.language] ?? Self.choice(on: visitor.language)
        values["viewing"] = visitor.person?.viewing ?? false
        let empty = [
            "flash", "account", "demo", "isHome", "menuHTML", "scopes", "mayAdminister", "breadcrumbs", "trail", "tabStrip", "deskSheet",
            "isWithoutDesk", "chartHref",
        ]
        for name in empty {
            values[name] = false
        }
        if let person = visitor.person {
            values["account"] = ["name": person.displayName, "initials": person.displayName.initials]
        }
        return values
    }
}

extension String {
    /// The initials of the first and last word.
    public var initials: String {
        let words = split(separator: " ")
        let first = words.first?.first.map(String.init) ?? ""
        let last = words.count > 1 ? words.last?.first.map(String.init) ?? "" : ""
        return (first + last).uppercased()
    }
}
