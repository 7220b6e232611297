import Testing
import Web

@testable import Admin

/// Positions as people paste them, from a map or from another page.
@Suite struct PlaceFieldTypeTests {
    @Test(arguments: [
        ("42.35, 13.39", "42.35000, 13.39000"), ("42,35 13,39", "42.35000, 13.39000"), ("42,35120;13,39900", "42.35120, 13.39900"),
        (" -33.9 , 151.2 ", "-33.90000, 151.20000"), ("42 13", "42.00000, 13.00000"),
        ("https://maps.example.org/@42.3512,13.399,17z", "42.35120, 13.39900"),
        ("https://maps.example.org/?q=42.3512,13.399", "42.35120, 13.39900"),
        ("https://maps.example.org/search?x=1&query=42.3512%2C13.399", "42.35120, 13.39900"),
        ("https://map.example.org/#map=16/42.3512/13.399", "42.35120, 13.39900"),
        ("https://map.example.org/?mlat=42.3512&mlon=13.399", "42.35120, 13.39900"),
    ])
    func aPositionIsFoundInWhatIsPasted(_ pasted: String, _ position: String) {
        #expect(GeoPoint(pasted: pasted)?.text == position)
    }

    @Test(arguments: ["", "42.35", "91, 13", "42, 181", "L’Aquila", "42.35, 13.39, 7", "https://maps.example.org/L’Aquila", "NaN, NaN"])
    func otherTextIsNoPosition(_ pasted: String) {
        #expect(GeoPoint(pasted: pasted) == nil)
    }

    @Test func thePolesAndTheDateLineArePositions() {
        #expect(GeoPoint(latitude: 90, longitude: -180)?.text == "90.00000, -180.00000")
        #expect(GeoPoint(latitude: 90.1, longitude: 0) == nil)
        #expect(GeoPoint(latitude: 0, longitude: .nan) == nil)
    }

    @Test func aPositionMayBeMissing() throws {
        let kind = PlaceFieldType()
        #expect(try kind.reading("").value == .some(.none))
        #expect(try kind.reading("42.35, 13.39").value??.text == "42.35000, 13.39000")
        let refused = try kind.reading("somewhere")
        #expect(refused.value == nil)
        #expect(refused.refusals == ["Write latitude and longitude, such as 42.35120, 13.39900."])
    }

    @Test func aStoredPositionComesBack() {
        let kind = PlaceFieldType()
        let point = GeoPoint(latitude: 42.3512, longitude: 13.399)
        #expect(kind.load(kind.store(point)) == .some(point))
        #expect(kind.pack(point) == .text("42.35120, 13.39900"))
        #expect(kind.unpack(.text("42.35120, 13.39900")) == .some(point))
        #expect(kind.load(.null) == .some(.none))
        #expect(kind.store(nil).isNull)
    }
}
