import { createHmac } from 'node:crypto'
import { type Subjects, subjectText } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'
import { notInMemory } from './not-in-memory.ts'

const KEY_ID = 'test'

/** The index of people in memory, under one fixed key. A cursor is how many calls came before. */
export function memorySubjects({ tables }: Pick<MemoryParts, 'tables'>): Subjects {
  const subjectOf = (identifier: string): string =>
    `${KEY_ID}.${createHmac('sha256', 'a subject key for tests').update(subjectText(identifier)).digest('base64url')}`
  const { kept, erase, erasures, unerased } =
    notInMemory<Pick<Subjects, 'erase' | 'erasures' | 'kept' | 'unerased'>>('erasures of people')
  const { consents, ofCalls } = notInMemory<Pick<Subjects, 'consents' | 'ofCalls'>>('lists of consents')
  return {
    ...{ kept, erase, erasures, unerased, consents, ofCalls },
    async purge(before) {
      const kept = tables.consents.filter(({ at }) => at >= before)
      return tables.consents.splice(0, tables.consents.length, ...kept).length - kept.length
    },
    hashes: (identifier) => [subjectOf(identifier)],
    hash: (identifier) => ({ subject: subjectOf(identifier), subjectKey: KEY_ID }),
    async find(identifier, { cursor, limit }) {
      const subject = subjectOf(identifier)
      const found = tables.consents.filter((row) => row.subject === subject).reverse()
      const start = Number(cursor ?? 0)
      const end = start + limit
      const items = found.slice(start, end).flatMap(({ reference, purpose, notice, artefact, at }) => {
        const call = tables.calls.get(reference)
        if (!call) return []
        const { accountId, environment, keyId, endpoint, phase, status } = call
        const isKept = tables.responses.has(reference) || tables.inputs.has(reference)
        return [
          {
            ...{ accountId, environment, reference, keyId, endpoint, purpose, notice, artefact },
            ...{ at: new Date(at), phase, status, isKept },
          },
        ]
      })
      return { items, next: end < found.length ? String(end) : null }
    },
  }
}
