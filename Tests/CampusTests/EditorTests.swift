import Testing

@Suite struct EditorTests {
    @Test func whoMayNotSeeStudentsReadsNoneOfTheirNamesBesideADegree() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO student (key, createdAt, updatedAt, folded, words, number, name, degree)
                    VALUES ('1', '2026-01-01', '2026-01-01', '800101', '800101', '800101', 'Alice Dattero', 1)
                    """)
            try db.execute(
                sql: "INSERT INTO roleAssignment (accountID, role) SELECT id, 'campus-editor' FROM account WHERE key = 'educator'")
        }
        try await university.site.browse(as: "educator", "admin") { browsers in
            for path in ["/admin/registry/degrees/1", "/admin/registry/degrees/1/deletion"] {
                let editor = try await browsers[0].get(path)
                #expect(editor.status == 200 && !editor.contains("800101"), "\(path)")
                let admin = try await browsers[1].get(path)
                #expect(admin.contains("800101"), "\(path)")
            }
        }
    }
}
