import { describe, expect, it } from 'vitest'
import { databaseSchemaFor } from './database-section.ts'

const check = (value: unknown) => databaseSchemaFor(value).safeParse(value)
const faults = (value: unknown) =>
  Object.fromEntries((check(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
const POSTGRES = { client: 'pg', connection: 'postgres://db/parakh' }

describe('database.connection', () => {
  it('names one host: a list of hosts and target_session_attrs are of libpq alone', () => {
    for (const connection of [
      'postgres://user:secret@one:5432,two:5432/parakh',
      'postgresql://one,two/parakh?target_session_attrs=read-write',
      'postgres://one/parakh?sslmode=require&target_session_attrs=read-write',
    ])
      expect(faults({ ...POSTGRES, connection })).toEqual({
        connection: expect.stringContaining('must name one host'),
      })
    for (const connection of [
      'postgres://one:5432/parakh?sslmode=require',
      'postgres://one/a,b',
      'postgres://user:a,b@one/parakh',
      '/run/postgresql parakh',
    ])
      expect(check({ ...POSTGRES, connection }).success).toBe(true)
  })
})

describe('database.timeouts', () => {
  const NAMES = ['statementMs', 'lockMs', 'idleInTransactionMs', 'connectMs', 'acquireMs']

  it.each(NAMES)('accepts %s from 100 ms to 10 minutes, as a number or text, and keeps other defaults', (name) => {
    for (const [given, taken] of [
      [100, 100],
      ['2500', 2_500],
      [600_000, 600_000],
    ])
      expect(check({ ...POSTGRES, timeouts: { [name]: given } }).data).toEqual({
        ...POSTGRES,
        timeouts: { [name]: taken },
      })
  })

  it.each(NAMES)('refuses an invalid %s, with the allowed values', (name) => {
    const of = (value: unknown) => faults({ ...POSTGRES, timeouts: { [name]: value } })
    const path = `timeouts.${name}`
    expect(of(99)).toEqual({ [path]: expect.stringContaining('100') })
    expect(of(0)).toEqual({ [path]: expect.stringContaining('100') })
    expect(of(600_001)).toEqual({ [path]: expect.stringContaining('600000') })
    expect(of(1.5)).toEqual({ [path]: expect.stringContaining('int') })
    expect(of('5s')).toEqual({ [path]: expect.stringContaining('number') })
    expect(of(null)).toEqual({ [path]: expect.stringContaining('number') })
  })

  it('may be left out', () => {
    expect(check(POSTGRES).data).toEqual(POSTGRES)
  })

  it('refuses unknown timeouts, and any timeout on SQLite', () => {
    expect(faults({ ...POSTGRES, timeouts: { queryMs: 500 } })).toEqual({
      timeouts: expect.stringContaining('queryMs'),
    })
    const sqlite = { client: 'sqlite3', filename: 'a.db' }
    expect(faults({ ...sqlite, timeouts: { lockMs: 500 } })).toEqual({ '': expect.stringContaining('timeouts') })
  })
})
