/** Where an error was thrown, for a log that must not hold its message. */
export function firstFrame(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const stack = error.stack ?? ''
  // The message may have lines of its own, which must not be told.
  const frames = stack.slice(stack.indexOf(error.message) + error.message.length)
  return /^ {4}(at .+)$/m.exec(frames)?.[1] ?? ''
}
