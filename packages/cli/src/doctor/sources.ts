import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { SourceTlsSchema } from '@parakh/core'
import type { CheckedConfig } from '@parakh/server/host'
import * as z from 'zod'
import { fewDays } from './certificate.ts'
import { reach } from './connect.ts'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const Url = z.url({ protocol: /^https?$/ })
const Described = z.object({
  baseUrl: Url,
  oauth2: z.object({ tokenUrl: Url }).optional(),
  tls: SourceTlsSchema.optional(),
})
type Configured = Pick<CheckedConfig, 'plugins' | 'folder'>
/** A host that lookups need: of a source, or of its tokens. */
interface SourceAddress {
  readonly plugin: string
  readonly address: string
  readonly tls: ConnectionOptions
}

/** The hosts of the sources that the configuration describes, and of their tokens, by plugin, each once. */
function sourceAddresses({ plugins, folder }: Configured): readonly SourceAddress[] {
  const found = plugins.flatMap(({ id, options }) =>
    [options['live']].flat().flatMap((live) => {
      const { data } = Described.safeParse(live)
      if (!data) return []
      const tls = tlsOf(folder, data.tls)
      const urls = [data.baseUrl, ...(data.oauth2 ? [data.oauth2.tokenUrl] : [])]
      return urls.map((url) => ({ plugin: id, address: new URL(url).origin, tls }))
    }),
  )
  return [...new Map(found.map((one) => [`${one.plugin} ${one.address}`, one])).values()]
}

/** The files were read once when the configuration was checked. */
function tlsOf(folder: string, tls: z.output<typeof SourceTlsSchema> = {}): ConnectionOptions {
  const { certificate, key, passphrase, ca } = tls
  const read = (file: string): string => readFileSync(resolve(folder, file), 'utf8')
  return {
    ...(certificate && key ? { cert: read(certificate), key: read(key) } : {}),
    ...{ ...(passphrase ? { passphrase } : {}), ...(ca ? { ca: read(ca) } : {}) },
  }
}

/** Whether the sources of production can be reached, and how long their certificates hold. Nothing is sent to them. */
export async function sourceFindings(config: Configured, now: Date): Promise<readonly Finding[]> {
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
    addresses.map(async ({ plugin, address, tls }) => {
      const reached = await reach(address, tls)
      const what = `${plugin}: ${address}`
      if (reached.kind === 'failed')
        return toDo(
          'sources',
          `${what} is not reached: ${reached.reason}`,
          'Look at baseUrl, or tokenUrl, DNS and the firewall; then parakh upstream test',
        )
      const days = fewDays(reached.certificateUntil, now)
      return days === null
        ? fine('sources', `${what} is reached`)
        : toDo('sources', `${what}: its certificate holds for ${days} days`, 'Tell the source.')
    }),
  )
}
