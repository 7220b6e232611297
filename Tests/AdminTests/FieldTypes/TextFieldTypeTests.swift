import Testing
import Web

@testable import Admin

/// Lines of text, telephone numbers, addresses and long texts: what is kept, and what is refused with a reason.
@Suite struct TextFieldTypeTests {
    private func line(_ form: TextFieldType.Form, limit: Int = 20, isRequired: Bool = false) -> TextFieldType {
        TextFieldType(form: form, limit: limit, isRequired: isRequired)
    }

    @Test func aLineIsTrimmedAndHasNoLineEnds() throws {
        #expect(try line(.plain).reading("  Pane e latte ").value == "Pane e latte")
        #expect(try line(.plain).reading("Pane\nlatte").value == "Pane latte")
        #expect(try line(.plain).reading("").value == "")
    }

    @Test func aLineHasItsLimitInLetters() throws {
        #expect(try line(.plain).reading(String(repeating: "è", count: 20)).refusals.isEmpty)
        #expect(try line(.plain).reading(String(repeating: "è", count: 21)).refusals == ["This is too long: at most 20 characters."])
    }

    @Test func aRequiredLineIsNotBlank() throws {
        for typed in ["", "   ", "\u{200B}", "\u{2800}"] {
            let read = try line(.plain, isRequired: true).reading(typed)
            #expect(read.value == nil)
            #expect(read.refusals == ["Write something: this field is needed."])
        }
    }

    @Test(arguments: ["0862 123456", "+39 0862 123-456", "0862/123456"])
    func aTelephoneNumberMayHaveItsSigns(_ typed: String) throws {
        #expect(try line(.phone, limit: 32).reading(typed).value == typed)
    }

    @Test(arguments: ["112", "telefono", "++39 0862", "0862 123456 int. 3"])
    func otherTextIsNoTelephoneNumber(_ typed: String) throws {
        let read = try line(.phone, limit: 32).reading(typed)
        #expect(read.value == nil)
        #expect(read.refusals == ["Write a telephone number, such as 0862 123456."])
    }

    @Test func theNumberOfAServiceMayBeShort() throws {
        #expect(try line(.service, limit: 32, isRequired: true).reading("112").value == "112")
        #expect(try line(.service, limit: 32, isRequired: true).reading("1").value == nil)
    }

    @Test(arguments: ["https://www.example.org", "http://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG"])
    func anAddressOfTheWebIsWhole(_ typed: String) throws {
        #expect(try line(.url, limit: 2_000).reading(typed).value == typed)
    }

    @Test(arguments: ["www.example.org", "javascript:alert(1)", "ftp://example.org/", "https://", "//example.org", "mailto:a@example.org"])
    func otherAddressesAreRefused(_ typed: String) throws {
        let read = try line(.url, limit: 2_000).reading(typed)
        #expect(read.value == nil)
        #expect(read.refusals == ["Write a whole address, such as https://www.example.org."])
    }

    @Test func aZoneIsOneOfTheDatabase() throws {
        #expect(try line(.zone, limit: 60).reading("Europe/Rome").value == "Europe/Rome")
        #expect(try line(.zone, limit: 60).reading("Moon/Sea").refusals == ["Write a time zone, such as Europe/Rome."])
    }

    @Test func aMailAddressIsOne() throws {
        #expect(try line(.email, limit: 254).reading("maria.rossi@example.org").value == "maria.rossi@example.org")
        #expect(try line(.email, limit: 254).reading("maria.rossi").value == nil)
    }

    @Test func aLongTextKeepsItsLinesAndSpaces() throws {
        let kind = LongTextFieldType(limit: 30, rows: 3, isMarkdown: false, isRequired: false)
        #expect(try kind.reading("  uno\n\n  due").value == "  uno\n\n  due")
        #expect(try kind.reading("  \n ").value == "")
        #expect(try kind.reading(String(repeating: "a", count: 31)).refusals == ["This is too long: at most 30 characters."])
        let required = LongTextFieldType(limit: 30, rows: 3, isMarkdown: true, isRequired: true)
        #expect(try required.reading("\n").refusals == ["Write something: this field is needed."])
        #expect(required.template == "fields/markdown")
    }

    @Test func aTextIsStoredAsItIs() {
        let kind = line(.plain)
        #expect(kind.load(kind.store("'; DROP TABLE book")) == "'; DROP TABLE book")
        #expect(kind.pack("Pane") == .text("Pane"))
        #expect(kind.unpack(.number(3)) == nil)
        #expect(kind.isSame("Pane", "Pane"))
        #expect(!kind.isSame("Pane", "pane"))
    }
}
