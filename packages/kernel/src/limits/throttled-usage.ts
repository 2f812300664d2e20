import { type Billing, errorFacts, type Logger, type UsageEntry } from '@parakh/core'

/**
 * Refusals for a full window that are not in the usage log yet: one row a key, endpoint and second, with a count (decisions.md section
 * 13), so that a flood of them costs no write a call.
 */
export class ThrottledUsage {
  readonly #rows = new Map<string, UsageEntry>()

  /** Counts a refusal. @param usage `at` is the time at which it was refused. */
  add(usage: UsageEntry): void {
    const name = `${secondOf(usage)} ${usage.keyId} ${usage.endpoint}`
    const row = this.#rows.get(name)
    this.#rows.set(name, row ? { ...row, calls: (row.calls ?? 1) + 1 } : usage)
  }

  /** Takes the rows of the seconds that have ended. @param at Milliseconds since 1970; `Infinity`: all rows. */
  take(at: number): readonly UsageEntry[] {
    const ended = [...this.#rows].filter(([, usage]) => secondOf(usage) < Math.floor(at / 1000))
    for (const [name] of ended) this.#rows.delete(name)
    return ended.map(([, usage]) => usage)
  }
}

const secondOf = ({ at }: UsageEntry): number => Math.floor(at / 1000)

interface Parts {
  readonly billing: Billing
  readonly logger: Logger
  readonly throttledUsage: ThrottledUsage
}

/** Writes the rows of the seconds that have ended. @param at Milliseconds since 1970; `Infinity`: all rows. */
export async function writeThrottledUsage(parts: Parts, at: number): Promise<void> {
  await Promise.all(parts.throttledUsage.take(at).map((usage) => write(parts, usage)))
}

async function write(parts: Parts, usage: UsageEntry): Promise<void> {
  const { accountId, environment, at } = usage
  try {
    await parts.billing.log({ kind: 'log', accountId, environment, at, usage })
  } catch (error) {
    parts.logger.error('usage.not_logged', {
      reference: usage.reference,
      calls: usage.calls ?? 1,
      ...errorFacts(error),
    })
  }
}
