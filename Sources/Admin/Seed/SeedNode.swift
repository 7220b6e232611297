import Foundation
import Web
import Yams

/// A value of the seed file with its place, and where mistakes are noted.
public struct SeedNode {
    let node: Node
    /// What is being read, for the sentence of a mistake: `products[3].price`.
    let path: String
    let reader: SeedReader

    public func refuse(_ key: String, _ values: [String: String] = [:]) {}
    public func unknown(_ text: String, among known: [String]) {}
    public func text() -> String? { nil }
    public func scalar() -> String? { nil }
    public func integer() -> Int? { nil }
    public func decimal() -> Double? { nil }
    public func flag() -> Bool? { nil }
    public func list() -> [SeedNode]? { nil }
    func reference(to target: Target) -> Int64? { nil }
    func picture() -> Int64? { nil }
    func fill<R>(_ fields: [Field<R>], into record: inout R) {}
}

final class SeedReader {}

public struct SeedExport {
    func key(of id: Int64, in target: Target) throws -> String? { nil }
    func picture(_ id: Int64) throws -> String? { nil }
    func pairs<R>(of record: R, _ fields: [Field<R>]) throws -> [(String, SeedValue)] { [] }
}

public indirect enum SeedValue: Sendable {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([SeedValue])
    case map([(String, SeedValue)])
}

public struct SeedSchema: Sendable {
    public init(_ type: String, _ rules: [String: any Sendable] = [:]) {}
    static func object<R>(_ fields: [Field<R>]) -> SeedSchema { SeedSchema("object") }
}
