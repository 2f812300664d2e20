import type { RecordRow } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { SharedReader } from './shared-reader.ts'

const at = new Date(0)
const rowOf = (id: string): RecordRow => ({
  id,
  state: 'kept',
  version: 1,
  value: `"${id}"`,
  createdAt: at,
  updatedAt: at,
})

describe('SharedReader', () => {
  it('reads what is asked for meanwhile in one statement, and each id once', async () => {
    const asked: (readonly string[])[] = []
    const reader = new SharedReader(async (ids) => {
      asked.push(ids)
      await new Promise((resolve) => setImmediate(resolve))
      return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, rowOf(id)]))
    })
    const found = await Promise.all(['a', 'b', 'gone', 'b', 'c'].map((id) => reader.get(id)))
    expect(found.map((record) => record?.id ?? null)).toEqual(['a', 'b', null, 'b', 'c'])
    expect(asked).toEqual([['a'], ['b', 'gone', 'c']])
    expect(await reader.get('a')).toEqual(rowOf('a'))
  })

  it('tells those who wait of a failure, and goes on', async () => {
    let fails = true
    const reader = new SharedReader(async (ids) => {
      if (fails) throw new Error('the database is away')
      return new Map(ids.map((id) => [id, rowOf(id)]))
    })
    const outcomes = await Promise.allSettled([reader.get('a'), reader.get('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await reader.get('a')).toEqual(rowOf('a'))
  })
})
