import { type ConsentQuery, type GivenConsent, ISSUED_DOCUMENTS, WITHDRAWN_CONSENTS } from '@parakh/core'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { eachEngine } from '../../test/each-engine.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { deleteOldRows } from '../usage/delete-old-rows.ts'
import { tracesOfCalls } from './of-calls.ts'
import { MOST_LOOKED_AT, pageConsents } from './page-consents.ts'

/** More than one look, so that a filter without an index goes on with the next page. */
const ROWS = MOST_LOOKED_AT + 1_000
const NOW = 1_000_000
/** The page alone is read, by the index and in its order: nothing is sorted before. */
const READ_BY = {
  pg: /CTE own\n\s*->\s+Limit\n\s*->\s+Index Scan Backward using parakh_(\w+)/,
  sqlite3: /^MATERIALIZE own\n(?:SCAN|SEARCH) parakh_consent USING INDEX parakh_(\w+)[^\n]*\nSCAN own/,
}
const Plan = z.union([
  z.array(z.object({ detail: z.string() })).transform((rows) => rows.map(({ detail }) => detail)),
  z
    .object({ rows: z.array(z.object({ 'QUERY PLAN': z.string() })) })
    .transform(({ rows }) => rows.map((row) => row['QUERY PLAN'])),
])

/** Two of ten calls are in the sandbox, every other is without a consent; of `rare` there is one, the first. */
function rowsOf(nth: number) {
  const reference = `call-${nth}`
  const environment = nth % 10 > 7 ? 'sandbox' : 'production'
  const of = { account_id: accountOf(nth), environment, reference, at: Math.floor(nth / 2) }
  const artefact = nth === 0 ? 'rare' : nth % 2 === 0 ? `ref-${nth % 50}` : ''
  return {
    consent: {
      ...{ ...of, subject: `k.person-${nth}`, subject_key: 'k', purpose: 'kyc', notice: '1', artefact, ip: '' },
      expires_at: nth === 2 ? NOW : null,
    },
    call: {
      ...{ ...of, key_id: nth === 0 ? 'rare-key' : 'key', endpoint: 'lookup', request_id: reference, fingerprint: '' },
      ...{ phase: 'answered', epoch: 1, owner: 'o', price_version: 'p', legs: '[]', lease_until: 0 },
    },
  }
}
/** One has few calls. */
const accountOf = (nth: number): string => (nth % 200 === 2 ? 'few' : `a-${nth % 3}`)
const isListed = (nth: number): boolean => nth % 2 === 0 && nth % 10 < 8

