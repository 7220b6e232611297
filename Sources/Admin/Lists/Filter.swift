import Foundation
import GRDB
import Web

struct Filter<R: Resource>: Sendable {
    /// The name in the address; a range also has `name.from` and `name.to`.
    let name: String
    let shape: FilterShape
    let asksEmptiness: Bool
    let column: String

    init?(_ field: Field<R>) {
        guard field.name != R.title.name, let shape = FilterShape(field.kind) else { return nil }
        (name, self.shape, column) = (field.name, shape, "\(R.table).\(field.column)")
        asksEmptiness =
            switch shape {
            case .flag, .choice: false
            case .number(let range): field.kind.isRequired ? range.contains(0) : true
            case .text: !field.kind.isRequired
            case .one, .many, .owned, .presence: true
            default: !field.kind.isRequired
            }
    }

    private init(_ name: String, _ shape: FilterShape, column: String) {
        (self.name, self.shape, self.column, asksEmptiness) = (name, shape, column, false)
    }

    static var all: [Filter<R>] { ListOutline<R>.shared.filters }

    static var made: [Filter<R>] {
        let named = R.filters.compactMap(R.field)
        // The manual position is an order, not a property to filter by.
        let others = R.fields.filter { field in field.name != "ordering" && !named.contains { $0.name == field.name } }
        return (named + others).compactMap(Filter.init) + [
            Filter("created", .day, column: "\(R.table).createdAt"), Filter("updated", .day, column: "\(R.table).updatedAt"),
            Filter("by", .account(R.name), column: "\(R.table).id"),
        ]
    }

    static var ofTrash: [Filter<R>] {
        [
            Filter("deleted", .day, column: "\(R.table).deletedAt"),
            Filter("deletedBy", .account(R.name, act: "delete"), column: "\(R.table).id"),
        ]
    }

    static var names: [String] { ListOutline<R>.shared.filterNames }
    static var namesOfTrash: [String] { names(all + ofTrash) }

    static func names(_ filters: [Filter<R>]) -> [String] {
        filters.flatMap { $0.shape.isRange ? [$0.name, $0.name + ".from", $0.name + ".to"] : [$0.name] }
    }
}

enum FilterShape: Sendable {
    case one(Target)
    case many(Target, ReferencesFieldType.Links)
    case flag
    case choice(any Choosable)
    case choices(any Choosable)
    case number(ClosedRange<Int>)
    case money
    /// A day of moments, which begins and ends by the zone's clock.
    case day
    /// A day that is stored as one.
    case civilDay
    case text
    case owned(String)
    case presence
    case account(String, act: String? = nil)

    init?(_ kind: any FieldType) {
        switch kind {
        case let kind as ReferencesFieldType: self = .many(kind.target, kind.links)
        case let kind as ReferenceFieldType: self = kind.all.map { .many(kind.target, $0) } ?? .one(kind.target)
        case is FlagFieldType: self = .flag
        case let kind as any Choosable: self = kind.isSeveral ? .choices(kind) : .choice(kind)
        case let kind as NumberFieldType: self = .number(kind.range)
        case let kind as OptionalFieldType<NumberFieldType>: self = .number(kind.inner.range)
        case is MoneyFieldType, is OptionalFieldType<MoneyFieldType>: self = .money
        case is MomentFieldType, is OptionalFieldType<MomentFieldType>: self = .day
        case is DayFieldType, is OptionalFieldType<DayFieldType>: self = .civilDay
        case is TextFieldType, is LongTextFieldType: self = .text
        case let kind as any Parting: self = .owned(kind.owners)
        case is PictureFieldType, is PlaceFieldType: self = .presence
        default: return nil
        }
    }

    var isRange: Bool {
        switch self {
        case .number, .money, .day, .civilDay: true
        default: false
        }
    }

    var isDay: Bool {
        switch self {
        case .day, .civilDay: true
        default: false
        }
    }

    var isMenu: Bool {
        switch self {
        case .one, .many, .flag, .choice, .choices, .account: true
        default: false
        }
    }
}

/// A kind stored in another table; a filter asks whether a record has any rows.
protocol Parting {
    var owners: String { get }
}
