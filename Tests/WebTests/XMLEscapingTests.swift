import Testing

@testable import Web

/// Feeds, books and workbooks are XML, which a reader refuses as a whole for one character that must not be in it.
struct XMLEscapingTests {
    @Test func signsAreEscapedWhateverStandsBesideThem() {
        #expect("Aula <3> & \"altro\"".escapedForXML() == "Aula &lt;3&gt; &amp; &quot;altro&quot;")
        #expect("un'altra".escapedForXML() == "un&#39;altra")
        for mark in ["\u{301}", "\u{200D}", "\u{FE0F}"] {
            let escaped = "<\(mark)".escapedForXML().unicodeScalars.elementsEqual("&lt;\(mark)".unicodeScalars)
            #expect(escaped)
        }
    }

    @Test func whatXMLCannotWriteIsLeftOut() {
        #expect("Uno\u{FFFF} \u{FFFE}& due\u{1}\u{0}\u{B}\u{1F}".escapedForXML() == "Uno &amp; due")
        let allowed = "\t\n \u{7F}\u{85}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"
        #expect(allowed.escapedForXML() == allowed)
    }

    /// XML 1.0, 2.11: a reader takes a plain return for a new line.
    @Test func aReturnStaysOne() { #expect("a\r\nb\rc".escapedForXML() == "a&#13;\nb&#13;c") }
}
