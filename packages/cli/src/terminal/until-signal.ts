import { EXIT } from './exit-codes.ts'
import { notify } from './notice.ts'
import type { Session } from './session.ts'

/** `npm` hands a terminal's Ctrl-C on to its child, which has had it already: within this time it is one and the same. */
const SAME_SIGNAL_MS = 300
/** Nothing else may keep a process of a command alive. */
const AWAKE_EVERY_MS = 60_000

/**
 * Waits for SIGINT or SIGTERM; a second one ends the process at once.
 *
 * @param draining What is said at the first.
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
