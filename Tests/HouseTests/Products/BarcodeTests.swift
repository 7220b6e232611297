import Accounts
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct BarcodeTests {
    private static let address = "/admin/house/products"
    private static let code = "8001234567894"

    private static func product(_ name: String, _ code: String) -> [(String, String)] {
        [("name", name), ("stock", "0"), ("ordering", "0"), ("published", "yes"), ("barcode", code)]
    }

    @Test(arguments: [("8001234567894", "8001234567894"), ("8 001234 567894", "8001234567894"), ("12345678", "12345678")])
    func digitsOfAPackageAreRead(typed: String, digits: String) { #expect(Barcode(typed)?.digits == digits) }

    @Test(arguments: ["", "1234567", "123456789012345", "80012345x7894", "８００１２３４５６７８９４", "latte"])
    func otherTextIsNoCode(typed: String) { #expect(Barcode(typed) == nil) }

    @Test func theListFindsAProductByItsCode() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.address, Self.product("Latte", Self.code))
            let page = try await educator.get("/admin/house/lists?q=" + Self.code)
            #expect(page.contains(#"<button name="product" value="1">"#))
            #expect(page.headers.contains { $0.value.contains("camera=(self)") })
        }
    }

    @Test func anUnknownCodeLeadsToANewProductThatHasIt() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let page = try await educator.get("/admin/house/lists?q=" + Self.code)
            #expect(page.contains(#"href="/admin/house/products/new?barcode=8001234567894""#))
            let form = try await educator.get(Self.address + "/new?barcode=" + Self.code)
            #expect(form.contains(#"value="8001234567894""#))
        }
    }

    @Test func aWrongOrKnownCodeIsRefusedAtItsField() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.address, Self.product("Latte", Self.code))
            let known = try await educator.post(Self.address, Self.product("Panna", Self.code))
            #expect(known.status == 422)
            #expect(known.contains("Questo codice è già di «Latte»."))
            let wrong = try await educator.post(Self.address, Self.product("Panna", "abc"))
            #expect(wrong.status == 422)
            #expect(wrong.contains("da 8 a 14"))
        }
    }
}
