import { type ExternalWallet, inr, type Money, micro, type ReserveStep, type WalletStep, walletKey } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { type FakeWallet, fakeWallet } from '../fakes/fake-wallet.ts'
import { checkWallet, type WalletBench } from './check-wallet.ts'
import { testWallet } from './test-wallet.ts'

const SEED = 20
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What a process of a driver has: its steps go on turn by turn until it is killed. */
interface Process {
  /** Waits a turn. @throws When it was killed meanwhile. */
  alive(): Promise<void>
}
/** A fault of a driver: another wallet over the same storage, in one process. */
type Wrong = (fake: FakeWallet, process: Process) => ExternalWallet

/** The fake over storage that outlives its instances. */
function benchOf(wrong: Wrong = ({ wallet }) => wallet): WalletBench {
  const fake = fakeWallet()
  let owners = 0
  return {
    capabilities: ['refund', 'credit', 'long-reservations'],
    open() {
      let killed = false
      const alive = async () => {
        await turn()
        if (killed) throw new Error('the process was killed')
      }
      const kill = () => {
        killed = true
      }
      const wallet = each(wrong(fake, { alive }), async (take) => {
        await alive()
        const result = await take()
        await alive()
        return result
      })
      return { wallet, kill, close: kill }
    },
    fund(amount) {
      owners += 1
      const owner = { accountId: `account-${owners}`, environment: 'production' } as const
      fake.fund(owner, amount)
      return owner
    },
    available: (owner) => fake.available(owner),
  }
}

type Take = () => Promise<unknown>
/** A wallet of which each step goes through a hand. */
function each(
  wallet: ExternalWallet,
  by: (take: Take, step: WalletStep) => Promise<unknown>,
  change: <S extends WalletStep>(step: S) => S = (step) => step,
): ExternalWallet {
  const through =
    (name: 'capture' | 'release' | 'refund' | 'credit') =>
    async (step: WalletStep, signal: AbortSignal): Promise<void> =>
      void (await by(async () => wallet[name]?.(change(step), signal), step))
  return {
    balance: (owner, signal) => wallet.balance(owner, signal),
    reserve: (step, signal) =>
      by(() => wallet.reserve(change(step), signal), step) as ReturnType<ExternalWallet['reserve']>,
    ...{ capture: through('capture'), release: through('release') },
    ...(wallet.refund && { refund: through('refund') }),
    ...(wallet.credit && { credit: through('credit') }),
  }
}

let unique = 0
const anew = <S extends WalletStep>(step: S): S => {
  unique += 1
  return { ...step, key: `${step.key}/${unique}` }
}

