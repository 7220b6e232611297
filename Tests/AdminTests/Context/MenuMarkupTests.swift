import Testing

@testable import Admin

struct MenuMarkupTests {
    private func menu(at path: String, _ items: [(label: String, address: String)]) -> String {
        var menu = MenuMarkup(assets: "/assets/1")
        menu.add("Casa & <altro>", icon: "house", items)
        return menu.html(at: path)
    }

    @Test func marksTheListOfThePageAndNoOther() {
        let items = [(label: "Negozi", address: "/admin/house/shops"), (label: "Negozianti", address: "/admin/house/shopsmen")]
        let marked = #"<a href="/admin/house/shops" aria-current="page">Negozi</a>"#
        #expect(menu(at: "/admin/house/shops", items).contains(marked) && menu(at: "/admin/house/shops/12/edit", items).contains(marked))
        #expect(!menu(at: "/admin/house/shopsmen", items).contains(marked))
    }

    @Test func showsNoGroupWithoutLines() {
        #expect(menu(at: "/admin", []).isEmpty)
    }

    @Test func escapesLabelsAndAddresses() {
        let html = menu(at: "/admin", [(label: "\"x\" <b>", address: "/a?b=\"c\"&d")])
        #expect(html.contains("Casa &amp; &lt;altro&gt;") && html.contains(">&#34;x&#34; &lt;b&gt;</a>"))
        #expect(html.contains(#"href="/a?b=&#34;c&#34;&amp;d""#))
    }
}
