import ArgumentParser
import Citations

/// The child process that evaluates expressions of others; see `XPathProcess`.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: XPathProcess.command, abstract: "Evaluate expressions for another Portico.", shouldDisplay: false)

    func run() { XPathServer.run() }
}
