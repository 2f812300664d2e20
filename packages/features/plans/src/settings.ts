import { type Composition, defineSettings, didYouMean, type PluginFault, Price, zero } from '@parakh/core'
import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { FREE_PLAN, PLAN_FEATURES, type Plan } from './contract.ts'
import { DEFAULT_FAIR_USE, type PlanCatalogue, PUBLISHED_CATALOGUE, PUBLISHED_PLANS } from './rules/catalogue.ts'

/** The largest pool: its hundredfold is still an exact integer. */
const MOST_REQUESTS = 1_000_000_000

const PlanId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, a letter first')
const PlanSchema = z.strictObject({
  name: z.string().min(1).max(80).optional().describe('The displayed name; default: its id'),
  pricePerMonth: Price.optional().describe(
    'Rupees per month, from the day of the subscription to the same day of the next month in India',
  ),
  pooledRequests: z
    .union([wholeNumber(0, MOST_REQUESTS), z.literal('unlimited')])
    .optional()
    .describe('Production calls per period that the plan includes; unlimited: up to fairUse'),
  fairUse: wholeNumber(1, MOST_REQUESTS)
    .optional()
    .describe('Monthly calls that an unlimited plan includes before the wallet pays; default 1000000'),
  features: z
    .array(z.enum(PLAN_FEATURES))
    .optional()
    .describe("The plan's features; default for a published plan: as published"),
  endpoints: z.array(z.string()).optional().describe('Ids of the endpoints that the pool pays for; default: all'),
})
type GivenPlan = z.output<typeof PlanSchema>

/**
 * The plans of a host (decisions.md section 10), by id. Fields that are omitted for a published plan (`developer`, `starter`,
 * `enterprise`) are as published; null: not offered. Where they are given, features are enforced.
 */
const Offered = z
  .record(PlanId, PlanSchema.nullable())
  .superRefine((plans, context) => {
    for (const [id, plan] of Object.entries(plans))
      for (const { key, message } of misfitsOf(id, plan))
        context.addIssue({ code: 'custom', path: key === null ? [id] : [id, key], message })
  })
  .describe(
    'Plans by id; the published ones are offered too, unless they are null. With it, features are enforced; without it they are not',
  )

/** The section of the plugin. */
export const PlanSettings = defineSettings('plans', z.object({ offered: Offered.optional() }))
/** The plans of the section. */
export type OfferedPlans = z.output<typeof Offered>

interface Misfit {
  readonly key: keyof GivenPlan | null
  readonly message: string
}

function misfitsOf(id: string, plan: GivenPlan | null): readonly Misfit[] {
  if (id === FREE_PLAN) return freePlanMisfits(plan)
  if (!plan)
    return isPublished(id) ? [] : [{ key: null, message: 'must be a plan: only a published plan can be left out' }]
  const misfits: Misfit[] = []
  const missing = (key: keyof GivenPlan, what: string) => {
    if (!isPublished(id) && plan[key] === undefined) misfits.push({ key, message: `is missing: ${what}` })
  }
  missing('pricePerMonth', 'rupees per month, such as 999')
  missing('pooledRequests', 'a number of calls a month, or unlimited')
  const unlimited = (plan.pooledRequests ?? (publishedPlan(id)?.unlimited ? 'unlimited' : 0)) === 'unlimited'
  if (plan.fairUse !== undefined && !unlimited)
    misfits.push({ key: 'fairUse', message: 'is for plans whose pooledRequests are unlimited' })
  return misfits
}

/** The free plan has no subscription, so it can have neither a price nor a pool. */
function freePlanMisfits(plan: GivenPlan | null): readonly Misfit[] {
  if (!plan) return [{ key: null, message: 'must be a plan: accounts without a subscription have it' }]
  const misfits: Misfit[] = []
  const free = 'the plan of accounts without a subscription'
  if (plan.pricePerMonth !== undefined && plan.pricePerMonth !== 0)
    misfits.push({ key: 'pricePerMonth', message: `must be 0: it is ${free}` })
  if (plan.pooledRequests !== undefined && plan.pooledRequests !== 0)
    misfits.push({ key: 'pooledRequests', message: `must be 0: it is ${free}` })
  if (plan.fairUse !== undefined) misfits.push({ key: 'fairUse', message: `must not be given: it is ${free}` })
  return misfits
}

const publishedPlan = (id: string): Plan | undefined => PUBLISHED_PLANS.find((plan) => plan.id === id)
const isPublished = (id: string): boolean => publishedPlan(id) !== undefined

/** The plans of a host, the cheapest first. @param plans Undefined: the published ones, without enforcement. */
export function planCatalogue(plans: OfferedPlans | undefined): PlanCatalogue {
  if (!plans) return PUBLISHED_CATALOGUE
  const ids = new Set([...PUBLISHED_PLANS.map(({ id }) => id), ...Object.keys(plans)])
  const offered = [...ids].flatMap((id) => {
    const given = plans[id]
    return given === null ? [] : [planOf(id, given ?? {})]
  })
  return { offered: offered.sort((a, b) => a.pricePerMonth - b.pricePerMonth), gated: true }
}

function planOf(id: string, given: GivenPlan): Plan {
  const published = publishedPlan(id)
  return {
    id,
    name: given.name ?? published?.name ?? id,
    pricePerMonth: given.pricePerMonth ?? published?.pricePerMonth ?? zero,
    ...poolOf(given, published),
    features: given.features ?? published?.features ?? [],
    endpoints: given.endpoints ?? published?.endpoints ?? null,
  }
}

function poolOf(
  { pooledRequests, fairUse }: GivenPlan,
  published: Plan | undefined,
): Pick<Plan, 'limit' | 'unlimited'> {
  const unlimited = pooledRequests === undefined ? published?.unlimited === true : pooledRequests === 'unlimited'
  if (unlimited) return { limit: fairUse ?? DEFAULT_FAIR_USE, unlimited }
  return { limit: typeof pooledRequests === 'number' ? pooledRequests : (published?.limit ?? 0), unlimited }
}

/** Faults: endpoints of plans that no plugin has. */
export function planFaults(
  { offered = {} }: { readonly offered?: OfferedPlans | undefined },
  { endpoints }: Pick<Composition, 'endpoints'>,
): readonly PluginFault[] {
  const known = endpoints.map(({ id }) => id)
  return Object.entries(offered).flatMap(([id, plan]) =>
    (plan?.endpoints ?? []).flatMap((endpoint, index) =>
      known.includes(endpoint)
        ? []
        : {
            path: `offered.${id}.endpoints.${index}`,
            message: `no plugin has the endpoint "${endpoint}"${didYouMean(endpoint, known)}`,
            allowed: known.join(', '),
          },
    ),
  )
}
