import { EXIT } from './exit-codes.ts'
import { notify } from './notice.ts'
import type { Session } from './session.ts'

/** `npm` forwards Ctrl-C to its child, which received it already: a second signal within this time is the same one. */
const SAME_SIGNAL_MS = 300
/** Keeps the process alive, because nothing else may. */
const AWAKE_EVERY_MS = 60_000

/**
 * Waits for SIGINT or SIGTERM; a second one ends the process at once.
 *
 * @param draining The message at the first signal.
 */
export function untilSignal(
  session: Session,
  draining: string,
): { readonly signal: Promise<void>; readonly forget: () => void } {
  const { terminal } = session
  let forget: () => void = () => undefined
  const awake = setInterval(() => undefined, AWAKE_EVERY_MS)
  const signal = new Promise<void>((resolve) => {
    let firstAt: number | null = null
    forget = terminal.onSignal(() => {
      const now = performance.now()
      if (firstAt === null) {
        firstAt = now
        const text = `Draining: ${draining} A second signal ends it at once.\n`
        notify(session, { level: 'info', event: 'command.draining', text })
        resolve()
      } else if (now - firstAt > SAME_SIGNAL_MS) terminal.exit(EXIT.failed)
    })
  })
  return {
    signal,
    forget() {
      clearInterval(awake)
      forget()
    },
  }
}
