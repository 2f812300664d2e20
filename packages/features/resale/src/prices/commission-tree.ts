import { ROLES, type Role } from '@parakh/core'
import type { CommissionMode } from '../settings.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import { type CommissionShare, paidOut, sharesOf } from './shares.ts'

/** The tree of accounts, with the commission of its lines. */
export class CommissionTree {
  readonly #levels: ReadonlyMap<string, CommissionLevel>
  /** Every price asks for one of a few. */
  readonly #most = new Map<string, number>()

  constructor(
    levels: readonly CommissionLevel[],
    private readonly mode: CommissionMode,
  ) {
    this.#levels = new Map(levels.map((level) => [level.accountId, level]))
  }

  /** A copy with another rate for one account. */
  with(accountId: string, basisPoints: number): CommissionTree {
    return this.rated(new Map([[accountId, basisPoints]]))
  }

  /** A copy with other rates. @param rates By account, in basis points. */
  rated(rates: ReadonlyMap<string, number>): CommissionTree {
    const levels = [...this.#levels.values()]
    return new CommissionTree(
      levels.map((level) => ({ ...level, basisPoints: rates.get(level.accountId) ?? level.basisPoints })),
      this.mode,
    )
  }

  /** The accounts strictly below one; null: all. */
  below(accountId: string | null): readonly CommissionLevel[] {
    const levels = [...this.#levels.values()]
    if (accountId === null) return levels
    return levels.filter((level) => this.line(level.parentId).some((above) => above.accountId === accountId))
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

  /** The commission of an account and all above it, upwards. */
  shares(accountId: string | null): readonly CommissionShare[] {
    return sharesOf(this.mode, this.line(accountId))
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
    const key = `${role} ${through}`
    const most = this.#most.get(key) ?? this.#findMost(role, through)
    this.#most.set(key, most)
    return most
  }

  #findMost(role: Role | null, through: string | undefined): number {
    const parents = [...this.#levels.values()].filter((level) => mayBeAbove(level.role, role))
    const lines = parents
      .filter(
        ({ accountId }) => through === undefined || this.line(accountId).some((level) => level.accountId === through),
      )
      .map(({ accountId }) => this.#paid(accountId))
    return Math.max(0, ...lines)
  }

  #paid(accountId: string | null): number {
    return paidOut(this.shares(accountId))
  }
}

/** The parent of a reseller has the role above it; developers and customers may have any parent (decisions.md section 10). */
function mayBeAbove(above: Role, role: Role | null): boolean {
  if (role === null || role === 'developer' || role === 'customer') return true
  return ROLES.indexOf(above) === ROLES.indexOf(role) - 1
}
