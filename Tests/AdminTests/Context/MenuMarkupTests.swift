import Testing

@testable import Admin

struct MenuMarkupTests {
    private func menu(at path: String, _ items: [(label: String, address: String)]) -> String {
        var menu = MenuMarkup(assets: "/assets/1")
        menu.add("Casa & <altro>", icon: "house", items)
        return menu.html(at: path)
    }

    @Test func marksTheListOfThePageAndNoOther() {
        let items = [(label: "Librerie", address: "/admin/sample/sellers"), (label: "Negozianti", address: "/admin/sample/sellersmen")]
        let marked = #"<a href="/admin/sample/sellers" aria-current="page">Librerie</a>"#
        #expect(menu(at: "/admin/sample/sellers", items).contains(marked))
        #expect(menu(at: "/admin/sample/sellers/12/edit", items).contains(marked))
        #expect(!menu(at: "/admin/sample/sellersmen", items).contains(marked))
    }

    @Test func showsNoGroupWithoutLines() {
        #expect(menu(at: "/admin", []).isEmpty)
    }

    @Test func escapesLabelsAndAddresses() {
        let html = menu(at: "/admin", [(label: "\"x\" <b>", address: "/a?b=\"c\"&d")])
        #expect(html.contains("Casa &amp; &lt;altro&gt;"))
        #expect(html.contains(">&#34;x&#34; &lt;b&gt;</a>"))
        #expect(html.contains(#"href="/a?b=&#34;c&#34;&amp;d""#))
    }
}
