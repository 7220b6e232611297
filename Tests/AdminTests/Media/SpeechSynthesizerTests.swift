import Foundation
import Testing
import Web

@testable import Admin

@Suite struct SpeechSynthesizerTests {
    /// A program in the place of espeak-ng that notes what it was given and answers with a tone.
    private struct Stand {
        let folder: String
        let programs: SpeechSynthesizer.Programs

        /// - Parameter voices: the voices of mbrola that are installed.
        init(_ script: String = "cp ../../tone.wav speech.wav", voices: [String] = []) throws {
            folder = NSTemporaryDirectory() + "speech-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.tone.write(to: URL(fileURLWithPath: folder + "/tone.wav"))
            let program = folder + "/espeak"
            let text = "#!/bin/sh\necho \"$@\" >> ../../arguments\ncat input >> ../../inputs\n\(script)\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: program))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
            for voice in voices {
                try FileManager.default.createDirectory(atPath: "\(folder)/mbrola/\(voice)", withIntermediateDirectories: true)
                try Data().write(to: URL(fileURLWithPath: "\(folder)/mbrola/\(voice)/\(voice)"))
            }
            programs = SpeechSynthesizer.Programs(espeak: program, mbrola: program, voices: folder + "/mbrola")
        }

        func maker(room: Int = 1 << 20) -> SpeechSynthesizer { SpeechSynthesizer(folder: folder + "/kept", programs: programs, room: room) }

        func noted(_ name: String) -> String { (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? "" }

        var kept: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/kept")) ?? []).sorted() }

        /// One second of 8,000 values of 16 bits.
        private static let tone: Data = {
            let count = 8_000
            var data = Data("RIFF".utf8)
            data += bytes(UInt32(36 + 2 * count))
            data += Data("WAVEfmt ".utf8)
            data += bytes(UInt32(16))
            data += bytes(UInt16(1))
            data += bytes(UInt16(1))
            data += bytes(UInt32(8_000))
            data += bytes(UInt32(16_000))
            data += bytes(UInt16(2))
            data += bytes(UInt16(16))
            data += Data("data".utf8)
            data += bytes(UInt32(2 * count))
            for index in 0..<count { data += bytes(UInt16(bitPattern: Int16(8_000 * sin(Double(index) / 3)))) }
            return data
        }()

        private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
            withUnsafeBytes(of: number.littleEndian) { Data($0) }
        }
    }

    private func isSound(_ outcome: SpeechSynthesizer.Outcome) -> Bool {
        if case .sound(let bytes) = outcome { StoredSound(bytes) != nil } else { false }
    }

    @Test func aSentenceIsMadeOnceAndKept() async throws {
        let stand = try Stand()
        let maker = stand.maker()
        async let first = maker.speech(of: "Ciao.", in: .italian)
        async let second = maker.speech(of: "Ciao.", in: .italian)
        let (one, two) = await (first, second)
        #expect(isSound(one))
        #expect(one == two)
        // Another maker, as after a restart.
        #expect(await stand.maker().speech(of: "Ciao.", in: .italian) == one)
        #expect(stand.noted("inputs") == "Ciao.")
        #expect(stand.kept.count == 1)
        #expect(isSound(await maker.speech(of: "Ciao.", in: .english)))
        #expect(stand.kept.count == 2)
    }

    /// What is typed reaches the program in a file, never as an argument, and never as a list of sounds.
    @Test func theTextIsNoArgument() async throws {
        let stand = try Stand()
        _ = await stand.maker().speech(of: "--path=/etc [[h@'loU]]", in: .italian)
        #expect(stand.noted("arguments") == "-v it -s 150 -b 1 -f input -w speech.wav\n")
        #expect(stand.noted("inputs") == "--path=/etc [ [h@'loU]]")
    }

    @Test func aBetterVoiceSpeaksWhereItIsInstalled() async throws {
        let stand = try Stand(voices: ["it3", "it4"])
        #expect(isSound(await stand.maker().speech(of: "Ciao.", in: .italian)))
        #expect(isSound(await stand.maker().speech(of: "Hello.", in: .english)))
        #expect(stand.noted("arguments") == ["mb-it4", "en"].map { "-v \($0) -s 150 -b 1 -f input -w speech.wav\n" }.joined())
    }

    @Test func theUsualVoiceSpeaksWhereTheBetterOneFails() async throws {
        let stand = try Stand("case $2 in mb-*) exit 1;; esac; cp ../../tone.wav speech.wav", voices: ["it4"])
        #expect(isSound(await stand.maker().speech(of: "Ciao.", in: .italian)))
        #expect(stand.noted("arguments").contains("-v mb-it4 "))
        #expect(stand.noted("arguments").contains("-v it "))
    }

    @Test(arguments: ["exit 1", "kill -9 $$", "echo nothing > speech.wav"])
    func aProgramThatFailsLeavesNothing(_ script: String) async throws {
        let stand = try Stand(script)
        #expect(await stand.maker().speech(of: "Ciao.", in: .italian) == .unavailable)
        #expect(stand.kept == [])
    }

    @Test func withoutTheProgramsThereIsNoSpeech() async {
        let maker = SpeechSynthesizer(folder: NSTemporaryDirectory() + "nowhere", programs: .init(espeak: "/nowhere/espeak-ng"), room: 1)
        #expect(!maker.isReady)
        #expect(await maker.speech(of: "Ciao.", in: .italian) == .unavailable)
    }

    @Test func theRoomIsLimited() async throws {
        let stand = try Stand()
        #expect(isSound(await stand.maker(room: 1).speech(of: "Ciao.", in: .italian)))
        #expect(stand.kept == [])
    }

    @Test func aSentenceHasWordsAndAnEnd() {
        #expect(SpeechSynthesizer.sentence("  Ciao,\n  Anna. ") == "Ciao, Anna.")
        #expect(SpeechSynthesizer.sentence(" \n ") == nil)
        #expect(SpeechSynthesizer.sentence(String(repeating: "è", count: 400)) != nil)
        #expect(SpeechSynthesizer.sentence(String(repeating: "è", count: 401)) == nil)
    }
}
