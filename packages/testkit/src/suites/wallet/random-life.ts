import { setTimeout as sleep } from 'node:timers/promises'
import { inr, type Money, micro, minus, plus, times, type WalletOwner, zero } from '@parakh/core'
import { atOnce, type OpenWallet, type StepName, takeOnce, type WalletCheck, type WalletTrial } from './wallet-trial.ts'

const FUNDS = inr('20')
const OWNERS = 3
const CALLS = 90
/** Calls that run at the same time. */
const AT_ONCE = 12
const KILLS = 12
/** Between two kills, at most. */
const LONGEST_MS = 40
/** How often a step is tried: instances are killed while it is taken. */
const MOST_TRIES = 200
const STEPS_OF_CALLS: readonly (readonly StepName[])[] = [
  ['reserve', 'capture'],
  ['reserve', 'capture'],
  ['reserve', 'capture', 'refund'],
  ['reserve', 'release'],
  ['release', 'reserve'],
  ['reserve', 'capture', 'release'],
  ['reserve', 'release', 'capture'],
  ['credit'],
]

/** Instances of which one is killed again and again: each step goes to the one that is open. */
class KilledWallet {
  #open: Promise<OpenWallet>

  constructor(readonly trial: WalletTrial) {
    this.#open = trial.open()
  }

  async kill(): Promise<void> {
    const instance = await this.#open
    this.#open = this.trial.open()
    await instance.kill()
  }

  async take(name: StepName, step: Parameters<typeof takeOnce>[2]): Promise<string> {
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const { wallet } = await this.#open
      const result = await takeOnce(wallet, name, step).catch(() => null)
      if (result !== null) return result
      await new Promise(setImmediate)
    }
    return `failed ${MOST_TRIES} times`
  }
}

/** A call as its steps leave it: what its owner has more, or less, and what is reserved. */
interface Standing {
  came: Money
  reserved: boolean
  isOver: boolean
}
/** What a step that was taken does to it. */
const AFTER: Readonly<Record<StepName, (standing: Standing, amount: Money) => void>> = {
  reserve: (standing) => {
    standing.reserved = true
  },
  capture: (standing, amount) => {
    if (standing.reserved && !standing.isOver) standing.came = minus(standing.came, amount)
    standing.isOver = true
  },
  release: (standing) => {
    standing.isOver = true
  },
  refund: (standing, amount) => {
    standing.came = plus(standing.came, amount)
  },
  credit: (standing, amount) => {
    standing.came = plus(standing.came, amount)
  },
}

/** One call with all its steps, some of them twice at once. @returns What its owner has more in the end. */
async function live(wallet: KilledWallet, owner: WalletOwner): Promise<Money> {
  const { trial } = wallet
  const { random } = trial
  const possible = STEPS_OF_CALLS.filter((steps) => steps.every((name) => isThere(trial, name)))
  const steps = (possible[random(possible.length)] ?? []).map((name) => ({ name, times: random(3) === 0 ? 2 : 1 }))
  const reference = trial.reference()
  const price = times(inr('0.01'), 1 + random(200))
  const part = micro(price - random(price))
  const standing: Standing = { came: zero, reserved: false, isOver: false }
  for (const { name, times: count } of steps) {
    const amount = name === 'capture' || name === 'refund' ? part : price
    const results = await atOnce(count, () => wallet.take(name, { owner, reference, amount }))
    const [result = ''] = results
    trial.same(`${name} at once`, results.at(-1), result)
    // Nothing follows a refusal.
    if (name === 'reserve' && result === 'insufficient') break
    trial.same(`${name} gives`, result, name !== 'reserve' ? 'done' : standing.isOver ? 'insufficient' : 'reserved')
    AFTER[name](standing, amount)
  }
  return standing.came
}

const isThere = ({ bench }: WalletTrial, name: StepName): boolean =>
  (name !== 'refund' && name !== 'credit') || bench.capabilities.includes(name)

/** A random life of many references while processes die: no rupee is lost, and none is made. */
export const RANDOM_LIFE: WalletCheck = {
  title: 'loses no micro-rupee and makes none in a random life, while processes die',
  async run(trial) {
    const owners: WalletOwner[] = []
    for (let nth = 0; nth < OWNERS; nth += 1) owners.push(await trial.bench.fund(FUNDS))
    const expected = owners.map((): Money => FUNDS)
    const wallet = new KilledWallet(trial)
    let [begun, running] = [0, AT_ONCE]
    const one = async (): Promise<void> => {
      while (begun < CALLS) {
        begun += 1
        const place = trial.random(OWNERS)
        const owner = owners[place]
        if (!owner) throw new RangeError('nobody pays')
        const came = await live(wallet, owner)
        expected[place] = plus(expected[place] ?? zero, came)
      }
      running -= 1
    }
    const calls = Promise.all(Array.from({ length: AT_ONCE }, one))
    for (let nth = 0; nth < KILLS && running > 0; nth += 1) {
      await sleep(trial.random(LONGEST_MS))
      await wallet.kill()
    }
    await calls
    for (const [place, owner] of owners.entries())
      await trial.expectAvailable(owner, expected[place] ?? zero, `of owner ${place + 1} in the end`)
  },
}
