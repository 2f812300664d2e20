import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CheckedConfig } from '@parakh/server/host'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const GIB = 2 ** 30
/** SQLite needs room for its log and for a backup beside it. */
const LEAST_GIB = 2
const LEAST_SHARE = 0.1

/** How much room the database's disk has. That of PostgreSQL is its own machine's. */
export async function diskFindings({ database }: Pick<CheckedConfig, 'database'>): Promise<readonly Finding[]> {
  if (!database || !('filename' in database))
    return [
      notSeen(
        'disk',
        'The disk of PostgreSQL is not seen from here',
        'Watch it on its machine: a full one refuses every call.',
      ),
    ]
  const folder = dirname(database.filename)
  if (!existsSync(folder)) return [notSeen('disk', `${folder} is not there yet`, 'parakh migrate')]
  const { bavail, blocks, bsize } = await statfs(folder)
  const [freeGib, share] = [(bavail * bsize) / GIB, bavail / blocks]
  const found = `${freeGib.toFixed(1)} GiB are free at ${folder}, ${Math.round(share * 100)} % of its disk`
  return freeGib < LEAST_GIB || share < LEAST_SHARE
    ? [
        toDo(
          'disk',
          found,
          `Make room, or lower retention.usageDays: below ${LEAST_GIB} GiB or ${LEAST_SHARE * 100} % it may fill, and then every call is refused (503).`,
        ),
      ]
    : [fine('disk', found)]
}
