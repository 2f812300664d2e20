import {
  creditKey,
  type HostEventData,
  MICRO_RUPEES_PER_RUPEE,
  type Money,
  type Move,
  type MoveResult,
  referenceOwner,
  type WalletState,
  zero,
} from '@parakh/core'
import { raiseBase } from './balance-alerts.ts'
import type { Draft, Posting } from './draft.ts'
import { emit } from './emit.ts'
import { collectOwed } from './receivable.ts'

type Owner = Pick<WalletState, 'accountId' | 'environment'>

/** A move, once. */
export interface Once<M extends Move> {
  readonly move: M
  /** What it does to the wallet of its reference, kept with that: above zero it goes in. */
  readonly amount: Money
  /** Posts it. A wallet that has too little is left as it is. */
  post(wallet: WalletState): 'moved' | 'insufficient'
}

/** Decides a move once per reference. All kinds share their references: the same payment by two ways moves money once. */
export function moveOnce<M extends Move>(draft: Draft, { move, amount, post }: Once<M>): MoveResult {
  requireAmount(move)
  const owner = referenceOwner(move)
  const wallet = draft.wallet(move)
  const { id, reference, actor, at } = move
  if (!wallet || !draft.wallet(owner)) throw new TypeError(`${move.kind} ${reference}: a wallet of it was not read`)
  const key = creditKey(owner, reference)
  const earlier = draft.credited(key)
  if (earlier !== undefined) return standing(draft, move, earlier === amount ? 'duplicate' : 'reused')
  const kind = post(wallet)
  if (kind === 'insufficient') return standing(draft, move, kind)
  draft.setCredited(key, amount)
  const { accountId, environment } = owner
  draft.rows.credits.push({ id, accountId, environment, reference, amount, actor, at })
  return standing(draft, move, kind)
}

/** A debit below zero would be a credit that nobody decided. */
function requireAmount({ kind, amount, reference }: Move): void {
  const isOne = kind === 'adjust' ? amount !== 0 : amount > 0
  if (!isOne) throw new TypeError(`${kind} ${reference}: ${amount}. Allowed: an amount above zero`)
}

function standing(draft: Draft, of: Owner, kind: MoveResult['kind']): MoveResult {
  const { posted, held, owed } = draft.wallet(of) ?? { posted: zero, held: zero, owed: zero }
  return { kind, posted, held, owed }
}

/** What follows where a move put money into a wallet: what is owed is repaid, percent of a threshold are of what there is now, and it is told. */
export function receive(draft: Draft, move: Move, posting: Posting): void {
  const { accountId, environment } = referenceOwner(move)
  const { id, reference, amount, at } = move
  const owner = { accountId, environment, at }
  collectOwed(draft, owner, posting)
  raiseBase(draft, owner)
  const data = { reference, amount: amount / MICRO_RUPEES_PER_RUPEE } satisfies HostEventData<'wallet.credited'>
  emit(draft, owner, { id: `${id}-event`, type: 'wallet.credited', data })
}
