import {
  type AppliedAdjustment,
  type BasePrice,
  type CommissionLeg,
  type Price,
  type PriceQuestion,
  type PriceRule,
  type Pricing,
  priceOf,
  type Quote,
} from '@parakh/core'

type RuleOf<Phase extends PriceRule['phase']> = Extract<PriceRule, { readonly phase: Phase }>
/** The rules of one endpoint, by phase. */
interface EndpointRules {
  readonly base: readonly RuleOf<'base'>[]
  readonly adjust: readonly RuleOf<'adjust'>[]
  readonly floor: readonly RuleOf<'floor'>[]
  readonly cover: readonly RuleOf<'cover'>[]
  readonly share: readonly RuleOf<'share'>[]
  readonly ids: ReadonlyMap<PriceRule, string> | undefined
}

/**
 * Pricing by rules, in their phases (core's `PriceRule`). The rules of an endpoint are chosen at its first quote. Nothing waits unless a rule
 * gives a promise, and a phase without rules costs nothing.
 *
 * @param rules In their order at the point.
 * @param ids Of the rules at the point, for what a quote tells of its adjustments.
 */
export function compilePriceRules(rules: readonly PriceRule[], ids?: ReadonlyMap<PriceRule, string>): Pricing {
  const compiled = new Map<string, EndpointRules>()
  const compile = (endpoint: string): EndpointRules => {
    const own = { ...rulesOf(rules, endpoint), ids }
    compiled.set(endpoint, own)
    return own
  }
  return {
    quote(question) {
      const own = compiled.get(question.endpoint) ?? compile(question.endpoint)
      const { listed: price, listedSource: source } = question
      const listed: BasePrice = { price, source, version: source, volume: undefined }
      const base = basePrice(own.base, question, { current: listed, from: 0 })
      return isPromise(base)
        ? base.then((found) => adjusted(own, question, ofUnits(found, question)))
        : adjusted(own, question, ofUnits(base, question))
    },
  }
}

/** The base price of all units. @throws `INVALID_PRICE` where it is no safe integer. */
const ofUnits = (base: BasePrice, { units }: PriceQuestion): BasePrice =>
  units === 1 ? base : { ...base, price: priceOf(base.price * units) }

function rulesOf(rules: readonly PriceRule[], endpoint: string): Omit<EndpointRules, 'ids'> {
  const own = rules.filter((rule) => rule.applies?.(endpoint) !== false)
  const of = <P extends PriceRule['phase']>(phase: P): readonly RuleOf<P>[] =>
    own.filter((rule): rule is RuleOf<P> => rule.phase === phase)
  return { base: of('base'), adjust: of('adjust'), floor: of('floor'), cover: of('cover'), share: of('share') }
}

function basePrice(
  rules: EndpointRules['base'],
  question: PriceQuestion,
  { current, from }: { readonly current: BasePrice; readonly from: number },
): BasePrice | Promise<BasePrice> {
  let price = current
  for (let next = from; next < rules.length; next += 1) {
    const found = rules[next]?.base(question, price) ?? null
    if (isPromise(found)) {
      const so = price
      return found.then((given) => basePrice(rules, question, { current: given ?? so, from: next + 1 }))
    }
    price = found ?? price
  }
  return price
}

function adjusted(rules: EndpointRules, question: PriceQuestion, base: BasePrice): Quote | Promise<Quote> {
  if (rules.adjust.length === 0) return completed(rules, question, { base, price: base.price, adjustments: undefined })
  return adjustedSlowly(rules, question, base)
}

/** What is known before `cover` and `share`. */
interface Priced {
  readonly base: BasePrice
  readonly price: Price
  readonly adjustments: readonly AppliedAdjustment[] | undefined
}

async function adjustedSlowly(rules: EndpointRules, question: PriceQuestion, base: BasePrice): Promise<Quote> {
  let { price } = base
  const adjustments: AppliedAdjustment[] = []
  for (const rule of rules.adjust) {
    const found = await rule.adjust(question, price)
    if (!found) continue
    price = found.price
    adjustments.push({ price, label: found.label, rule: rules.ids?.get(rule) })
  }
  const floor = adjustments.length === 0 ? 0 : await floorOf(rules.floor, question, price)
  // A base price below the floor is the deployer's own decision: only adjustments are raised.
  const least = priceOf(Math.min(floor, base.price))
  if (price < least) {
    price = least
    adjustments.push({ price, label: 'raised to the floor' })
  }
  return await completed(rules, question, { base, price, adjustments })
}

async function floorOf(rules: EndpointRules['floor'], question: PriceQuestion, price: Price): Promise<number> {
  let highest = 0
  for (const rule of rules) highest = Math.max(highest, (await rule.floor(question, price)) ?? 0)
  return highest
}

function completed(rules: EndpointRules, question: PriceQuestion, priced: Priced): Quote | Promise<Quote> {
  const pool = coverOf(rules.cover, question, { price: priced.price, from: 0 })
  const legs = legsOf(rules.share, question, priced.price)
  if (!isPromise(pool) && !isPromise(legs)) return quoteOf(priced, pool, legs)
  return Promise.all([pool, legs]).then(([covered, shared]) => quoteOf(priced, covered, shared))
}

function coverOf(
  rules: EndpointRules['cover'],
  question: PriceQuestion,
  { price, from }: { readonly price: Price; readonly from: number },
): Quote['pool'] | Promise<Quote['pool']> {
  for (let next = from; next < rules.length; next += 1) {
    const found = rules[next]?.cover(question, price) ?? null
    if (isPromise(found)) return found.then((pool) => pool ?? coverOf(rules, question, { price, from: next + 1 }))
    if (found) return found
  }
  return undefined
}

const NOBODY: readonly CommissionLeg[] = []

function legsOf(
  rules: EndpointRules['share'],
  question: PriceQuestion,
  price: Price,
): readonly CommissionLeg[] | Promise<readonly CommissionLeg[]> {
  const [only] = rules
  if (!only) return NOBODY
  if (rules.length === 1) return only.share(question, price)
  return Promise.all(rules.map((rule) => rule.share(question, price))).then((legs) => legs.flat())
}

const quoteOf = ({ base, price, adjustments }: Priced, pool: Quote['pool'], legs: Quote['legs']): Quote => ({
  price,
  source: base.source,
  version: base.version,
  legs,
  pool,
  volume: base.volume,
  adjustments,
})

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value
