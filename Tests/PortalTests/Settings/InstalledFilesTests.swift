import Foundation
import TestSupport
import Testing

@testable import Portal

struct InstalledFilesTests {
    @Test(arguments: [
        // An installed program.
        (["usr/bin/portico", "usr/share/portico/Templates/a"], "usr/bin/portico", "usr/share/portico/Templates"),
        // A folder with the program and its files.
        (["opt/portico/portico", "opt/portico/Templates/a"], "opt/portico/portico", "opt/portico/Templates"),
        // A checkout: only the folder bin has files in share.
        (["debug/portico", "share/portico/Templates/a"], "debug/portico", nil),
        (["usr/bin/portico"], "usr/bin/portico", nil),
    ])
    func theFilesOfTheProgramAreFound(_ files: [String], _ program: String, _ found: String?) throws {
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        let path = InstalledFiles.path("Templates", program: "\(folder.path)/\(program)")
        #expect(path == found.map { "\(folder.path)/\($0)" } ?? "Templates")
    }

    @Test func whereTheSystemNamesNoProgramTheWorkingDirectoryCounts() {
        #expect(InstalledFiles.path("Public", program: nil) == "Public")
        #expect(InstalledFiles.path("leaflet", otherwise: "/system/leaflet", program: nil) == "/system/leaflet")
    }

    @Test(arguments: [
        ("9fceb02d0ae5 2026-11-27\n", "(commit 9fceb02d0ae5 of 2026-11-27)"),
        ("9fceb02d0ae5+changes 2026-11-27\n", "(commit 9fceb02d0ae5+changes of 2026-11-27)"),
        ("", "(of an unknown commit)"),
        (nil, "(of an unknown commit)"),
    ])
    func theVersionNamesItsCommit(_ noted: String?, _ said: String) {
        #expect(ProgramVersion.described(noted: noted) == "\(ProgramVersion.text) \(said)")
    }
}
