import {
  type Account,
  type Accounts,
  type Clock,
  type Counters,
  decimal,
  exactDecimal,
  type Money,
  micro,
  minus,
  type Price,
  type PriceQuestion,
  type Pricing,
  type Quote,
  quoteFault,
  zero,
} from '@parakh/core'
import type { ExplainedLeg, ExplainedQuote, QuoteStep, Quotes } from '../contract/quotes.ts'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import type { CommissionMode } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import { slotText } from './create-prices.ts'
import { floorOf } from './floor.ts'
import { callsFor, ownPrice, type PriceListOptions, type PriceSources, superAdminOf } from './price-list-rule.ts'
import { requireSold } from './set-rules.ts'
import { type CommissionShare, paidOut, shareOf, sharesOf } from './shares.ts'
import type { SoldEndpoint, SoldNow } from './sold-endpoint.ts'
import { unlisted } from './unlisted.ts'
import { monthOf, volumeName } from './volumes.ts'

/** The options of `createQuotes`. */
export interface QuotesOptions extends PriceListOptions {
  /** The pricing of calls. */
  readonly pricing: Pricing
  readonly rates: Pick<CommissionRates, 'line'>
  readonly mode: CommissionMode
  readonly accounts: Pick<Accounts, 'get'>
  readonly counters: Counters
  readonly sold: SoldNow
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Explains prices: the charge comes from the host's pricing, as for a call, and each step shows a rule and its result.
 *
 * @example
 * const { price, steps } = await createQuotes(options).explain({ endpoint: 'pan-details', accountId, environment: 'production' })
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { cache, volumes, pricing, accounts, sold, clock } = options
  return {
    async explain({ endpoint: id, tier = null, accountId, environment }) {
      const endpoint = requireSold(await sold(), { endpoint: id, tier })
      const line = await options.rates.line(accountId)
      const account = await accounts.get(accountId)
      if (!account) throw new TypeError('the line of an account was read, and the account is not there')
      const at = clock.now()
      const { listedSource } = endpoint
      const listed = endpoint.listed ?? zero
      const question = { endpoint: id, tier, units: 1, account, environment, listed, listedSource, at }
      const quote = await pricing.quote(question)
      if (endpoint.listed === null && quote.source === endpoint.listedSource)
        throw resaleErrors.error('PRICE_COMPUTED', { endpoint: id })
      const fault = quoteFault(id, quote)
      if (fault) throw fault
      const pooled = await pays(options, question, quote)
      const shares = sharesOf(options.mode, line.slice(1))
      const commission = pooled ? [] : explainedLegs(shares, quote.price)
      const charged = pooled ? zero : quote.price
      const known = await cache.get()
      const sources = { known, volumes, current: unlisted(endpoint), counters: options.counters }
      const above = account.parentId === null ? [] : await known.sharesFrom(account.parentId)
      const owner = superAdminOf(above)
      const { steps, volume } = await priceSteps(sources, { question, endpoint, quote, owner })
      const paid = micro(commission.reduce((sum, { amount }) => sum + amount, 0))
      const platform = minus(charged, paid)
      const floor = floorOf({ lineBasisPoints: paidOut(shares), cost: endpoint.cost }) ?? zero
      return {
        ...{ endpoint: id, tier, accountId, environment, at, charged, commission, platform, floor, volume },
        ...{ price: quote.price, source: quote.source, version: quote.version, cost: endpoint.cost },
        steps: [
          ...steps,
          ...adjustmentSteps(quote),
          ...poolSteps(quote, pooled),
          ...commissionSteps(account, commission, pooled),
          platformStep(platform, charged),
          floorStep({ floor, shares, endpoint, price: quote.price }),
        ],
      }
    },
  }
}

const adjustmentSteps = ({ adjustments = [] }: Quote): readonly QuoteStep[] =>
  adjustments.map(({ price, label }) => ({
    rule: 'adjustment',
    applies: true,
    detail: `${label}: ${decimal(price)} INR`,
  }))

/** Whether a plan unit would pay now. */
async function pays(
  { counters }: QuotesOptions,
  { account, environment }: PriceQuestion,
  { pool }: Quote,
): Promise<boolean> {
  if (!pool) return false
  if (pool.limit === null) return true
  const { name, period } = pool
  return (await counters.value({ accountId: account.id, environment, name, period })) < pool.limit
}

/** Every level, including those without commission: users ask about these most. */
function explainedLegs(shares: readonly CommissionShare[], price: Price): readonly ExplainedLeg[] {
  return shares
    .filter(({ basisPoints }) => basisPoints > 0)
    .map(({ accountId, name, role, basisPoints, shareBasisPoints }) => ({
      ...{ accountId, name, role, basisPoints, shareBasisPoints },
      amount: shareOf(price, shareBasisPoints),
    }))
}

