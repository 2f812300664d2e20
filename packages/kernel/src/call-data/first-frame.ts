/** The place where an error was thrown, for a log that must not contain its message. */
export function firstFrame(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const stack = error.stack ?? ''
  // Skip the lines of the message.
  const frames = stack.slice(stack.indexOf(error.message) + error.message.length)
  return /^ {4}(at .+)$/m.exec(frames)?.[1] ?? ''
}
