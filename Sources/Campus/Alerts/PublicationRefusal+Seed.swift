import Admin
import Web

extension PublicationRefusal: SeedWriteRefusal {
    func sentence(_ words: Words) -> String { words("campus.publication.refused.\(rawValue)") }
}
