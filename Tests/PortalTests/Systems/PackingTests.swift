import Portal
import Testing

@testable import Admin

@Suite struct PackingTests {
    @Test func everyFieldOfEveryResourceComesBackAsItWentIn() {
        func check<R: Resource>(_ type: R.Type) {
            let record = R()
            var back = R()
            #expect(back.unpack(record.packed).isEmpty, "\(R.name)")
            #expect(back.packed == record.packed, "\(R.name)")
        }
        for type in Portal.modules.flatMap({ $0.resources }) { check(type) }
    }
}
