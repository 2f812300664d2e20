import {
  type CallState,
  type DebitOperation,
  type Money,
  micro,
  type TransferOperation,
  type WalletState,
  type WalletTask,
} from '@parakh/core'
import type { Draft, Posting } from './draft.ts'

type Owner = Pick<WalletState, 'accountId' | 'environment'>

/** Whether somebody else keeps the money of a wallet. Sandbox money is always the ledger's (decision 0080). */
export const isExternal = ({ before }: Draft, { environment }: Pick<Owner, 'environment'>): boolean =>
  before.external !== undefined && environment === 'production'

const clearingOf = ({ accountId }: Owner): string => `external:${accountId}`
const clearing = (posting: Posting): Posting => ({ ...posting, kind: 'clearing', reason: null })

/** Brings what the external wallet reserved into the ledger, where the posting that follows takes it. @returns The wallet after it. */
export function draw(
  draft: Draft,
  wallet: WalletState,
  { amount, posting }: { amount: Money; posting: Posting },
): WalletState {
  if (!isExternal(draft, wallet)) return wallet
  const drawn = draft.postWallet(wallet, amount, clearing(posting))
  draft.post(wallet, { ledgerAccount: clearingOf(wallet), amount: micro(-amount) }, clearing(posting))
  return drawn
}

/** As `draw`, of what is reserved for a move; where that is too little, the wallet as it is. The reservation is captured by a task. */
export function drawReserved(
  draft: Draft,
  wallet: WalletState,
  { move, posting }: { move: DebitOperation | TransferOperation; posting: Posting },
): WalletState {
  const { amount, at, reserved } = move
  if (!isExternal(draft, wallet) || !reserved || reserved.amount < amount) return wallet
  const drawn = draw(draft, wallet, { amount, posting })
  addTask(draft, { ...wallet, reference: reserved.id, step: 'capture', amount, at })
  return drawn
}

/** Hands what a posting left in the ledger's wallet to the external one, by a task of the same commit. */
export function handOver(
  draft: Draft,
  of: Owner,
  { step, posting }: { step: 'refund' | 'credit'; posting: Posting },
): void {
  const wallet = draft.wallet(of)
  if (!wallet || !isExternal(draft, of) || wallet.posted === 0) return
  const amount = wallet.posted
  draft.postWallet(wallet, micro(-amount), clearing(posting))
  draft.post(wallet, { ledgerAccount: clearingOf(wallet), amount }, clearing(posting))
  addTask(draft, { ...of, reference: posting.transaction, step, amount, at: posting.at })
}

/** How long the end of a call's reservation is left to the process that decided it, which begins it at once, in milliseconds. */
const OWN_MS = 5_000

/** A step for the reservation of a call. */
export function endReservation(
  draft: Draft,
  call: CallState,
  { step, at }: { step: 'capture' | 'release'; at: number },
): void {
  if (call.price === 0 || !isExternal(draft, call)) return
  addTask(draft, { ...call, step, amount: call.price, at, nextAt: at + OWN_MS })
}

function addTask(draft: Draft, task: Omit<WalletTask, 'nextAt'> & { readonly nextAt?: number }): void {
  const { accountId, environment, reference, step, amount, at, nextAt = at } = task
  draft.rows.walletTasks.push({ accountId, environment, reference, step, amount, at, nextAt })
}
