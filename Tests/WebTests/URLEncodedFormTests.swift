import Hummingbird
import Testing

@testable import Web

struct URLEncodedFormTests {
    @Test(arguments: [
        ("age=", ["age": [""]]),
        ("on=on", ["on": ["on"]]),
        ("on=0&on=1", ["on": ["0", "1"]]),
        ("tags=x&tags=y&tags=x", ["tags": ["x", "y", "x"]]),
        ("name=%zz", ["name": ["%zz"]]),
        ("name=100%", ["name": ["100%"]]),
        ("name=%4", ["name": ["%4"]]),
        ("name=%41%e0%a8%8", ["name": ["A\u{FFFD}%8"]]),
        ("x[=1", ["x[": ["1"]]),
        ("tags[]=x&tags[]=y", ["tags[]": ["x", "y"]]),
        ("a=b=c", ["a": ["b=c"]]),
        ("a+b=c+d%2Be", ["a b": ["c d+e"]]),
        ("&&a=1&=2&b&", ["a": ["1"], "b": [""]]),
        ("", [:]),
        ("a=caff%C3%A8", ["a": ["caff\u{E8}"]]),
        ("a=%FF%fe", ["a": ["\u{FFFD}\u{FFFD}"]]),
        ("a=1%0D%0A2%0D3%0A4", ["a": ["1\n2\n3\n4"]]),
        ("a=%00x%01%1B[2J%09y%7F", ["a": ["x[2J\ty\u{7F}"]]),
        ("a=%u0041", ["a": ["%u0041"]]),
    ])
    func readsWhatPeopleAndProgramsSend(body: String, wanted: [String: [String]]) throws {
        var form = URLEncodedForm(limits: .standard)
        try form.feed(Array(body.utf8))
        let values = try form.finish().values
        #expect(values == wanted)
        #expect(Form(query: body).values == wanted)
    }

    @Test func refusesTooMuch() throws {
        var limits = Form.Limits()
        (limits.textBytes, limits.fields, limits.nameBytes) = (100, 3, 5)
        func status(_ body: String) -> Int? {
            var form = URLEncodedForm(limits: limits)
            do {
                try form.feed(body.utf8)
                _ = try form.finish()
                return nil
            } catch { return (error as? HTTPError)?.status.code }
        }
        #expect(status("a=1&b=2&c=3") == nil)
        #expect(status("a=1&b=2&c=3&d=4") == 413)
        #expect(status("abcdef=1") == 400)
        #expect(status("a=" + String(repeating: "x", count: 98)) == nil)
        #expect(status("a=" + String(repeating: "x", count: 99)) == 413)
    }

    @Test func aLongBrokenBodyIsReadInNoTime() throws {
        let body = String(repeating: "a=%&", count: 80_000)
        var limits = Form.Limits()
        limits.fields = 1_000_000
        var form = URLEncodedForm(limits: limits)
        try form.feed(body.utf8)
        #expect(try form.finish().all("a").count == 80_000)
    }
}
