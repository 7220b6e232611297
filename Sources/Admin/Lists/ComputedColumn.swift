import Web

/// A column of a list that no field holds, such as the weekly hours of a timetable. Its label is a text among the fields' labels.
public struct ComputedColumn: Sendable {
    let name: String
    /// The texts of these records, in one or few statements for all of them.
    let texts: @Sendable (_ ids: [Int64], FormContext) throws -> [Int64: String]

    public init(_ name: String, texts: @escaping @Sendable (_ ids: [Int64], FormContext) throws -> [Int64: String]) {
        (self.name, self.texts) = (name, texts)
    }
}
