import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Accounts
@testable import Campus

/// Alerts are published, approved, corrected and withdrawn by programs.
@Suite struct AlertPublicationAPITests {
    private func token(_ town: AlertTown, of account: String, areas: [String] = ["campus.alerts.publish"]) async throws -> HTTPFields {
        let secret = try await town.site.database.write { db in
            let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [account]) ?? 0
            return try AccessToken.make(
                "test", access: .write, areas: areas, scope: nil, life: 3_600, of: id, db, by: .system("test")
            ).secret
        }
        return [.authorization: "Bearer \(secret)"]
    }

    @Test func aProgramPublishesCorrectsAndWithdraws() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        let headers = try await token(town, of: "admin")
        let base = "/api/v1/campus/alerts/\(id)/bulletins"
        try await town.site.browse(as: "") { who in
            let made = try await who[0].call(.post, base, #"{"version":1,"until":"2399-01-01T09:00:00Z"}"#, headers: headers)
            #expect(made.status == 201, "\(made.text)")
            #expect(made.headers[.location] == base + "/1")
            #expect(made.contains(#""state":"published""#))
            #expect(made.contains(#""expiresAt":"2399-01-01T09:00:00"#))
            #expect(made.contains(#""name":"cap","address":"http"#))
            #expect(try await who[0].get("/campus/alerts/1").status == 200)

            let late = try await who[0].call(.post, base, #"{"version":7}"#, headers: headers)
            #expect(late.status == 409)
            #expect(late.contains("alertRefused"))
            let past = try await who[0].call(.post, base, #"{"version":1,"at":"2001-01-01T09:00:00Z"}"#, headers: headers)
            #expect(past.status == 422)
            #expect(past.contains("/at"))

            try await town.rewrite(id, "Aula aperta", english: "Room open")
            let corrected = try await who[0].call(.post, base, #"{"version":2}"#, headers: headers)
            #expect(corrected.status == 201, "\(corrected.text)")
            #expect(corrected.contains(#""replaces":1"#))
            let all = try await who[0].call(.get, base, headers: headers)
            #expect(all.contains(#""state":"replaced""#))

            let withdrawn = try await who[0].call(.post, base + "/2/withdrawal", headers: headers)
            #expect(withdrawn.status == 200)
            #expect(withdrawn.contains(#""state":"withdrawn""#))
            #expect(try await who[0].call(.post, base + "/2/withdrawal", headers: headers).status == 409)
            #expect(try await who[0].get("/campus/alerts/2").status == 410)
        }
    }

    @Test func anEmergencyNeedsTheTokenOfAnotherPerson() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Evacuare", english: "Evacuate", severity: "emergency")
        let (first, second) = (try await token(town, of: "admin"), try await token(town, of: "second"))
        let base = "/api/v1/campus/alerts/\(id)/bulletins"
        try await town.site.browse(as: "") { who in
            let proposed = try await who[0].call(.post, base, #"{"version":1}"#, headers: first)
            #expect(proposed.contains(#""state":"proposed""#), "\(proposed.text)")
            #expect(proposed.contains(#""channels":[]"#))
            #expect(try await who[0].call(.post, base + "/1/approval", headers: first).status == 409)
            #expect(try await who[0].call(.post, base + "/1/approval", headers: second).contains(#""state":"published""#))
        }
    }

    @Test func theRightIsOneOfItsOwn() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        let writing = try await token(town, of: "admin", areas: ["campus.alerts.edit", "campus.alerts.see"])
        let publishing = try await token(town, of: "admin")
        let base = "/api/v1/campus/alerts/\(id)/bulletins"
        try await town.site.browse(as: "") { who in
            #expect(try await who[0].call(.post, base, #"{"version":1}"#, headers: writing).status == 403)
            #expect(try await who[0].call(.get, base, headers: writing).status == 200)
            #expect(try await who[0].call(.get, base, headers: publishing).status == 200)
            let edited = try await who[0].call(.get, "/api/v1/campus/alerts/\(id)", headers: publishing)
            #expect(edited.status == 404)
            #expect(try await who[0].call(.get, base).status == 401)
        }
    }
}
