import { Clock, Pricing, priceOf, type Service, service } from '@parakh/core'
import type { RigSettings } from './server-settings.ts'

/** What the module of `RigSettings.services` exports. */
export type RigServices = (settings: RigSettings) => readonly Service[] | Promise<readonly Service[]>

/** A clock whose time of day is off: what a process on a machine without NTP has. */
const skewedClock = (skewMs: number): Clock => ({
  now: () => new Date(Date.now() + skewMs),
  monotonicMs: () => performance.now(),
})

/** Pays the same legs of every charge. */
const payingOn = (legs: NonNullable<RigSettings['legs']>): Pricing => ({
  quote: ({ listed, listedSource }) => ({
    price: listed,
    source: listedSource,
    version: 'rig-1',
    legs: listed === 0 ? [] : legs.map(({ accountId, amount }) => ({ accountId, amount: priceOf(amount) })),
  }),
})

/** The services of a server of the rig that are not the defaults. */
export async function rigServices(settings: RigSettings): Promise<readonly Service[]> {
  const { clockSkewMs, legs, services } = settings
  const own: Service[] = []
  if (clockSkewMs !== undefined) own.push(service(Clock, {}, () => skewedClock(clockSkewMs)))
  if (legs) own.push(service(Pricing, {}, () => payingOn(legs)))
  if (services === undefined) return own
  const module: { readonly default: RigServices } = await import(services)
  return [...own, ...(await module.default(settings))]
}
