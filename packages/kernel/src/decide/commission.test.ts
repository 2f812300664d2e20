import { type CommissionLeg, inr, MICRO_RUPEES_PER_PAISA, micro, NO_WRITES, priceOf } from '@parakh/core'
import { chosenSeed, pseudoRandom, tellFigures } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { admitOf, OF, settleOf, World } from '../../test/ledger-world.ts'

const CALLS = process.env['PARAKH_FULL'] === '1' ? 10_000 : 1_000
const CALLS_OF_A_WORLD = 100
const LEVELS = 5
const CHEAPEST_PAISE = 50
const DEAREST_PAISE = 1_500
/** All levels together never take more than the whole price, in basis points. */
const WHOLE = 10_000

type Random = (below: number) => number

/** Up to five levels, each with a rate of whole basis points: paise by basis points are micro-rupees, exactly. */
function randomLegs(paise: number, random: Random): readonly CommissionLeg[] {
  let left = WHOLE
  return Array.from({ length: random(LEVELS + 1) }, (_, level) => {
    const rate = random(left + 1)
    left -= rate
    return {
      accountId: `level-${level}-${random(1_000)}`,
      amount: priceOf((paise * MICRO_RUPEES_PER_PAISA * rate) / WHOLE),
    }
  })
}

interface Sold {
  readonly reference: string
  readonly price: number
  readonly legs: readonly CommissionLeg[]
}

/** A hundred paid calls, of which every third is refunded, twice. */
function sell(world: World, random: Random): readonly Sold[] {
  const sold = Array.from({ length: CALLS_OF_A_WORLD }, (_, place): Sold => {
    const paise = CHEAPEST_PAISE + random(DEAREST_PAISE - CHEAPEST_PAISE + 1)
    return { reference: `call-${place}`, price: paise * MICRO_RUPEES_PER_PAISA, legs: randomLegs(paise, random) }
  })
  for (const [place, { reference, price, legs }] of sold.entries()) {
    const at = 1_000_000 + place * 10_000
    world.run([admitOf(reference, { at, price: micro(price), legs })])
    expect(world.run([settleOf(reference, { at, charged: micro(price) })])).toEqual([{ kind: 'done' }])
    if (place % 3 > 0) continue
    const writes = { ...NO_WRITES, refunds: [{ reference, reason: 'failed later' }] }
    const commit = { kind: 'commit', ...OF, at, actor: 'test', writes } as const
    world.run([commit, commit])
  }
  return sold
}

/** What stands in the ledger for each transaction, in the order of writing. */
function postings(world: World): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { kind, transaction, ledgerAccount, amount } of world.entries) {
    const key = `${kind}/${transaction}`
    found.set(key, `${found.get(key) ?? ''}${ledgerAccount} ${amount}\n`)
  }
  return found
}

/** What must stand there: the price from the wallet, each leg to whom it is for, the rest to the platform. */
function expected({ price, legs }: Sold, direction: 1 | -1): string {
  const shares = legs.map(({ accountId, amount }) => [`commission:${accountId}`, amount] as const)
  const rest = price - legs.reduce((total, { amount }) => total + amount, 0)
  return [['wallet:acc', -price] as const, ...shares, ['revenue', rest] as const]
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => `${account} ${amount * direction}\n`)
    .join('')
}

it(`pays every leg of ${CALLS} calls to the micro-rupee, and takes it back exactly`, () => {
  const random = pseudoRandom(chosenSeed())
  const counts = { calls: 0, legs: 0, emptyLegs: 0, refunds: 0 }
  while (counts.calls < CALLS) {
    const world = new World(inr('2000'))
    const sold = sell(world, random)
    world.check()
    const posted = postings(world)
    for (const [place, call] of sold.entries()) {
      const refunded = place % 3 === 0
      expect(posted.get(`charge/${call.reference}`)).toBe(expected(call, 1))
      expect(posted.get(`refund/${call.reference}`)).toBe(refunded ? expected(call, -1) : undefined)
      counts.calls += 1
      counts.legs += call.legs.length
      counts.emptyLegs += call.legs.filter(({ amount }) => amount === 0).length
      counts.refunds += refunded ? 1 : 0
    }
  }
  tellFigures(counts)
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
})
