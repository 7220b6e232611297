import Foundation
import Web

/// A branch as an EPUB 3 book, with the author's name below each fragment.
struct Book: Sendable {
    struct Page: Sendable {
        let title: String
        let text: String
        let author: String
        let photo: [UInt8]?
        /// What the photo shows, in the writer's words.
        var description = ""
    }

    let title: String
    let address: String
    let language: Language
    let pages: [Page]
    /// "Fragments by", before the names at the end.
    let credits: String
    /// "Photo by": with a name it describes a photo that its writer has not described.
    let photoOf: String
    /// When the last fragment was added, so that the same branch gives the same file.
    let changedAt: Date

    var authors: [String] { pages.reduce(into: []) { if !$0.contains($1.author) { $0.append($1.author) } } }

    var bytes: [UInt8] {
        var archive = StoredZip()
        archive.add("mimetype", Array("application/epub+zip".utf8))
        archive.add("META-INF/container.xml", Array(Self.container.utf8))
        archive.add("book/package.opf", Array(package.utf8))
        archive.add("book/contents.xhtml", Array(contents.utf8))
        archive.add("book/story.xhtml", Array(story.utf8))
        for (index, page) in pages.enumerated() {
            if let photo = page.photo { archive.add("book/photo\(index).webp", photo) }
        }
        return archive.bytes
    }

    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    private static let container =
        declaration
        + #"<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>"#
        + #"<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#

    private var package: String {
        let creators = authors.map { "<dc:creator>\(ShownText.sanitized($0).escapedForXML())</dc:creator>" }.joined()
        let photos = pages.indices.filter { pages[$0].photo != nil }
            .map { #"<item id="photo\#($0)" href="photo\#($0).webp" media-type="image/webp"/>"# }.joined()
        return [
            Self.declaration,
            #"<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="address" xml:lang="\#(language.rawValue)">"#,
            #"<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="address">\#(address.escapedForXML())</dc:identifier>"#,
            "<dc:title>\(ShownText.sanitized(title).escapedForXML())</dc:title><dc:language>\(language.rawValue)</dc:language>\(creators)",
            #"<meta property="dcterms:modified">\#(PostElement.stamp(changedAt))</meta></metadata>"#,
            #"<manifest><item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#,
            #"<item id="story" href="story.xhtml" media-type="application/xhtml+xml"/>\#(photos)</manifest>"#,
            #"<spine><itemref idref="story"/></spine></package>"#,
        ].joined()
    }

    private var contents: String {
        let list = #"<nav epub:type="toc"><ol><li><a href="story.xhtml">\#(ShownText.sanitized(title).escapedForXML())</a></li></ol></nav>"#
        return sheet(list)
    }

    private var story: String {
        let fragments = pages.enumerated().map { index, page -> String in
            let heading = page.title.isEmpty ? "" : "<h2>\(ShownText.sanitized(page.title).escapedForXML())</h2>"
            let alternative = ShownText.sanitized(page.description.isEmpty ? "\(photoOf) \(page.author)" : page.description).escapedForXML()
            let photo = page.photo == nil ? "" : #"<p><img src="photo\#(index).webp" alt="\#(alternative)"/></p>"#
            let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).map {
                ShownText.sanitized(String($0)).escapedForXML()
            }
            let text = page.text.isEmpty ? "" : "<p>\(lines.joined(separator: "<br/>"))</p>"
            return #"<section>\#(heading)\#(photo)\#(text)<p><small>\#(page.author.escapedForXML())</small></p></section>"#
        }
        let names = authors.map { ShownText.sanitized($0).escapedForXML() }.joined(separator: ", ")
        let end = "<section><p>\(credits.escapedForXML()) \(names).</p><p>\(address.escapedForXML())</p></section>"
        return sheet("<h1>\(ShownText.sanitized(title).escapedForXML())</h1>" + fragments.joined() + end)
    }

    private func sheet(_ body: String) -> String {
        [
            Self.declaration,
            #"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="\#(language.rawValue)">"#,
            "<head><title>\(ShownText.sanitized(title).escapedForXML())</title></head><body>\(body)</body></html>",
        ].joined()
    }
}
