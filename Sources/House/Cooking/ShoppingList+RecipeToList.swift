import GRDB

extension ShoppingList {
    /// Adds each thing once. The recipe's amount becomes the note, because shops do not sell "2 spoons" of oil.
    func add(missing things: [Thing], _ db: Database) throws -> (added: [String], there: [String]) {
        var (added, there): ([String], [String]) = ([], [])
        for thing in things where !thing.isReady && !thing.isSkipped {
            if try addOnce(thing.product, note: thing.amount, db) { added.append(thing.name) } else { there.append(thing.name) }
        }
        return (added, there)
    }
}