interface Explained {
  readonly question: PriceQuestion
  readonly endpoint: SoldEndpoint
  readonly quote: Quote
  /** The super admin above the account; null: none. */
  readonly owner: string | null
}

async function priceSteps(
  { counters, ...sources }: PriceSources & Pick<QuotesOptions, 'counters'>,
  { question, endpoint, quote, owner }: Explained,
): Promise<Pick<ExplainedQuote, 'steps' | 'volume'>> {
  const { account, environment, at } = question
  const prices = sources.known.book.of(endpoint)
  const calls = prices ? await callsFor(sources.volumes, { prices, owner }, question) : 0
  const counter = { name: volumeName(endpoint), period: monthOf(at) }
  const of = { accountId: account.id, environment, ...counter }
  // The current count; the count that a call uses may be up to a second older.
  const volume = prices?.byVolume ? { calls: await counters.value(of), period: counter.period } : null
  const counted = volume ? ` (${volume.calls} charged calls in ${volume.period})` : ''
  const found = prices?.find({ account, owner, at: at.getTime() }, calls) ?? null
  const superAdmin = found?.ownerAccountId ?? null
  const own = superAdmin === null ? null : await ownPrice(sources, question, superAdmin)
  const listStep = (rule: 'list' | 'account', nothing: string): QuoteStep => {
    const applies = quote.source === rule
    if (!found || found.price === null) return { rule, applies, detail: nothing }
    const since = found.validFrom.toISOString()
    const what = `${decimal(found.price)} INR for ${slotText(found)} since ${since}${counted} (price-${found.id})`
    const isRaised = own !== null && own.price > found.price
    const isOfFound = (found.accountId === null ? 'list' : 'account') === rule
    if (isRaised && (applies || isOfFound))
      return { rule, applies, detail: `${what}; its own price is more: ${decimal(own.price)} INR (${own.version})` }
    return { rule, applies, detail: applies ? what : nothing }
  }
  const steps: readonly QuoteStep[] = [
    pluginStep(endpoint, quote),
    configurationStep(endpoint, quote),
    listStep('list', listless(quote, `no price for ${account.role} or everybody is reached${counted}`)),
    listStep('account', 'the account has no price of its own'),
  ]
  return { steps, volume }
}

const listless = ({ source }: Quote, nothing: string): string =>
  source === 'account' ? "the account's own price goes before it" : nothing

function pluginStep({ listed, listedSource }: SoldEndpoint, { source }: Quote): QuoteStep {
  const own = listed === null ? 'computed for each request' : `${decimal(listed)} INR`
  const note = listedSource === 'default' ? ', a default to be confirmed' : ''
  return { rule: 'plugin', applies: source === 'plugin' || source === 'default', detail: `${own}${note}` }
}

function configurationStep({ configured }: SoldEndpoint, { source }: Quote): QuoteStep {
  const detail =
    configured === null ? 'pricing.overrides has none' : `pricing.overrides says ${decimal(configured)} INR`
  return { rule: 'configuration', applies: source === 'configuration', detail }
}

function poolSteps({ pool }: Quote, pooled: boolean): readonly QuoteStep[] {
  if (!pool) return []
  const detail = pooled
    ? `a unit of the pool pays (${pool.version}): nothing is charged, and nobody is paid on`
    : `the units of the pool are used up for ${pool.period}: the wallet pays`
  return [{ rule: 'pool', applies: pooled, detail }]
}

function commissionSteps(account: Account, legs: readonly ExplainedLeg[], pooled: boolean): readonly QuoteStep[] {
  if (legs.length > 0)
    return legs.map(({ accountId, name, role, basisPoints, shareBasisPoints, amount }) => {
      const share = `${percentText(shareBasisPoints)} % of ${percentText(basisPoints)} %`
      const detail = `${role} ${name} (${accountId}) is paid ${share}: ${exactDecimal(amount)} INR`
      return { rule: 'commission', applies: shareBasisPoints > 0, detail }
    })
  const why = account.parentId === null ? 'the account stands under nobody' : 'nobody above the account has a rate'
  return [{ rule: 'commission', applies: false, detail: pooled ? 'nobody is paid of a unit' : why }]
}

const platformStep = (platform: Money, charged: Money): QuoteStep => ({
  rule: 'platform',
  applies: platform > 0,
  detail: `${exactDecimal(platform)} INR of ${decimal(charged)} INR remain`,
})

function floorStep(of: {
  readonly floor: Money
  readonly shares: readonly CommissionShare[]
  readonly endpoint: SoldEndpoint
  readonly price: Money
}): QuoteStep {
  const { floor, shares, endpoint, price } = of
  const needs = `${percentText(paidOut(shares))} % for the line and ${decimal(endpoint.cost)} INR for the providers`
  const below = price < floor ? '; the price is below it' : ''
  return { rule: 'floor', applies: price < floor, detail: `${decimal(floor)} INR at least, for ${needs}${below}` }
}
