import Formats
import Web

extension TableReading {
    /// The ways of reading that a program or the command line may ask for, by their names.
    static let names = ["encoding", "separator", "sheet", "header"]
    private static let separators: [String: UInt8] = [
        "semicolon": UInt8(ascii: ";"), "comma": UInt8(ascii: ","), "tab": 0x09, "bar": UInt8(ascii: "|"),
    ]

    static var separatorNames: [String] { separators.keys.sorted() }

    /// Reads `windows-1252`, `semicolon`, and the numbers of a sheet and a row from 1. Throws `ImportRefusal` for what is not understood.
    init(named values: [String: String]) throws {
        self.init()
        for (name, value) in values where !value.trimmingSpaces().isEmpty {
            let value = value.trimmingSpaces()
            let number = Int(value, in: 1...1_048_576)
            switch name {
            case "encoding": encoding = TextEncoding(named: value)
            case "separator": separator = Self.separators[value]
            case "sheet": sheet = number.map { $0 - 1 }
            case "header": header = number
            default: continue
            }
            let isRead = [encoding != nil, separator != nil, sheet != nil, header != nil]
            guard let place = Self.names.firstIndex(of: name), isRead[place] else {
                throw ImportRefusal("reading", ["name": name, "value": String(value.prefix(60))])
            }
        }
    }
}
