import type { CheckedConfig } from '@parakh/server/host'
import * as z from 'zod'
import { fewDays } from './certificate.ts'
import { reach } from './connect.ts'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const WithAddress = z.object({ baseUrl: z.url({ protocol: /^https?$/ }) })

/** The hosts of the sources that the configuration describes, by plugin, each once. */
export function sourceAddresses({
  plugins,
}: Pick<CheckedConfig, 'plugins'>): readonly { plugin: string; address: string }[] {
  const found = plugins.flatMap(({ id, options }) =>
    [options['live']].flat().flatMap((live) => {
      const parsed = WithAddress.safeParse(live)
      return parsed.success ? [{ plugin: id, address: new URL(parsed.data.baseUrl).origin }] : []
    }),
  )
  return [...new Map(found.map((one) => [`${one.plugin} ${one.address}`, one])).values()]
}

/** Whether the sources of production can be reached, and how long their certificates hold. Nothing is sent to them. */
export async function sourceFindings(config: Pick<CheckedConfig, 'plugins'>, now: Date): Promise<readonly Finding[]> {
  const addresses = sourceAddresses(config)
  if (addresses.length === 0)
    return [
      notSeen(
        'sources',
        'No source is described in the configuration',
        'Lookups without one answer in the sandbox only: parakh plugins list',
      ),
    ]
  return await Promise.all(
    addresses.map(async ({ plugin, address }) => {
      const reached = await reach(address)
      const what = `${plugin}: ${address}`
      if (reached.kind === 'failed')
        return toDo(
          'sources',
          `${what} is not reached: ${reached.reason}`,
          'Look at baseUrl, DNS and the firewall; then parakh upstream test',
        )
      const days = fewDays(reached.certificateUntil, now)
      return days === null
        ? fine('sources', `${what} is reached`)
        : toDo('sources', `${what}: its certificate holds for ${days} days`, 'Tell the source.')
    }),
  )
}
