import { type AnchoredHead, ENVIRONMENTS } from '@parakh/core'
import type { Findings } from '../findings.ts'
import { entriesOf, GENESIS, hashOf, type Period } from '../period.ts'

/** Follows the chain of closed periods, from the first to the last (I10). */
export class ChainCheck {
  #last: Pick<Period, 'number' | 'throughId' | 'hash'>
  #anchored = false

  /** @param from The period before the first that is followed. */
  constructor(
    readonly findings: Findings,
    readonly anchor: AnchoredHead | undefined,
    from: Pick<Period, 'number' | 'throughId' | 'hash'> = GENESIS,
  ) {
    this.#last = from
  }

  /** The period that was followed last; before the first one, what it stands on. */
  get last(): Pick<Period, 'number' | 'throughId' | 'hash'> {
    return this.#last
  }

  /** A period's row, in the order of their numbers. */
  follow(period: Period): void {
    const { number, afterId, throughId, previousHash, hash } = period
    const before = this.#last
    const check = (holds: boolean, what: string): void =>
      this.findings.check('I10', holds, () => `period ${number}: ${what}`)
    check(number === before.number + 1, `follows period ${before.number}`)
    check(afterId === before.throughId && throughId > afterId, `its entries do not begin where those before it ended`)
    check(previousHash === before.hash, `does not stand on the hash of period ${before.number}`)
    check(hash === hashOf(period), 'its hash is not that of what it says')
    if (this.anchor?.hash === hash) this.#anchored = true
    if (this.anchor?.period === number)
      check(this.anchor.hash === hash, `its hash is not that of the head that was kept outside`)
    this.#last = period
  }

  /** What was read of a period against what it says. */
  compare(period: Period, contents: string): void {
    if (contents === period.contents) return
    for (const environment of ENVIRONMENTS) {
      const [found, closed] = [entriesOf(contents, environment), entriesOf(period.contents, environment)]
      this.findings.check(
        'I10',
        environmentOf(contents, environment) === environmentOf(period.contents, environment),
        () => `period ${period.number}, ${environment}: ${found} entries are not the ${closed} that were closed`,
      )
    }
  }

  /** After the last period. */
  end(): void {
    const { anchor } = this
    if (!anchor || this.#anchored) return
    const { number } = this.#last
    const name = anchor.period === undefined ? `with the hash ${anchor.hash}` : String(anchor.period)
    const cut = anchor.period !== undefined && anchor.period > number
    this.findings.check('I10', false, () =>
      cut
        ? `the ledger is cut: it ends with period ${number}, the head that was kept outside is period ${name}`
        : `the head that was kept outside is period ${name}, which this chain has not`,
    )
  }
}

function environmentOf(contents: string, environment: string): string {
  try {
    const parsed: unknown = JSON.parse(contents)
    return JSON.stringify(Object.entries(parsed ?? {}).find(([name]) => name === environment))
  } catch {
    return contents
  }
}
