import { Resolver } from 'node:dns'
import type { TxtRecords } from '../contract/txt-records.ts'

const TRY_MS = 2_000
const TRIES = 2

/**
 * The TXT records that the name servers of this machine know.
 *
 * @param servers Other name servers, as `address` or `address:port`. Default: those of the machine.
 */
export function systemTxtRecords(servers?: readonly string[]): TxtRecords {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return {
    find: (name) =>
      new Promise((resolve, reject) => {
        // A record is a list of strings of at most 255 bytes, which are one text.
        resolver.resolveTxt(name, (error, records) =>
          error ? reject(error) : resolve(records.map((parts) => parts.join(''))),
        )
      }),
  }
}
