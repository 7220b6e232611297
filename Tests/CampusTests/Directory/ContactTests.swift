import Admin
import Foundation
import Registry
import TestSupport
import Testing

@testable import Campus

/// Several numbers and addresses of a person and of a place, each with what it is for.
@Suite struct ContactTests {
    private static let phones = "+39 0900 55 71\n+39 0900 55 72 laboratorio\n+39 0900 55 73 fax"
    private static let emails = "nina@example.org\nesami@example.org solo per gli esami"

    @Test func theyStandOnThePageInTheCardAndInTheInterfaceAndEachIsFound() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            let person = [("name", "Nina Onderi"), ("phone", Self.phones), ("email", Self.emails), ("active", "yes")]
            #expect(try await editor.post("/admin/registry/people", person).status == 303)
            let page = try await visitor.get("/campus/people/3")
            #expect(page.contains("<a href=\"tel:+3909005572\">+39 0900 55 72</a> <span class=\"quiet\">laboratorio</span>"))
            #expect(
                page.contains("<a href=\"mailto:esami@example.org\">esami@example.org</a> <span class=\"quiet\">solo per gli esami</span>"))
            #expect(page.contains("class=\"button primary\" href=\"tel:+3909005571\""))
            let card = try await visitor.get("/campus/people/3/card.vcf")
            for line in [
                "TEL;TYPE=WORK,VOICE:+39 0900 55 71", "item2.TEL;TYPE=WORK,VOICE:+39 0900 55 72\r\nitem2.X-ABLabel:laboratorio",
                "TEL;TYPE=WORK,FAX:+39 0900 55 73", "EMAIL;TYPE=INTERNET:nina@example.org",
                "item5.EMAIL;TYPE=INTERNET:esami@example.org\r\nitem5.X-ABLabel:solo per gli esami",
            ] {
                #expect(card.contains("\r\n\(line)\r\n"), "\(line)")
            }
            let answer = try await visitor.call(.get, "/campus/api/v1/people/3")
            let json = try JSONReader.read(Array(answer.text.utf8))
            #expect(json["numbers"]?.list?.map { $0["isFAX"]?.flag } == [false, false, true])
            #expect(json["numbers"]?.list?[1]["descr"]?.text == "laboratorio")
            #expect(json["emails"]?.list?.map { $0["mailbox"]?.text } == ["nina@example.org", "esami@example.org"])
            for typed in ["72", "esami@example.org"] {
                #expect(try await visitor.get("/campus/search?q=\(typed)").contains("/campus/people/3"), "\(typed)")
                #expect(try await editor.get("/admin/registry/people?q=\(typed)").contains("Nina Onderi"), "\(typed)")
            }
        }
    }

    @Test func aPlaceHasSeveralToo() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            for table in ["campusBuilding", "campusArea"] {
                try db.execute(sql: "UPDATE \(table) SET phone = ?, email = ?", arguments: [Self.phones, Self.emails])
            }
        }
        try await university.site.browse(as: "") { who in
            for (page, path) in [("buildings/1", "buildings"), ("areas/1", "places")] {
                let drawn = try await who[0].get("/campus/\(page)")
                #expect(drawn.contains("href=\"tel:+3909005572\""), "\(page)")
                #expect(drawn.contains("mailto:esami@example.org"), "\(page)")
                let answer = try await who[0].call(.get, "/campus/api/v1/\(path)")
                let place = try JSONReader.read(Array(answer.text.utf8))["items"]?.list?.first
                #expect(place?["numbers"]?.list?.count == 3, "\(path)")
                #expect(place?["emails"]?.list?.count == 2, "\(path)")
            }
        }
    }

    @Test(arguments: [("phone", "+39 0900 55 1\nchiedere a Nina", "chiedere a Nina"), ("email", "nina@example.org\nnina@", "nina@")])
    func aLineThatIsNoneIsNamedAndEverythingTypedKept(field: String, typed: String, wrong: String) async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            for (path, record) in [
                ("registry/people", [("name", "Nina Onderi")]), ("campus/areas", [("name", "Atrio"), ("building", "1"), ("type", "1")]),
                ("campus/buildings", [("name", "Edificio Vela"), ("code", "ED02"), ("type", "1")]),
            ] {
                let refused = try await who[0].post("/admin/\(path)", record + [(field, typed)])
                #expect(refused.status == 422, "\(path)")
                #expect(refused.contains("La riga «\(wrong)» non comincia con"), "\(path)")
                #expect(refused.contains("\n\(typed)</textarea>"), "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("041 234 8111 int. 5", "041 234 8111", "int. 5"), ("+39 (041) 234-8111", "+39 (041) 234-8111", ""), ("112", "112", ""),
        ("chiedere a Nina", "chiedere a Nina", ""),
    ])
    func aNumberIsToldFromWhatItIsFor(line: String, value: String, label: String) {
        let found = ContactLine.all(line, .phone).first
        #expect(found?.value == value)
        #expect(found?.label == label)
    }
}