/** Drivers as somebody might write them, and a word of what is found. */
const WRONG: readonly (readonly [fault: string, told: RegExp, wrong: Wrong])[] = [
  [
    'takes a repeated step again',
    /takes a credit once: repeated.*available after it was repeated/,
    ({ wallet }) => each(wallet, (take) => take(), anew),
  ],
  [
    'knows the steps of its own process alone',
    /takes a capture of a part once|takes a credit once: repeated/,
    ({ wallet }) => {
      unique += 1
      const own = unique
      return each(
        wallet,
        (take) => take(),
        (step) => ({ ...step, key: `${own}/${step.key}` }),
      )
    },
  ],
  [
    'writes down a step after its effect',
    /takes a credit once, whenever its process dies: available after the kill/,
    remembersLate(),
  ],
  [
    'says that a step was taken before it was',
    /has taken a capture of a part when it says so/,
    ({ wallet }, { alive }) => ({
      ...wallet,
      async capture(step, signal) {
        const later = async () => {
          for (let waited = 0; waited < 5; waited += 1) await alive()
          await wallet.capture(step, signal)
        }
        void later().catch(() => undefined)
      },
    }),
  ],
  [
    'leaves no tombstone',
    /sets nothing aside by a reserve that comes after its release/,
    ({ wallet }) => {
      const known = new Set<string>()
      return {
        ...wallet,
        reserve: (step, signal) => {
          known.add(step.reference)
          return wallet.reserve(step, signal)
        },
        release: async (step, signal) => {
          if (known.has(step.reference)) await wallet.release(step, signal)
        },
      }
    },
  ],
  [
    'looks, and then takes',
    /reserves no more than there is when many ask at once: reserved/,
    (fake, { alive }) => ({
      ...fake.wallet,
      async reserve(step, signal) {
        if (fake.available(step.wallet) < step.amount) return await fake.wallet.reserve(step, signal)
        await alive()
        const missing = step.amount - fake.available(step.wallet)
        if (missing > 0) fake.fund(step.wallet, micro(missing))
        return await fake.wallet.reserve(step, signal)
      },
    }),
  ],
  [
    'reserves what is there of too much',
    /sets all of an amount aside, or nothing: reserve gives: reserved/,
    (fake) => ({
      ...fake.wallet,
      reserve: (step, signal) =>
        fake.wallet.reserve({ ...step, amount: least(step, fake.available(step.wallet)) }, signal),
    }),
  ],
  [
    'keeps the rest of a capture',
    /takes a capture of a part once/,
    ({ wallet }) => ({
      ...wallet,
      capture: (step, signal) => wallet.capture({ ...step, amount: inr('1000000') }, signal),
    }),
  ],
  [
    'gives money back by a release after a capture',
    /keeps a capture when a release comes after it/,
    (fake) => {
      const captured = new Set<string>()
      return {
        ...fake.wallet,
        async capture(step, signal) {
          await fake.wallet.capture(step, signal)
          captured.add(step.reference)
        },
        async release(step, signal) {
          if (captured.has(step.reference)) fake.fund(step.wallet, step.amount)
          await fake.wallet.release(step, signal)
        },
      }
    },
  ],
  ['counts whole paise', /counts single micro-rupees/, ({ wallet }) => each(wallet, (take) => take(), inPaise)],
  [
    'has one reservation for an owner',
    /keeps references and owners apart: available of one owner/,
    ({ wallet }) =>
      each(
        wallet,
        (take) => take(),
        (step) => ({ ...step, reference: walletKey(step.wallet) }),
      ),
  ],
  [
    'shows what it had before',
    /shows what can be spent: balance/,
    ({ wallet }) => ({ ...wallet, balance: async () => ({ available: inr('10') }) }),
  ],
  [
    'gives back under one key of a reference alone',
    /gives back under each key once, in parts/,
    ({ wallet }) => ({
      ...wallet,
      refund: (step, signal) =>
        wallet.refund?.({ ...step, key: `${step.reference}/refund` }, signal) ?? Promise.resolve(),
    }),
  ],
  [
    'has not what it promises',
    /refund is there: false/,
    ({ wallet: { balance, reserve, capture, release } }) => ({ balance, reserve, capture, release }),
  ],
]

const least = (step: ReserveStep, available: Money): Money =>
  available < step.amount && available > 0 ? available : step.amount
const inPaise = <S extends WalletStep>(step: S): S => ({
  ...step,
  amount: micro(Math.ceil(step.amount / 10_000) * 10_000),
})

/** Keeps keys in storage of its own, a turn after the effect. */
function remembersLate(): Wrong {
  const done = new Set<string>()
  return ({ wallet }, { alive }) => ({
    ...wallet,
    async credit(step, signal) {
      if (done.has(step.key)) return
      await wallet.credit?.(anew(step), signal)
      await alive()
      done.add(step.key)
    },
  })
}

testWallet('fake', () => benchOf())

describe('the suite of wallet drivers', () => {
  it.each(WRONG)('finds one that %s', async (_, told, wrong) => {
    expect((await checkWallet(benchOf(wrong), SEED)).join('\n')).toMatch(told)
  })

  it('finds no fault in a driver without capabilities', async () => {
    const bench = {
      ...benchOf(({ wallet: { balance, reserve, capture, release } }) => ({ balance, reserve, capture, release })),
    }
    const bare: WalletBench = {
      ...bench,
      capabilities: [],
      async open() {
        const opened = await bench.open()
        const { refund: _refund, credit: _credit, ...wallet } = opened.wallet
        return { ...opened, wallet }
      },
    }
    expect(await checkWallet(bare, SEED)).toEqual([])
  })
})
