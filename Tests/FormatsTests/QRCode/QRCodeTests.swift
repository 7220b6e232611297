import Testing

@testable import Formats

@Suite struct QRCodeTests {
    /// The matrix that libqrencode 4.1 draws.
    private static let portico = """
        #######.##.##.#######
        #.....#..#..#.#.....#
        #.###.#..###..#.###.#
        #.###.#.#...#.#.###.#
        #.###.#.#.#.#.#.###.#
        #.....#.####..#.....#
        #######.#.#.#.#######
        ........#..##........
        #...#.###..#.#####..#
        #...##....###....#.##
        ##.#.#######..###.##.
        ..#....#..#..##......
        #####.##.#..#########
        ........#...###...#.#
        #######.###.##..####.
        #.....#..#.##......##
        #.###.#.#..#..#..##.#
        #.###.#....##....####
        #.###.#..###..#.##...
        #.....#...#..##.#....
        #######.#...###.#.#.#
        """

    @Test func aTextIsDrawn() throws {
        let code = try #require(QRCode("PORTICO"))
        #expect(code.size == 21)
        #expect(code.squares.map { $0.map { $0 ? "#" : "." }.joined() }.joined(separator: "\n") == Self.portico)
    }

    @Test func theThreeCornersAndTheirTimingAreThere() throws {
        let code = try #require(QRCode("otpauth://totp/Portico:admin?secret=JBSWY3DPEHPK3PXP&issuer=Portico"))
        #expect(code.size == 37)
        let last = code.size - 7
        for (x, y) in [(0, 0), (last, 0), (0, last)] {
            let corner = (0..<7).map { row in (0..<7).map { code.squares[y + row][x + $0] } }
            #expect(corner.first == Array(repeating: true, count: 7))
            #expect(corner[3] == [true, false, true, true, true, false, true])
        }
        #expect((8..<last).allSatisfy { code.squares[6][$0] == ($0 % 2 == 0) })
    }

    /// The two bits of the format that tell the level, M, without their mask.
    @Test func aDirtyScreenIsTolerated() throws {
        let code = try #require(QRCode("PORTICO"))
        let bits = [code.squares[8][0], code.squares[8][1]]
        #expect(bits == [true, false])
    }

    @Test func pathAndWidthAreThoseOfTheSquares() throws {
        let code = try #require(QRCode("PORTICO"))
        #expect(code.width == 29)
        #expect(code.path.hasPrefix("M4 4h7v1h-7zM12 4h2v1h-2zM15 4h2v1h-2zM18 4h7v1h-7zM4 5h1v1h-1z"))
        let dark = code.squares.joined().count { $0 }
        let drawn = code.path.split(separator: "M").compactMap { $0.split(separator: "h").dropFirst().first?.split(separator: "v").first }
            .compactMap { Int($0, in: 1...177) }.reduce(0, +)
        #expect(drawn == dark)
    }

    @Test func whatDoesNotFitIsNone() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 661)) == nil)
        #expect(QRCode(String(repeating: "x", count: 660))?.size == 97)
    }
}
