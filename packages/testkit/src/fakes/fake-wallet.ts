import {
  CONTRACT,
  definePlugin,
  type ExternalWallet,
  type Money,
  micro,
  type Plugin,
  type Reservation,
  type WalletCapability,
  type WalletOwner,
  type WalletStep,
  Wallets,
  walletKey,
  zero,
} from '@parakh/core'
import * as z from 'zod'

/** What a fake wallet is made from. */
export interface FakeWalletOptions {
  /** What it can do beside reservations; everything unless given. */
  readonly capabilities?: readonly WalletCapability[]
}
/** An external wallet in memory, and how a test moves it. */
export interface FakeWallet {
  /** Brings the driver `fake`: `wallet: { use: 'fake' }`. */
  readonly plugin: Plugin
  readonly wallet: ExternalWallet
  /** The steps that had an effect, in their order: `capture 500000`. */
  readonly effects: readonly string[]
  /** What is reserved at the moment. */
  readonly reserved: Money
  /** Called before and after each step: a test throws, waits, or does something else meanwhile. */
  interrupt(moment: 'before' | 'after', step: string): void | Promise<void>
  fund(owner: WalletOwner, amount: Money): void
  available(owner: WalletOwner): Money
}

interface Held {
  amount: Money
  over: boolean
}

/**
 * An external wallet in memory, as a driver is to be: each step once per key, and a tombstone where a release comes first.
 *
 * @example
 * const fake = fakeWallet()
 * const { host, account, keys } = await createTestHost({ plugins: [pan(), fake.plugin], wallet: { use: 'fake' } })
 * fake.fund({ accountId: account.id, environment: 'production' }, inr('100'))
 */
export function fakeWallet({
  capabilities = ['refund', 'credit', 'long-reservations'],
}: FakeWalletOptions = {}): FakeWallet {
  const balances = new Map<string, Money>()
  const reservations = new Map<string, Held>()
  const results = new Map<string, Reservation>()
  const effects: string[] = []
  const available = (owner: WalletOwner): Money => balances.get(walletKey(owner)) ?? zero
  const add = (owner: WalletOwner, amount: number): void =>
    void balances.set(walletKey(owner), micro(available(owner) + amount))
  const heldOf = (reference: string): Held => {
    const held = reservations.get(reference) ?? { amount: zero, over: false }
    reservations.set(reference, held)
    return held
  }
  const done: Reservation = { kind: 'reserved' }
  const once = async (name: string, step: WalletStep, take: () => Reservation): Promise<Reservation> => {
    await fake.interrupt('before', name)
    let result = results.get(step.key)
    if (!result) {
      result = take()
      results.set(step.key, result)
      if (result.kind === 'reserved') effects.push(`${name} ${step.amount}`)
    }
    await fake.interrupt('after', name)
    return result
  }
  const put = async (name: string, step: WalletStep): Promise<void> => {
    await once(name, step, () => {
      add(step.wallet, step.amount)
      return done
    })
  }
  const end = async (name: string, step: WalletStep, taken: Money): Promise<void> => {
    await once(name, step, () => {
      const held = heldOf(step.reference)
      if (!held.over) add(step.wallet, held.amount - Math.min(taken, held.amount))
      Object.assign(held, { amount: zero, over: true })
      return done
    })
  }
  const wallet: ExternalWallet = {
    balance: async (owner) => ({ available: available(owner) }),
    reserve: (step) =>
      once('reserve', step, () => {
        const held = heldOf(step.reference)
        if (held.over || available(step.wallet) < step.amount) return { kind: 'insufficient' }
        add(step.wallet, -step.amount)
        held.amount = step.amount
        return { kind: 'reserved', available: available(step.wallet) }
      }),
    capture: (step) => end('capture', step, step.amount),
    release: (step) => end('release', step, zero),
    ...(capabilities.includes('refund') ? { refund: (step: WalletStep) => put('refund', step) } : {}),
    ...(capabilities.includes('credit') ? { credit: (step: WalletStep) => put('credit', step) } : {}),
  }
  const driver = Wallets.driver({
    ...{ id: 'fake', options: z.strictObject({}), needs: {}, capabilities },
    make: () => wallet,
  })
  const plugin = definePlugin({ id: 'fake-wallet', contract: CONTRACT, contributes: [driver] })()
  const fake: FakeWallet = {
    ...{ plugin, wallet, effects },
    interrupt: () => undefined,
    fund: add,
    available,
    get reserved() {
      return micro([...reservations.values()].reduce((total, { amount }) => total + amount, 0))
    },
  }
  return fake
}