eachEngine('a page of consents', (database) => {
  const all = async (query: Partial<ConsentQuery>): Promise<{ readonly found: GivenConsent[]; pages: number }> => {
    const found: GivenConsent[] = []
    for (let cursor: string | null = null, pages = 1; ; pages += 1) {
      const page = await pageConsents(database(), { accountIds: null, limit: 1_000, ...query, cursor }, NOW)
      found.push(...page.items)
      if (page.next === null) return { found, pages }
      cursor = page.next
    }
  }
  const places = ({ found }: { readonly found: readonly GivenConsent[] }) => found.map(({ reference }) => reference)
  /** The plans of the statements that are sent. */
  const plansWhile = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const { knex, dialect } = database() as OpenedDatabase
    const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = []
    const listen = (statement: (typeof sent)[number]) => void sent.push(statement)
    knex.on('query', listen)
    await work()
    knex.off('query', listen)
    const explain = dialect === 'pg' ? 'explain (costs off)' : 'explain query plan'
    const plans: string[] = []
    for (const { sql, bindings } of sent)
      plans.push(
        Plan.parse(await knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, [...bindings] as string[])).join('\n'),
      )
    return plans
  }
  const plansOf = (query: Partial<ConsentQuery>) =>
    plansWhile(() => pageConsents(database(), { accountIds: null, cursor: null, limit: 20, ...query }, NOW))

  it('has those of production that a call was made under, newest first, each once, and those of its filters alone', async () => {
    const { knex, table } = database()
    const rows = Array.from({ length: ROWS }, (_, nth) => rowsOf(nth))
    await knex.batchInsert(
      table('call'),
      rows.map(({ call }) => call),
      60,
    )
    await knex.batchInsert(
      table('consent'),
      rows.map(({ consent }) => consent),
      60,
    )
    const record = { collection: WITHDRAWN_CONSENTS, environment: 'production', state: 'withdrawn', version: 1 }
    const times = { created_at: 77, updated_at: 77, value: Buffer.of(0) }
    await knex(table('record')).insert({ ...record, ...times, account_id: 'a-1', id: 'ref-4' })
    await knex(table('record')).insert({
      ...record,
      ...times,
      collection: ISSUED_DOCUMENTS,
      account_id: 'a-1',
      id: 'call-4.card',
    })
    // A table of one row is read whole by either database.
    const others = rows.map((_, nth) => ({
      ...record,
      ...times,
      collection: 'others',
      account_id: 'a-1',
      id: `${nth}`,
    }))
    await knex.batchInsert(table('record'), others, 60)
    await knex.raw('analyze')
    const listed = rows.map((_, nth) => nth).filter(isListed)
    const expected = listed.reverse().map((nth) => `call-${nth}`)
    expect(places(await all({}))).toEqual(expected)
    expect(places(await all({ accountIds: ['a-1'] }))).toEqual(
      expected.filter((id) => accountOf(Number(id.slice(5))) === 'a-1'),
    )
    expect(places(await all({ accountIds: ['a-1', 'a-2'] }))).toHaveLength(
      expected.filter((id) => ['a-1', 'a-2'].includes(accountOf(Number(id.slice(5))))).length,
    )
    expect(places(await all({ accountIds: [] }))).toEqual([])
    expect(places(await all({ artefact: 'ref-4' }))).toEqual(expected.filter((id) => Number(id.slice(5)) % 50 === 4))
    expect(places(await all({ from: new Date(1), until: new Date(3) }))).toEqual(['call-4', 'call-2'])
    expect(await all({ artefact: 'rare', keyId: 'rare-key' })).toMatchObject({
      found: [{ reference: 'call-0' }],
      pages: 1,
    })
    expect(places(await all({ endpoint: 'other' }))).toEqual([])
    await expect(pageConsents(database(), { accountIds: null, limit: 1, cursor: 'x' }, NOW)).rejects.toMatchObject({
      code: 'CURSOR_INVALID',
    })
  })

  it('says what became of each: withdrawn for its account, expired by now, or given', async () => {
    const withdrawn = await all({ state: 'withdrawn' })
    expect(places(withdrawn)).toEqual(places(await all({ artefact: 'ref-4', accountIds: ['a-1'] })))
    expect(withdrawn.found[0]).toMatchObject({ accountId: 'a-1', withdrawnAt: new Date(77), state: 'withdrawn' })
    expect((await all({ state: 'expired' })).found).toMatchObject([{ reference: 'call-2', expiresAt: new Date(NOW) }])
    const given = (await all({ state: 'given' })).found.length
    expect(given).toBe((await all({})).found.length - withdrawn.found.length - 1)
  })

  it('is read by the index by time, account or reference, and no table is read whole', async () => {
    const asked = { consent_by_time: {}, consent_by_artefact: { artefact: 'rare' } }
    for (const [index, query] of Object.entries(asked)) {
      const [plan = ''] = await plansOf(query)
      expect(READ_BY[(database() as OpenedDatabase).dialect].exec(plan)?.[1], plan).toBe(index)
      expect(plan).not.toMatch(/Seq Scan|SCAN call|SCAN withdrawn/)
    }
    // Of an account with few rows PostgreSQL reads them all.
    const [plan] = await plansOf({ accountIds: ['few'] })
    expect(plan).toContain('consent_of_account')
    expect(plan).not.toMatch(/Seq Scan|SCAN call|SCAN withdrawn/)
    for (const plan of await plansOf({ state: 'withdrawn', keyId: 'rare-key' })) expect(plan).not.toMatch(/Seq Scan/)
  })

  it('beside it, whom calls were about is read by their references, each of its own wallet alone', async () => {
    const references = [4, 10, 13].map((nth) => `call-${nth}`)
    const of = { accountId: 'a-1', environment: 'production' } as const
    const traces = await tracesOfCalls(database(), of, references)
    expect([...traces]).toEqual([
      ['call-4', { subjects: ['k.person-4'], documents: ['call-4.card'] }],
      ['call-10', { subjects: ['k.person-10'], documents: [] }],
      ['call-13', { subjects: ['k.person-13'], documents: [] }],
    ])
    expect(await tracesOfCalls(database(), { ...of, accountId: 'a-2' }, references)).toEqual(new Map())
    const [people, documents] = await plansWhile(() => tracesOfCalls(database(), of, references))
    expect(people).toContain('consent_of_call')
    expect(`${people}${documents}`).not.toMatch(/Seq Scan|SCAN parakh/)
  })

  it('has no row of a call from before the retention, and all others', async () => {
    const { table } = database()
    const dropped = await deleteOldRows(database(), table('consent'), 600)
    expect(dropped).toBe(1_200)
    expect(places(await all({})).at(-1)).toBe('call-1200')
    expect(await deleteOldRows(database(), table('consent'), 600)).toBe(0)
  })
})
