import Testing

@testable import Web

struct MarkdownTests {
    @Test func writesWhatPeopleUse() {
        #expect(Markdown.html("Ciao **a** ~~b~~") == "<p>Ciao <strong>a</strong> <del>b</del></p>\n")
        let table = Markdown.html("| a | b |\n| --- | :-: |\n| 1 | 2 |")
        #expect(table.contains("<table>"))
        #expect(table.contains("<th class=\"center\">b</th>"))
        #expect(!table.contains("align="))
        #expect(Markdown.html("- [ ] x").contains("<li>[ ] x</li>"))
        #expect(Markdown.html("") == "")
    }

    @Test func headingsFitIntoThePage() {
        #expect(Markdown.html("# a\n## b\n###### c") == "<h3>a</h3>\n<h4>b</h4>\n<h6>c</h6>\n")
        #expect(Markdown.html("## a\n### b") == "<h3>a</h3>\n<h4>b</h4>\n")
    }

    @Test func linksToOtherSitesSaySo() {
        #expect(Markdown.html("[a](https://x.example/)") == "<p><a rel=\"noopener nofollow\" href=\"https://x.example/\">a</a></p>\n")
        #expect(Markdown.html("see www.example.org").contains("<a rel=\"noopener nofollow\" href=\"http://www.example.org\">"))
        #expect(Markdown.html("[a](HTTPS://X.example)").contains("<a rel=\"noopener nofollow\" href="))
        #expect(
            Markdown.html("[a](/house?x=1#y) [b](mailto:a@b.it) [c](d/e)")
                == "<p><a href=\"/house?x=1#y\">a</a> <a href=\"mailto:a@b.it\">b</a> <a href=\"d/e\">c</a></p>\n")
        #expect(Markdown.html("![alt](/pictures/1.webp)").contains("<img src=\"/pictures/1.webp\" alt=\"alt\" />"))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick=alert(1)>b</b>", "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))", "[a](java&#x09;script:alert(1))", "[a](&#106;avascript:alert(1))", "[a](<java\tscript:alert(1)>)",
        "[a](data:text/html;base64,x)", "[a](vbscript:x)", "[a](//evil.example)", "[a](/\\evil.example)", "[a](\\\\evil.example)",
        "[a](file:///etc/passwd)",
        "<javascript:alert(1)>", "![x](https://evil.example/spy.png)", "![x](javascript:alert(1))", "[a]: javascript:alert(1)\n\n[a]",
        "[a](/ \"\\\" onclick=alert(1)\")", "```\" onclick=alert(1)\nx\n```", "![\" onerror=alert(1)](/x)",
        "<a href=\"https://x\" onclick=\"alert(1)\">x</a>",
        "<https://x.example/\"onclick=alert(1)>", "[a](https://x.example/\"onclick=alert(1))", "<\u{301}script>",
        "\u{600}<img src=x onerror=alert(1)>",
        "<!-- x --><style>p{}</style>", "&lt;script&gt;", "ftp://x.example", "[a](ftp://x.example)", "xmpp:a@b.it",
        "[a](\u{1}javascript:alert(1))",
    ])
    func neverLetsScriptThrough(source: String) throws {
        let html = Markdown.html(source)
        let allowed =
            #/<\/?(p|strong|em|del|code|pre|ul|ol|li|h3|blockquote|br \/)>|<pre><code class="language-[^"<>]*">|<code class="language-[^"<>]*">|<a( rel="noopener nofollow")? href="(https?:\/\/|mailto:|\/)[^"<>\\]*"( title="[^"<>]*")?>|<\/a>|<img src="\/[^"<>]*" alt="[^"<>]*" \/>/#
            .matchingSemantics(.unicodeScalar)
        let rest = html.replacing(allowed, with: "")
        let isClean = !rest.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        #expect(isClean, "\(html)")
        for match in html.matches(of: #/(?:href|src)="([^"]*)"/#) {
            let address = String(match.1)
            #expect(LinkAddress.isAllowed(address), "\(html)")
            #expect(!address.hasPrefix("//"), "\(html)")
            #expect(!address.hasPrefix("/%5C"), "\(html)")
        }
    }

    @Test func keepsTheWordsOfWhatItTakesAway() {
        #expect(Markdown.html("[**a** b](javascript:x)") == "<p><strong>a</strong> b</p>\n")
        #expect(Markdown.html("![a [b](javascript:x)](https://evil.example/x)") == "<p>a b</p>\n")
    }

    @Test func givesTheWordsAlone() {
        #expect(
            Markdown.plain("# Titolo\n\nUna **riga**\ncon [link](/x) e `codice`\n\n- uno\n- due\n\n<b>x</b>")
                == "Titolo Una riga con link e codice uno due x")
        #expect(Markdown.plain("| a | b |\n|---|---|\n| 1 | 2 |") == "a b 1 2")
    }

    /// Each of these once made some parser of Markdown work for minutes.
    @Test(.timeLimit(.minutes(5))) func largeHostileTextsAreDrawn() {
        for piece in [
            "[", "![", "*a_", ">", "- ", "<", "`", "[a](", "|", "\\", "&", "__a", "www.a_", "~~a", "#", "<!--", "![[]()", "a@", "[a]: b\n",
            "a\u{301}",
        ] {
            #expect(!Markdown.html(String(repeating: piece, count: 50_000 / piece.utf8.count) + " x").isEmpty, "\(piece)")
        }
    }
}
