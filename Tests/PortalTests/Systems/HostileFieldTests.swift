import Foundation
import GRDB
import Portal
import TestSupport
import Testing
import Web

@testable import Admin

/// No text field of any list of any system takes what covers, turns or hides, whichever way it comes.
@Suite struct HostileFieldTests {
    /// What no field takes, and what no required one does.
    private static let hostile = [
        "a" + String(repeating: "\u{301}", count: 10_000), "a" + String(repeating: "\u{301}", count: 5), "nome\u{202E}emon", "a\u{202C}",
        "a\u{2067}b",
        "a\u{E0061}", "a" + String(repeating: "\u{200B}", count: 20), "a" + (Unicode.Scalar(0xFDD0 as UInt32).map { String($0) } ?? ""),
    ]
    private static let blank = [
        "\u{200B}", "\u{2800}", "\u{3164}", "\u{A0}", "\u{2060}\u{FEFF}", "\u{115F}", "\u{301}", "\u{202A}\u{202C}",
    ]

    /// Of one resource: what was taken although it should not have been.
    private static func taken<R: Resource>(_ type: R.Type, _ context: FormContext, _ templates: Templates) throws -> [String] {
        let fields = R.fields.flatMap { taken($0, R(), "", context, templates) }
        return fields.map { "\(R.name).\($0)" }
    }

    private static func taken<Record>(
        _ field: Field<Record>, _ blank: Record, _ prefix: String, _ context: FormContext, _ templates: Templates
    ) -> [String] {
        if let parts = field.kind as? any PartedForTests { return parts.takenParts(prefix + field.name, context, templates) }
        guard field.kind is TextFieldType || field.kind is LongTextFieldType else { return [] }
        let sent = hostile + (field.kind.isRequired ? Self.blank : [])
        return sent.flatMap { text -> [String] in
            var ways: [(String, Form)] = [("form", Form([field.name: [text]]))]
            var program = Form()
            field.kind.fill(&program, field.name, with: .text(text), .italian)
            ways.append(("program", program))
            var (cell, ignored) = (Form(), FieldErrors())
            let spelling = CellSpelling(FileNames(context), templates)
            try? field.kind.enter(text, into: &cell, field.name, spelling, errors: &ignored)
            ways.append(("cell", cell))
            return ways.compactMap { way, form in
                var (record, errors) = (blank, FieldErrors())
                field.read(&record, Entry(name: field.name, form: form, context: context, texts: ""), &errors)
                return errors[field.name] == nil ? "\(prefix)\(field.name) by \(way): \(text.unicodeScalars.prefix(3).map(\.value))" : nil
            }
        }
    }

    fileprivate static func takenParts<C: Child>(
        _ type: C.Type, _ prefix: String, _ context: FormContext, _ templates: Templates
    ) -> [String] {
        C.fields.flatMap { taken($0, C(), prefix + ".", context, templates) }
    }

    @Test func noFieldOfAnyResourceTakesIt() throws {
        let database = try Store.inMemory()
        let templates = try Templates(folder: TestSite.root + "/Templates")
        let words = templates.words(in: .italian)
        let (taken, count) = try database.read { db -> ([String], Int) in
            let context = FormContext(db: db, words: words, zone: .gmt, scopeID: 1, actor: .system("test"), tiles: "")
            let resources = Portal.modules.flatMap { $0.resources }
            return (try resources.flatMap { try Self.taken($0, context, templates) }, resources.count)
        }
        #expect(taken.isEmpty, "\(taken.prefix(20))")
        #expect(count > 20)
    }
}

/// A kind whose parts are judged one by one.
private protocol PartedForTests {
    func takenParts(_ prefix: String, _ context: FormContext, _ templates: Templates) -> [String]
}

extension ChildrenFieldType: PartedForTests {
    fileprivate func takenParts(_ prefix: String, _ context: FormContext, _ templates: Templates) -> [String] {
        HostileFieldTests.takenParts(C.self, prefix, context, templates)
    }
}
