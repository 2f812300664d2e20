/** Ends this process at SIGTERM, once what it does has drained. A test that died takes its processes with it. */
export function stopOnSigterm(drain: () => Promise<void>): void {
  const end = (): void => {
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', end)
  process.once('disconnect', () => process.exit(2))
}
