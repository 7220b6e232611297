import Accounts
import Admin
import GRDB

/// Copies another house's catalogue with its pictures. Records that exist by name stay unchanged, and copies refer to them.
struct CatalogueCopy: Sendable {
    let source: Int64
    let target: Int64

    private static let kinds: [any Resource.Type] = [
        Category.self, Position.self, Shop.self, Product.self, RecipeCategory.self, Recipe.self,
    ]

    struct Outlook: Equatable, Sendable {
        let kind: String
        let new: Int
        let there: Int
    }

    func outlook(_ db: Database) throws -> [Outlook] {
        try Self.kinds.map { type in
            let sql = """
                SELECT count(*) AS total, count(*) FILTER (WHERE EXISTS (
                  SELECT 1 FROM \(type.table) twin WHERE \(type.notTrashed.in("?")("twin")) AND twin.folded = own.folded)) AS there
                FROM \(type.table) own WHERE \(type.notTrashed.in("?")("own"))
                """
            let row = try Row.fetchOne(db, sql: sql, arguments: [target, source])
            let (all, there): (Int, Int) = (row?["total"] ?? 0, row?["there"] ?? 0)
            return Outlook(kind: type.name, new: all - there, there: there)
        }
    }

    /// Copies new records and returns their number. Each kind is an act of its own with its own undo.
    func make(_ db: Database, by actor: Actor) throws -> Int {
        var copies = Copies(source: source, target: target, db: db, actor: actor)
        try copies.add(Category.self) { $1.picture = try $0.picture($1.picture) }
        try copies.add(Position.self) { $1.picture = try $0.picture($1.picture) }
        try copies.add(Shop.self) { _, _ in }
        try copies.add(Product.self) { copies, product in
            product.categories = product.categories.compactMap { copies.twin(of: $0, Category.self) }
            product.position = copies.twin(of: product.position, Position.self)
            product.shops = product.shops.compactMap { copies.twin(of: $0, Shop.self) }
            product.picture = try copies.picture(product.picture)
            // The stock belongs to the source house.
            (product.stock, product.expires) = (0, nil)
        }
        try copies.add(RecipeCategory.self) { $1.picture = try $0.picture($1.picture) }
        try copies.add(Recipe.self) { copies, recipe in
            recipe.category = copies.twin(of: recipe.category, RecipeCategory.self)
            recipe.picture = try copies.picture(recipe.picture)
            recipe.ingredients = copies.items(recipe.ingredients)
            recipe.utensils = copies.items(recipe.utensils)
            recipe.steps = try recipe.steps.map { step in
                var step = step
                (step.id, step.picture) = (nil, try copies.picture(step.picture))
                return step
            }
            try copies.clips(of: recipe.steps.map(\.text))
        }
        return copies.count
    }
}

private struct Copies {
    let source: Int64
    let target: Int64
    let db: Database
    let actor: Actor
    private(set) var count = 0
    private var act: Int64?
    private var twins: [String: [Int64: Int64]] = [:]

    init(source: Int64, target: Int64, db: Database, actor: Actor) {
        (self.source, self.target, self.db, self.actor) = (source, target, db, actor)
    }

    mutating func add<R: Resource>(_ type: R.Type, lead: (Copies, inout R) throws -> Void) throws {
        let sql = """
            SELECT own.id, (
              SELECT id FROM \(R.table) twin WHERE \(R.notTrashed.in("?")("twin")) AND twin.folded = own.folded) AS twinID
            FROM \(R.table) own WHERE \(R.notTrashed.in("?")("own")) ORDER BY own.id
            """
        let rows: [(id: Int64, twin: Int64?)] = try Row.fetchAll(db, sql: sql, arguments: [target, source]).map {
            ($0["id"], $0["twinID"])
        }
        var act = UndoableOperation("house.catalogue.act", on: R.name, scope: target, by: actor)
        try act.insert(db)
        self.act = act.id
        let before = count
        for (id, twin) in rows {
            twins[R.table, default: [:]][id] = try twin ?? copy(of: id, act, lead)
        }
        if count == before { try act.delete(db) }
    }

    private mutating func copy<R: Resource>(of id: Int64, _ act: UndoableOperation, _ lead: (Copies, inout R) throws -> Void) throws
        -> Int64?
    {
        guard var record = try R.fetch(db, id: id) else { return nil }
        record.stamp = RecordMetadata()
        record.stamp.scopeID = target
        try lead(self, &record)
        try record.insert(db, by: actor.within(act.id))
        count += 1
        return record.stamp.id
    }

    func twin<R: Resource>(of id: Int64?, _ type: R.Type) -> Int64? { id.flatMap { twins[R.table]?[$0] } }

    func items(_ items: [RecipeItem]) -> [RecipeItem] {
        items.compactMap { item in
            guard let product = twin(of: item.product, Product.self) else { return nil }
            var item = item
            (item.id, item.product) = (nil, product)
            return item
        }
    }

    /// The videos of these words, which belong to no record.
    func clips(of texts: [String]) throws {
        for text in texts where try Clip.copy(text, from: source, to: target, in: act, at: .now, db) {
            try AuditEntry.write(db, "house.clip.save", by: actor, scope: target, detail: ["text": String(text.prefix(200))])
        }
    }

    /// Keeps pictures shared by all houses and copies those of the source.
    func picture(_ id: Int64?) throws -> Int64? {
        guard let id, let picture = try Picture.fetchOne(db, key: id), picture.deletedAt == nil else { return nil }
        return picture.scopeID == nil ? id : try picture.copied(to: target, db, by: actor).id
    }
}
