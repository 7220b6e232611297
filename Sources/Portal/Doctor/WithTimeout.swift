/// Runs work that may never end; after the limit the caller goes on without it and gets nil.
func withTimeout<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> Value) async -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Value?.self)
    // Not children of this task: a group would wait for work that does not notice its end, such as a look-up of a name.
    let tasks = [
        Task { _ = continuation.yield(await work()) },
        Task {
            try? await Task.sleep(for: limit)
            continuation.yield(nil)
        },
    ]
    defer { for task in tasks { task.cancel() } }
    for await result in results { return result }
    return nil
}
