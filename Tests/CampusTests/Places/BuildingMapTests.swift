import Admin
import AdminTestSupport
import Formats
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Buildings come in from a map.
@Suite struct BuildingMapTests {
    private static let map = """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"name": "Edificio Ondina", "ref": "ED09", "building": "Sedi", "addr:street": "Via delle Velme", "addr:housenumber": "3"},
           "geometry": {"type": "Polygon", "coordinates": [[[12.29, 45.41], [12.31, 45.41], [12.31, 45.43], [12.29, 45.43], [12.29, 45.41]]]}},
          {"type": "Feature", "properties": {"name": "Pontile", "building": "Sedi"}, "geometry": {"type": "Point", "coordinates": [12.3, 45.4]}},
          {"type": "Feature", "properties": {"name": "Linea"}, "geometry": {"type": "LineString", "coordinates": [[12.3, 45.4], [12.4, 45.4]]}},
          {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [12.3, 45.4]}}]}
        """

    @Test func aMapBecomesBuildings() async throws {
        let university = try await University()
        let address = "/admin/campus/buildings/imports"
        try await university.site.browse(as: "admin") { browsers in
            let sent = try await browsers[0].post(address, [], files: [("file", "edifici.geojson", Data(Self.map.utf8))])
            let page = try await browsers[0].get(sent.location ?? "")
            #expect(counts(page) == ["new": 2, "refused": 2])
            #expect(page.contains("«Linea» non ha un punto o un contorno che si capisca."))
            #expect(page.contains("Non ha un nome."))
            try await browsers[0].confirmFile(String((sent.location ?? "").dropLast("/items".count)), page)
        }
        let sql = "SELECT code || ' ' || street || ' ' || place FROM campusBuilding WHERE name = 'Edificio Ondina'"
        #expect(try await university.site.value(sql, as: String.self) == "ED09 Via delle Velme 3 45.42000, 12.30000")
        let corners = try await university.site.value("SELECT polygon FROM campusBuilding WHERE code = 'ED09'", as: String.self)
        #expect(corners.map { BuildingFootprint($0).corners.count } == 4)
        #expect(
            try await university.site.value("SELECT place FROM campusBuilding WHERE code = 'pontile'", as: String.self)
                == "45.40000, 12.30000")
    }

    @Test func whatIsNotTakenIsNamed() throws {
        let map = """
            {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Edificio Ondina", "levels": 3, "roof": null},
            "geometry": {"type": "MultiPolygon", "coordinates": [[[[12.29, 45.41], [12.31, 45.41], [12.31, 45.43], [12.29, 45.41]]],
            [[[12.39, 45.41], [12.41, 45.41], [12.41, 45.43], [12.39, 45.41]]]]}}]}
            """
        var reader = try BuildingMapFormat(ImportSource("a.geojson", [UInt8](map.utf8)))
        let item = try #require(try reader.next())
        #expect(
            item.remarks == [ImportRemark("map.outlines", ["text": "Edificio Ondina"]), ImportRemark("map.left", ["text": "levels"])])
    }

    @Test(arguments: ["{}", "[]", #"{"type": "FeatureCollection"}"#, #"{"type": "FeatureCollection", "features": 3}"#, "name,code\na,b\n"])
    func isNoMap(text: String) { #expect(!BuildingMapFormat.fits(ImportSource("a.geojson", [UInt8](text.utf8)))) }
}
