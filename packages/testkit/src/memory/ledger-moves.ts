import {
  type AdjustOperation,
  type CommissionLeg,
  type Money,
  type Move,
  micro,
  priceOf,
  type TransferOperation,
  type WalletState,
  walletKey,
} from '@parakh/core'
import { type Make, ofParty, paise, type Scene } from './ledger-scene.ts'

/** With what is in a wallet already it is no safe integer: deciding throws. */
const POISON = Number.MAX_SAFE_INTEGER

interface Asked {
  readonly amount: Money
  /** Whose references are used. */
  readonly owner?: Pick<WalletState, 'accountId' | 'environment'>
  /** It goes into a wallet, so it may be what none can hold. */
  readonly isPoisonable?: boolean
}
type Facts = Pick<Move, 'id' | 'reference' | 'amount' | 'actor'>

/** Fresh references mostly; now and then one that was used, for the same amount or another; and what no wallet can hold. */
function factsOf(scene: Scene, { amount, owner = ofParty(scene), isPoisonable = false }: Asked): Facts {
  const { run, step } = scene
  const { accountId, environment } = owner
  const id = run.nextId('move')
  const actor = 'test'
  const used = run.fundings.filter((one) => one.accountId === accountId && one.environment === environment)
  const earlier = used[step.pick % used.length]
  const posted = run.tables.wallets.get(walletKey(owner))?.posted ?? 0
  if (step.variant === 9 && isPoisonable && posted > 0) return { id, reference: id, amount: micro(POISON), actor }
  if (!earlier || step.variant < 7 || step.variant === 9) return { id, reference: id, amount, actor }
  const { reference } = earlier
  const same = Math.abs(earlier.amount)
  return { id, reference, amount: micro(step.variant === 7 ? same : same + 1), actor }
}

/** Up or down. One that is sent again goes where it went before. */
function adjustBy(scene: Scene, by: Money): AdjustOperation {
  const facts = factsOf(scene, { amount: micro(Math.abs(by)), isPoisonable: by > 0 })
  const amount = micro(facts.amount * Math.sign(by))
  return { ...ofParty(scene), kind: 'adjust', reason: 'counted wrongly', ...facts, amount }
}

/** To another account of the environment, where there is one. */
function transfer(scene: Scene): TransferOperation | null {
  const { step, run } = scene
  const { accountId, environment, at } = ofParty(scene)
  for (const owner of run.tables.wallets.values()) {
    if (owner.environment !== environment || owner.accountId === accountId) continue
    const facts = factsOf(scene, { amount: paise(1 + Math.floor(step.amount / 2)), owner })
    return { kind: 'transfer', accountId, environment, at, to: owner.accountId, ...facts }
  }
  return null
}

/** What turned out to be no money, with some of the commission that it paid. */
const reverse: Make = (scene) => {
  const facts = factsOf(scene, { amount: paise(1 + Math.floor(scene.step.amount / 2)) })
  const wallet = scene.run.tables.wallets.get(walletKey(ofParty(scene)))
  const gone = Math.max(0, facts.amount - (wallet ? wallet.posted - wallet.held : 0))
  const takesBack = [3, 2].map((part, level): CommissionLeg => {
    return { accountId: `level-${level}`, amount: priceOf(Math.floor((gone * part) / 6)) }
  })
  return { ...ofParty(scene), kind: 'reverse', reason: 'the bank took it back', takesBack, ...facts }
}

/** What each step that moves money outside calls asks of the ledger. */
export const MOVES = {
  credit: (scene) => {
    const facts = factsOf(scene, { amount: paise(1 + scene.step.amount), isPoisonable: true })
    return { ...ofParty(scene), kind: 'credit', ...facts }
  },
  'adjust-up': (scene) => adjustBy(scene, paise(1 + Math.floor(scene.step.amount / 4))),
  'adjust-down': (scene) => adjustBy(scene, micro(-paise(1 + Math.floor(scene.step.amount / 2)))),
  debit: (scene) => {
    const facts = factsOf(scene, { amount: paise(1 + Math.floor(scene.step.amount / 4)) })
    return { ...ofParty(scene), kind: 'debit', reason: 'a month of a plan', ...facts }
  },
  reverse,
  transfer,
  convert: (scene) => {
    const facts = factsOf(scene, { amount: paise(1 + Math.floor(scene.step.amount / 4)), isPoisonable: true })
    return { ...ofParty(scene), kind: 'convert', ...facts }
  },
  recover: (scene) => {
    const facts = factsOf(scene, { amount: paise(1 + Math.floor(scene.step.amount / 4)) })
    return { ...ofParty(scene), kind: 'recover', reason: 'commission of what was given back', ...facts }
  },
} as const satisfies Readonly<Record<string, Make>>
