import Foundation
import GRDB
import Web

enum ListColumn<R: Resource>: Sendable {
    case field(Field<R>)
    case created, updated

    init?(_ name: String) {
        switch name {
        case "created": self = .created
        case "updated": self = .updated
        default:
            guard let field = R.field(name), Self.mayBe(field) else { return nil }
            self = .field(field)
        }
    }

    static var all: [ListColumn<R>] {
        let own = R.columns.compactMap(ListColumn.init)
        let others = R.fields.filter { field in mayBe(field) && !own.contains { $0.name == field.name } }.map(ListColumn.field)
        return own + others + [ListColumn.created, .updated].filter { stamp in !own.contains { $0.name == stamp.name } }
    }

    /// Pictures are shown beside the title, and parts are too large for a cell.
    private static func mayBe(_ field: Field<R>) -> Bool {
        field.name != R.title.name && !(field.kind is PictureFieldType) && (field.kind.isColumn || field.kind is any Referring)
    }

    static func named(_ names: String) -> [ListColumn<R>] {
        var seen: Set<String> = []
        return names.split(separator: ",").map(String.init).filter { seen.insert($0).inserted }.compactMap(ListColumn.init)
    }

    var name: String {
        switch self {
        case .field(let field): field.name
        case .created: "created"
        case .updated: "updated"
        }
    }

    var field: Field<R>? { if case .field(let field) = self { field } else { nil } }

    func label(_ words: Words) -> String { words.label(of: name, R.name) }

    var kind: String {
        switch field?.kind {
        case nil: "date"
        case is NumberFieldType, is Optionally<NumberFieldType>: "number"
        case is MoneyFieldType, is Optionally<MoneyFieldType>: "money"
        case is FlagFieldType: "flag"
        case is ReferencesFieldType: "tags"
        case let kind as any Choosable where kind.isSeveral: "tags"
        case is MomentFieldType, is Optionally<MomentFieldType>: "date"
        case is LongTextFieldType: "long"
        default: "text"
        }
    }
}
