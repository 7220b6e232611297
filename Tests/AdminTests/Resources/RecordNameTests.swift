import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Records whose title is only a code: how they are named, found, chosen and sorted.
@Suite struct RecordNameTests {
    /// Readers 1, 2 and 3 of Biblioteca Rossa, 4 of Biblioteca Blu, and 5 in the trash.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.database.write { db in
            for (title, group, scope) in [
                ("R-01", "Caffè", SampleSite.rossa), ("R-02", "Alba", SampleSite.rossa), ("Alba", "Zeta", SampleSite.rossa),
                ("R-03", "Alba", SampleSite.blu), ("R-04", "Alba", SampleSite.rossa),
            ] {
                var reader = SampleReader()
                (reader.name, reader.group) = (title, group)
                reader.stamp.scopeID = scope
                try reader.insert(db, by: .system("test"))
            }
            try db.execute(sql: "UPDATE reader SET deletedAt = '2026-02-01 10:00:00.000' WHERE id = 5")
        }
        return site
    }

    private func matching(_ typed: String, limit: Int = 8) async throws -> [String] {
        try await site().form { context in
            try Target(NamedReader.self).matching(typed, context, limit: limit).map { $0.label + ($0.isExact ? " =" : "") }
        }
    }

    @Test func onlyAListWithNamesHasThem() {
        #expect(Target(NamedReader.self).hasRecordName)
        #expect(!Target(SampleReader.self).hasRecordName)
        #expect(Target(SampleReader.self).label("r") == "r.name")
    }

    @Test func aTypedTitleIsExactAndComesFirst() async throws {
        expect(try await matching("alba"), is: ["Zeta Alba =", "Alba R-02"])
    }

    @Test func aTypedNameIsExactWhateverItsCase() async throws {
        expect(try await matching("ALBA r-02"), is: ["Alba R-02 ="])
    }

    @Test func accentsDoNotCount() async throws {
        expect(try await matching("caffe"), is: ["Caffè R-01"])
    }

    @Test func theEarlierPlaceInTheNameComesFirst() async throws {
        expect(try await matching("r-0"), is: ["Alba R-02", "Caffè R-01"])
        expect(try await matching("r-0", limit: 1), is: ["Alba R-02"])
    }

    @Test func nothingIsFoundOfOtherLibrariesOrOfTheTrash() async throws {
        expect(try await matching("r-03"), is: [])
        expect(try await matching("r-04"), is: [])
        expect(try await matching("nessuno"), is: [])
    }

    @Test func withoutNamesTheTitleAloneIsSearched() async throws {
        let found = try await site().form { context in try Target(SampleReader.self).matching("alba", context).map(\.label) }
        #expect(found == ["Alba"])
    }

    @Test func theMenuIsInTheOrderOfTheNames() async throws {
        let labels = try await site().form { context in try Target(NamedReader.self).options(context, limit: 10).map(\.label) }
        #expect(labels == ["Alba R-02", "Caffè R-01", "Zeta Alba"])
        let titles = try await site().form { context in try Target(SampleReader.self).options(context, limit: 10).map(\.label) }
        #expect(titles == ["Alba", "R-01", "R-02"])
    }

    @Test func theMenuHasItsLimit() async throws {
        let labels = try await site().form { context in try Target(NamedReader.self).options(context, limit: 2).map(\.label) }
        #expect(labels == ["Alba R-02", "Caffè R-01"])
    }

    @Test func namesAreReadFromTheTrashTooButNotFromOtherLibraries() async throws {
        let names = try await site().form { context in try Target(NamedReader.self).titles([1, 2, 3, 4, 5], context) }
        #expect(names == [1: "Caffè R-01", 2: "Alba R-02", 3: "Zeta Alba", 5: "Alba R-04"])
    }

    @Test func theProgramItselfReadsNamesOfAllLibraries() async throws {
        let names = try await site().form { context in try Target(NamedReader.self).titles([4], seenBy: nil, context.db) }
        #expect(names == [4: "Alba R-03"])
    }

    @Test func whatIsThereIsCountedWithoutTheTrash() async throws {
        let existing = try await site().form { context in try Target(NamedReader.self).existing([1, 2, 3, 4, 5, 99], context) }
        #expect(existing == [1, 2, 3])
        let all = try await site().form { context in try Target(NamedReader.self).count(context, upTo: 10) }
        #expect(all == 3)
        let few = try await site().form { context in try Target(NamedReader.self).count(context, upTo: 2) }
        #expect(few == 2)
    }

    @Test func aRecordSaysItsName() async throws {
        let names = try await site().database.read { db in
            [
                try known(NamedReader.fetch(db, id: 2), db), try known(SampleReader.fetch(db, id: 2), db),
            ]
        }
        #expect(names == ["Alba R-02", "R-02"])
    }

    @Test func aNewRecordHasOnlyItsTitle() async throws {
        let name = try await site().database.read { db in
            var reader = NamedReader()
            (reader.name, reader.group) = ("R-09", "Alba")
            return try known(reader, db)
        }
        #expect(name == "R-09")
    }

    // MARK: Lists

    private func query(_ values: [String: [String]]) -> ListQuery { ListQuery(Form(values), filters: [], sortable: ["name"]) }

    @Test func aListIsSortedByTheNames() async throws {
        let (rising, falling) = (query([:]), query(["sort": ["-name"]]))
        let up = try await site().form { context in try Listing<NamedReader>(rising, own: [], context).ids }
        #expect(up == [2, 1, 3])
        let down = try await site().form { context in try Listing<NamedReader>(falling, own: [], context).ids }
        #expect(down == [3, 1, 2])
    }

    @Test func aListKnowsTheNamesOfItsRows() async throws {
        let all = query([:])
        let names = try await site().form { context in try Listing<NamedReader>(all, own: [], context).names }
        #expect(names == [1: "Caffè R-01", 2: "Alba R-02", 3: "Zeta Alba"])
    }

    @Test func withoutNamesAListIsSortedByTheTitles() async throws {
        let all = query([:])
        let (ids, names) = try await site().form { context in
            let listing = try Listing<SampleReader>(all, own: [], context)
            return (listing.ids, listing.names)
        }
        #expect(ids == [3, 1, 2])
        #expect(names.isEmpty)
    }

    @Test func aComputedColumnIsWorkedOutWhereItIsShown() async throws {
        let (asked, usual) = (query(["columns": ["number"]]), query([:]))
        let shown = try await site().form { context in try Listing<NamedReader>(asked, own: [], context).computed }
        #expect(shown == ["number": [1: "n. 1", 2: "n. 2", 3: "n. 3"]])
        let hidden = try await site().form { context in try Listing<NamedReader>(usual, own: [], context).computed }
        #expect(hidden.isEmpty)
    }

    @Test func aComputedColumnMayBeChosenAsOthers() {
        #expect(ListColumn<NamedReader>.named("number,group,number,nothing").map(\.name) == ["number", "group"])
        #expect(ListColumn<NamedReader>.all.map(\.name) == ["group", "number", "created", "updated"])
        #expect(ListColumn<NamedReader>("number")?.kind == "wide")
        #expect(ListColumn<NamedReader>("number")?.field == nil)
    }
}

/// `name` alone would be the field.
private func known<R: Resource>(_ record: R?, _ db: Database) throws -> String? { try record?.name(db) }

/// A reader whom people know by group and title.
private struct NamedReader: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var group = ""
    static let system = Sample.name
    static let path = "readers"
    static let table = "reader"
    static let scope: Scope? = Sample.scope
    static let columns = ["group"]
    static let computedColumns = [
        ComputedColumn("number") { ids, _ in Dictionary(uniqueKeysWithValues: ids.map { ($0, "n. \($0)") }) }
    ]
    static let fields: [Field<NamedReader>] = [.title("name", \.name), .text("group", \.group, limit: 60)]

    static func recordName(_ row: String) -> String? { "\(row).\"group\" || ' ' || \(row).name" }
}
