import Testing
import Web

@testable import Admin

/// Drawings of places in the lagoon have land and water below them; elsewhere there is nothing to draw.
@Suite struct MapGroundTests {
    private func drawing(_ points: [(Double, Double)], atLeast metres: Double = 0) throws -> PlaceDrawing {
        let places = try points.map { latitude, longitude in
            PlaceDrawing.Place(title: "Aula", href: "/aula", point: try #require(GeoPoint(latitude: latitude, longitude: longitude)))
        }
        return PlaceDrawing(places, atLeast: metres)
    }

    @Test func landLiesBelowPlacesWhereAShoreIsInSight() throws {
        let drawn = try drawing([(45.434, 12.322), (45.478, 12.254)])
        #expect(drawn.hasGround)
        let ground = try #require(drawn.svg.range(of: "<g class=\"ground\">"))
        let mark = try #require(drawn.svg.range(of: "<circle"))
        #expect(ground.lowerBound < mark.lowerBound)
    }

    @Test(arguments: [[(42.3512, 13.399), (42.3559, 13.3868)], [(45.6, 12.1), (45.601, 12.101)], [(45.3, 12.6), (45.301, 12.601)]])
    func elsewhereAndWithoutAShoreTheDrawingIsAsItWas(points: [(Double, Double)]) throws {
        let drawn = try drawing(points)
        #expect(!drawn.hasGround)
        #expect(!drawn.svg.contains("ground"))
    }

    @Test func namesOfTownsStandWhereTheyHideNoPlace() throws {
        let beside = try drawing([(45.434, 12.322), (45.478, 12.254)])
        #expect(beside.svg.contains(">Venezia</text>"))
        let below = try drawing([(45.4375, 12.3358), (45.478, 12.254)])
        #expect(!below.svg.contains(">Venezia</text>"))
    }

    @Test func aPointAloneIsDrawnWithWhatLiesAroundIt() throws {
        #expect(try !drawing([(45.4375, 12.3358)]).hasGround)
        #expect(try drawing([(45.4375, 12.3358)], atLeast: 5_000).hasGround)
    }

    @Test func theFileOfTheGroundIsReadByItsLines() throws {
        let ground = MapGround(
            "# a square islet\nbox 4500000 1200000 4600000 1300000\ntown 4550000 1250000 San Piero\nring 4540000 1240000 20000 0 0 20000 -20000 0\n"
        )
        #expect(ground.towns.map(\.name) == ["San Piero"])
        #expect(ground.towns.first?.point.latitude == 45.5)
        let land = ground.land(width: 100, height: 100) { ((($0.longitude - 12) * 100), ((46 - $0.latitude) * 100)) }
        #expect(land == "M40 60L40 40L60 40L60 60Z")
        let inland = ground.land(width: 10, height: 10) { ((($0.longitude - 12.45) * 1_000), ((45.55 - $0.latitude) * 1_000)) }
        #expect(inland == nil)
    }
}
