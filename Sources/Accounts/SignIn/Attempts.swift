import Foundation
import GRDB

enum Attempts {
    static func forget(_ key: String, _ db: Database) throws {}
}
