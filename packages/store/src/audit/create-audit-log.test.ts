import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { appendAudit } from './append-audit.ts'
import { createAuditLog } from './create-audit-log.ts'

eachEngine('the audit log', (database) => {
  const parts = { clock: manualClock(), ids: sequentialIds() }
  const audit = () => createAuditLog({ database: database(), ...parts })
  const rows = () => database().knex(database().table('audit'))
  const entry = {
    ...{ actor: 'Asha', action: 'price.set', subject: 'price/lookup', accountId: null },
    ...{ before: null, after: { price: '5.50' } },
  }

  it('refuses that an entry is changed or removed', async () => {
    const written = await audit().append(entry)
    await expect(rows().where({ id: written.id }).update({ actor: 'Ravi' })).rejects.toThrow('appended to only')
    await expect(rows().where({ id: written.id }).delete()).rejects.toThrow('appended to only')
    expect((await audit().list({ accountIds: null, cursor: null, limit: 10 })).items).toEqual([written])
  })

  it('has nothing of a change that was rolled back', async () => {
    const before = await audit().list({ accountIds: null, cursor: null, limit: 10 })
    const failing = database().write(async (transaction) => {
      await appendAudit(transaction, database(), { ...entry, id: parts.ids.next(), at: parts.clock.now() })
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect(await audit().list({ accountIds: null, cursor: null, limit: 10 })).toEqual(before)
  })

  it('lists the entries of a time', async () => {
    const asked = { accountIds: null, actor: 'Timed', cursor: null, limit: 10 }
    const early = await audit().append({ ...entry, actor: 'Timed' })
    parts.clock.advance(1_000)
    const late = await audit().append({ ...entry, actor: 'Timed' })
    const listed = async (time: { from?: Date; until?: Date }) => (await audit().list({ ...asked, ...time })).items
    expect(await listed({})).toEqual([late, early])
    expect(await listed({ from: late.at })).toEqual([late])
    expect(await listed({ from: early.at, until: late.at })).toEqual([early])
  })

  it('refuses a cursor that it did not give', async () => {
    const list = audit().list({ accountIds: null, cursor: 'x', limit: 10 })
    await expect(list).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
  })
})
