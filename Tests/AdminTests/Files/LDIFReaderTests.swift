import Formats
import Foundation
import Testing

@testable import Admin

@Suite struct LDIFReaderTests {
    private func table(_ text: String) throws -> (columns: [String], rows: [[String]]) {
        let table = try FileTable(Array(text.utf8))
        return (table.columns, table.rows.map { $0.values.map { $0?.text ?? "∅" } })
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    @Test func anEntryIsARowWhateverItsLinesLookLike() throws {
        let accented = base64(Array("Niccolò Però".utf8))
        let found = try table(
            """
            # extended LDIF
            # a comment that is
              folded
            version: 1

            dn: uid=niccolo,ou=people,dc=example,dc=org\r
            objectClass: person
            cn:: \(accented.prefix(7))
             \(accented.dropFirst(7))
            description: first half,
              second half
            mail:   n@example.org
            title:

            dn:: \(base64(Array("uid=lea,ou=più".utf8)))
            SN: Velario
            cn: Lea: Velario

            # search result
            search: 2
            result: 0 Success
            """)
        #expect(found.columns == ["dn", "cn", "description", "mail", "title", "sn"])
        #expect(
            found.rows == [
                ["uid=niccolo,ou=people,dc=example,dc=org", "Niccolò Però", "first half, second half", "n@example.org", "", ""],
                ["uid=lea,ou=più", "Lea: Velario", "", "", "", "Velario"],
            ])
    }

    @Test func lettersOfOldDirectoriesAreReadAndWhatIsNoTextIsLeftOut() throws {
        let old = base64([0x50, 0x65, 0x72, 0xF2])
        let picture = base64([0xFF, 0xD8, 0xFF, 0x00, 0x01])
        let found = try table(
            "dn: a\ncn:: \(old)\njpegPhoto:: \(picture)\nuserCertificate;binary:: \(old)\nhome:< file:///etc/hostname\n")
        #expect(found.columns == ["dn", "cn", "jpegphoto"])
        #expect(found.rows == [["a", "Però", ""]])
        // The whole file in such letters, as some programs save it.
        let bytes = Array("dn: a\ncn: Per".utf8) + [0xF2, 0x0A]
        #expect(try FileTable(bytes).rows.first?.values[1]?.text == "Però")
    }

    @Test func groupsAndMachinesAreNamedAndLeftOutAndPhotosComeAlong() throws {
        let picture = base64([0xFF, 0xD8, 0xFF, 0x00, 0x01])
        let text = """
            dn: cn=crew
            objectClass: groupOfNames
            cn: ship_crew

            dn: cn=pc
            objectClass: user
            objectClass: computer
            cn: PC-12

            dn: uid=lea
            objectClass: inetOrgPerson
            uid: lea
            cn: Lea
            userPassword: {SSHA}c2VncmV0bw==
            jpegPhoto:: \(picture)

            dn: ou=storia
            objectClass: organizationalUnit
            cn: Storia
            """
        var source = try TableSource(Array(text.utf8))
        #expect(source.columns == ["dn", "uid", "cn", "jpegphoto"])
        #expect(source.notes == [ImportRemark("secrets", ["names": "userpassword"])])
        let items = try source.next(most: 10)
        #expect(items.map { $0.content == nil } == [true, true, false, false])
        #expect(items[0].remarks == [ImportRemark("directoryOther", ["name": "ship_crew", "kind": "groupofnames"])])
        #expect(items[1].remarks.first?.values["kind"] == "computer")
        #expect(items[2].pictures["jpegphoto"]?.bytes.count == 5)
        #expect(items[2].pictures["jpegphoto"]?.name == "lea.jpg")
        let texts = items.flatMap { $0.content?.values ?? [] }.compactMap { $0?.text }
        #expect(!texts.contains { $0.contains("SSHA") })
    }

    @Test func hashedPasswordsOfOtherTablesAreLeftOut() throws {
        var source = try TableSource(Array("cn;userPassword\nLea;{SSHA}c2VncmV0bw==\nPio;{testo}\n".utf8))
        let items = try source.next(most: 10)
        #expect(items.map { $0.content?.values[1]?.text } == ["", "{testo}"])
        #expect(items[0].remarks == [ImportRemark("hash")])
    }

    @Test func manyValuesAreTheFirstAndAll() throws {
        let found = try table("dn: a\nou: Storia\nou: Lettere, lingue\nmail: a@example.org\n\ndn: b\nou: Fisica\n")
        #expect(found.columns == ["dn", "ou", "ou (*)", "mail"])
        #expect(found.rows == [["a", "Storia", "Storia, \"Lettere, lingue\"", "a@example.org"], ["b", "Fisica", "Fisica", ""]])
    }

    @Test func namesOfAccountsAreAlsoKeys() throws {
        let found = try table("dn: a\nuid: mario.rossi\n\ndn: b\nuid: lea\n")
        #expect(found.columns == ["uid (a-z)", "dn", "uid"])
        #expect(found.rows.map { $0[0] } == ["mario-rossi", "lea"])
        #expect(try table("dn: a\nuid: lea\n").columns == ["dn", "uid"])
    }

    @Test func anAddressComesWithoutItsLabel() throws {
        #expect(try table("dn: a\nlabeledURI: https://example.org/a La mia pagina\n").rows == [["a", "https://example.org/a"]])
    }

    @Test(arguments: [
        ("dn: a\nchangetype: delete\n", "changes"), ("dn: a\nsenza due punti\n", "ldif"), ("dn: a\ncn:: %%%\n", "base64"),
        ("version: 1\n\n", "noRows"), ("dn: a\n: b\n", "ldif"),
    ])
    func whatCannotBeReadIsRefused(_ text: String, _ why: String) {
        let refusal = #expect(throws: ImportRefusal.self) { try FileTable(Array(text.utf8)) }
        #expect(refusal?.key == why)
    }

    @Test func otherFilesAreReadAsBefore() throws {
        #expect(try FileTable(Array("dn;cn\na;b\n".utf8)).format == .csv)
        #expect(try FileTable(Array("[{\"dn\":\"a\"}]".utf8)).format == .json)
    }
}
