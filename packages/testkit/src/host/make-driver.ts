import type { Driver } from '@parakh/core'
import * as z from 'zod'

/**
 * Makes the part of a driver as a host does, for the suites: its options are parsed by the driver's schema.
 *
 * @param options As they are written in a configuration, without `use`.
 * @param given What the driver's `needs` name, by the same names; and `name`, that of the instance: `test` unless given.
 * @throws ZodError for options that the schema refuses, and keys that it does not know.
 * @example
 * testGateway('acme-pay', { gateway: await makeDriver(acmePay, { webhookSecret: SECRET }), sign, samples })
 */
export async function makeDriver<T, In>(
  driver: Driver<T, In>,
  options: In,
  given: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const parsed = (driver.options ?? z.object({})).strict().parse(options)
  // A driver forgets the types of its context; what it makes is of its point's type.
  return (await driver.make({ name: 'test', ...given, options: parsed } as never)) as T
}
