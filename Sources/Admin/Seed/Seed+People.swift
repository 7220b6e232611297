import Accounts
import GRDB

extension Seed {
    private var resourcesOfPeople: [any Resource.Type] {
        modules.flatMap { module in module.resources.filter { module.peopleLists.contains($0.path) } }
    }

    var tablesOfPeople: Set<String> { Set([Account.databaseTableName] + resourcesOfPeople.map { $0.table }) }

    var listsOfPeople: [String] { ["accounts"] + modules.flatMap { module in module.peopleLists.map { "\(module.name).\($0)" } } }

    func picturesOfPeople(_ db: Database) throws -> Set<Int64> {
        func pictures<R: Resource>(_ type: R.Type) throws -> Set<Int64> {
            try R.fields.filter { $0.kind is PictureFieldType }.reduce(into: []) { ids, field in
                ids.formUnion(try Int64.fetchSet(db, sql: "SELECT \(field.column) FROM \(R.table) WHERE \(field.column) IS NOT NULL"))
            }
        }
        return try resourcesOfPeople.reduce(into: []) { $0.formUnion(try pictures($1)) }
    }
}

extension SeedExportState {
    func takes(_ type: any SeedExtra.Type, of module: any Module.Type) -> Bool {
        leftOutTables.isEmpty || !module.peopleLists.contains(type.path)
    }
}

extension Seed {
    public func keys(_ db: Database) throws -> SeedSchemaKeys {
        var keys = SeedSchemaKeys()
        for table in Set([Account.databaseTableName, Picture.databaseTableName] + modules.flatMap { $0.resources }.map { $0.table }) {
            let sql = "SELECT DISTINCT key FROM \(table) WHERE \(RowCondition.notTrashed(in: table)) ORDER BY key"
            keys.known[table] = try String.fetchAll(db, sql: sql)
        }
        return keys
    }
}
