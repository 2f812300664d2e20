import type { CallErrorCode, Logger, MoneyState, MoneySwitch } from '@parakh/core'

const CODES = { stopped: 'MONEY_STOPPED', recovery: 'MONEY_IN_RECOVERY' } as const satisfies Partial<
  Record<MoneyState['mode'], CallErrorCode>
>
/** What an operator does about each. */
const REMEDIES = {
  stopped: 'parakh ledger verify, mend what it names, then parakh ledger resume --reason',
  recovery:
    'compare the head with the one kept outside; parakh subjects replay-journal, then parakh ledger resume --head',
} as const

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10

/**
 * Whether paid calls are let in, as this process last heard: it looks about once a second, so that a call costs nothing more. Before
 * the first look they are.
 */
export class MoneyGate {
  #state: MoneyState | null = null

  constructor(
    private readonly money: MoneySwitch,
    private readonly logger: Logger,
  ) {}

  /** Asks the database. A change is told in the log. */
  async look(): Promise<void> {
    const before = this.#state?.mode ?? 'on'
    const state = await this.money.state()
    this.#state = state
    const { mode, reason } = state
    if (mode === before) return
    if (mode === 'on') this.logger.info('money.resumed', { reason })
    else this.logger.error('money.stopped', { mode, reason, remedy: REMEDIES[mode] })
  }

  /** The error of a paid call; null where it is let in. */
  get refusal(): 'MONEY_STOPPED' | 'MONEY_IN_RECOVERY' | null {
    const mode = this.#state?.mode ?? 'on'
    return mode === 'on' ? null : CODES[mode]
  }

  /** A restored database that nobody has compared yet: nothing moves but what callers end. */
  get inRecovery(): boolean {
    return this.#state?.mode === 'recovery'
  }

  /** Whether a request id was made, by the time that stands in it, when a restore has lost what was done. */
  isLost(requestId: string): boolean {
    const lost = this.#state?.lost
    if (!lost || !ULID.test(requestId)) return false
    const at = timeOf(requestId)
    return at >= lost.from.getTime() && at < lost.until.getTime()
  }
}

/** The milliseconds since 1970 of a ULID. */
function timeOf(ulid: string): number {
  let time = 0
  for (const character of ulid.slice(0, TIME_CHARACTERS)) time = time * CROCKFORD.length + CROCKFORD.indexOf(character)
  return time
}
