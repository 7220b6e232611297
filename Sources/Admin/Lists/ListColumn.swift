import Foundation
import GRDB
import Web

enum ListColumn<R: Resource>: Sendable {
    case field(Field<R>)
    case computed(ComputedColumn)
    case created, updated

    init?(_ name: String) {
        switch name {
        case "created": self = .created
        case "updated": self = .updated
        default:
            if let column = R.computedColumns.first(where: { $0.name == name }) {
                self = .computed(column)
                return
            }
            guard let field = R.field(name), Self.mayBe(field) else { return nil }
            self = .field(field)
        }
    }

    static var all: [ListColumn<R>] {
        let own = R.columns.compactMap(ListColumn.init)
        let others = R.fields.filter { field in mayBe(field) && !own.contains { $0.name == field.name } }.map(ListColumn.field)
        let computed = R.computedColumns.filter { column in !own.contains { $0.name == column.name } }.map(ListColumn.computed)
        return own + computed + others + [ListColumn.created, .updated].filter { stamp in !own.contains { $0.name == stamp.name } }
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
        case .computed(let column): column.name
        case .created: "created"
        case .updated: "updated"
        }
    }

    var field: Field<R>? { if case .field(let field) = self { field } else { nil } }

    func label(_ words: Words) -> String { words.label(of: name, R.name) }

    var kind: String {
        if case .computed = self { return "wide" }
        return switch field?.kind {
        case nil: "date"
        case is NumberFieldType, is OptionalFieldType<NumberFieldType>: "number"
        case is MoneyFieldType, is OptionalFieldType<MoneyFieldType>: "money"
        case is FlagFieldType: "flag"
        case is ReferencesFieldType: "tags"
        case let kind as any Choosable where kind.isSeveral: "tags"
        case is MomentFieldType, is OptionalFieldType<MomentFieldType>, is DayFieldType, is OptionalFieldType<DayFieldType>: "date"
        case is LongTextFieldType: "long"
        default: "text"
        }
    }
}
