import GRDB

extension ShoppingList {
    /// Puts what a recipe needs and is not at hand into the list, each once. What is on the list already stays as it is; how much the
    /// recipe takes becomes the note of the row, because nobody buys "2 spoons" of oil.
    func add(missing things: [Thing], _ db: Database) throws -> (added: [String], there: [String]) {
        var (added, there): ([String], [String]) = ([], [])
        for thing in things where !thing.isReady && !thing.isSkipped {
            if try addOnce(thing.product, note: thing.amount, db) { added.append(thing.name) } else { there.append(thing.name) }
        }
        return (added, there)
    }
}
