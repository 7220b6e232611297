import GRDB
import Web
import Accounts
public struct Picture: FetchableRecord, Decodable, Sendable, TableRecord { public var id: Int64?; var file = ""; var alt = ""; var original = ""
  static public var databaseTableName: String { "picture" }
  func address(_ s: PictureSize) -> String { "" }
  static func address(file: String, _ s: PictureSize) -> String { "" }
  static func add(_ s: StoredPicture, alt: String, scopeID: Int64?, _ db: Database, by: Actor) throws -> Picture { fatalError() }
}
public struct StoredPicture: Sendable {}
public enum PictureSize: Sendable { case thumb, medium, large }
public struct PictureRefusal: Error { let textKey: String; let values: [String: String] }
public final class PictureStore: Sendable { func take(_ u: UploadedFile) async throws(PictureRefusal) -> StoredPicture { fatalError() } }
