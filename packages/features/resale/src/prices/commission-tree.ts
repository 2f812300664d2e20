import { ROLES, type Role } from '@parakh/core'
import type { CommissionMode } from '../settings.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import { paidOut, sharesOf } from './shares.ts'

/** The tree of accounts, with the commission of its lines. */
export class CommissionTree {
  readonly #levels: ReadonlyMap<string, CommissionLevel>

  constructor(
    levels: readonly CommissionLevel[],
    private readonly mode: CommissionMode,
  ) {
    this.#levels = new Map(levels.map((level) => [level.accountId, level]))
  }

  /** A copy with another rate for one account. */
  with(accountId: string, basisPoints: number): CommissionTree {
    const levels = [...this.#levels.values()]
    return new CommissionTree(
      levels.map((level) => (level.accountId === accountId ? { ...level, basisPoints } : level)),
      this.mode,
    )
  }

  /** A copy with one account, and all below it, under another parent. */
  moved(accountId: string, parentId: string | null): CommissionTree {
    const levels = [...this.#levels.values()]
    return new CommissionTree(
      levels.map((level) => (level.accountId === accountId ? { ...level, parentId } : level)),
      this.mode,
    )
  }

  /** An account and all above it, upwards. */
  line(accountId: string | null): readonly CommissionLevel[] {
    const line: CommissionLevel[] = []
    for (let id = accountId; id !== null; ) {
      const level = this.#levels.get(id)
      if (!level) break
      line.push(level)
      id = level.parentId
    }
    return line
  }

  /** The commission of the line above an account, in basis points. */
  paidAbove(accountId: string): number {
    return this.#paid(this.#levels.get(accountId)?.parentId ?? null)
  }

  /**
   * The highest commission of any line above an account of this role.
   *
   * @param through Only lines that contain this account.
   */
  mostPaid(role: Role | null, through?: string): number {
    const parents = [...this.#levels.values()].filter((level) => mayBeAbove(level.role, role))
    const lines = parents
      .filter(
        ({ accountId }) => through === undefined || this.line(accountId).some((level) => level.accountId === through),
      )
      .map(({ accountId }) => this.#paid(accountId))
    return Math.max(0, ...lines)
  }

  #paid(accountId: string | null): number {
    return paidOut(sharesOf(this.mode, this.line(accountId)))
  }
}

/** The parent of a reseller has the role above it; developers and customers may have any parent (decisions.md section 10). */
function mayBeAbove(above: Role, role: Role | null): boolean {
  if (role === null || role === 'developer' || role === 'customer') return true
  return ROLES.indexOf(above) === ROLES.indexOf(role) - 1
}
