import analytics from '@parakh/analytics'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { describe, expect, it } from 'vitest'
import { EMPTY_ENGINES } from '../../../../test/databases.ts'
import { baselineSchema } from '../../../../test/plugin-stores.ts'

const FEATURES = [analytics, documents, funding, invoicing, plans, resale, webhooks]

describe.each(EMPTY_ENGINES)('the first migrations on %s', (engine, make) => {
  // The files are never written again (decision 0099): databases of users stand there. A change of the schema is a further migration.
  it('make what they made when they were frozen, of the platform and of every feature', async () => {
    const place = await make()
    const sets = FEATURES.flatMap(({ definition }) => definition.tables ?? [])
    const frozen = `../../test/frozen/baseline.${engine}.sql`
    await expect(await baselineSchema(place, sets)).toMatchFileSnapshot(frozen)
    await place.drop()
  })
})
