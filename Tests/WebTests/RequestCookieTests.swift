import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web

struct RequestCookieTests {
    @Test(arguments: [
        ("a=1", "a", "1"), ("b=2; a=1", "a", "1"), ("b=2;a=1;a=3", "a", "1"), ("ab=2;  a=x=y", "a", "x=y"), ("a=", "a", ""),
        ("ab=2", "a", nil), ("a", "a", nil), ("", "a", nil), (";;=;a=è", "a", "è"), ("\ta=1", "a", "1"), ("A=1", "a", nil),
    ])
    func isTheFirstOfItsName(_ header: String, _ name: String, _ value: String?) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.cookie: header])
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).cookie(name) == value)
    }
}
