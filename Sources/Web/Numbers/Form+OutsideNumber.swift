import Hummingbird

extension Form {
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int? { Int(self[name], in: range) }

    public func recordID(_ name: String) -> Int64? { Int64(recordID: self[name]) }

    public func recordIDs(_ name: String) -> [Int64] { all(name).compactMap { Int64(recordID: $0) } }
}

extension Parameters {
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int? { get(name).flatMap { Int($0, in: range) } }

    public func recordID(_ name: String) -> Int64? { get(name).flatMap { Int64(recordID: $0) } }

    /// nil when the address has no such part; throws 404 when the part is not a valid record number.
    public func recordID(ifAny name: String) throws -> Int64? {
        guard get(name) != nil else { return nil }
        guard let id = recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}
