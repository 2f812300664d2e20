import { AuditLog, defineOperation, type KeptCall, PAGE_FIELDS, pageOf, presentPage, Subjects } from '@parakh/core'
import * as z from 'zod'
import { subjectsExport } from '../scopes.ts'
import { LookupView, presentLookup } from './find-subject.ts'
import { auditedSubject, PRIVATE, SubjectField } from './subject-field.ts'

const KeptView = LookupView.extend({
  answer: z.unknown().describe('Its answer as it was sent; null once it is dropped'),
  input: z.unknown().describe('The request of a write, kept while it may be asked about; null: none is'),
  records: z
    .array(z.object({ collection: z.string(), id: z.string(), value: z.unknown() }))
    .describe('What plugins keep of it, such as an order, and its documents'),
})

/** JSON as it is, and any other text as text. */
function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const presentKept = ({ answer, input, records, ...lookup }: KeptCall): z.input<typeof KeptView> => ({
  ...presentLookup(lookup),
  answer: answer === null ? null : readable(answer),
  input: input === null ? null : readable(input),
  records: records.map(({ collection, id, value }) => ({ collection, id, value: readable(value) })),
})

/** `subjects.export` */
export const exportSubject = defineOperation({
  id: 'subjects.export',
  effect: 'write',
  summary: 'Export what is kept of a person, decrypted: who looked the person up, answers, inputs and documents',
  scope: subjectsExport,
  stepUp: true,
  path: '/subjects/export',
  input: z.object({ identifier: SubjectField, ...PAGE_FIELDS }),
  output: pageOf(KeptView),
  whose: 'operators',
  command: {
    positional: ['identifier'],
    options: PRIVATE,
    rows: 'calls',
    all: true,
    text: ({ items }) =>
      `${items.length} calls are about this person. With --out FILE they are written, with --json printed.`,
    out: {
      ...{ formats: ['json'], private: true },
      make: async ({ items }) => new TextEncoder().encode(`${JSON.stringify({ calls: items }, null, 2)}\n`),
    },
  },
  needs: { audit: AuditLog, subjects: Subjects },
  async handle({ input: { identifier, cursor = null, limit }, actor, audit, subjects }) {
    const kept = await subjects.kept(identifier, { cursor, limit })
    await audit.append({
      ...{ actor, action: 'subject.export', subject: auditedSubject(subjects, identifier), accountId: null },
      ...{ before: null, after: { calls: kept.items.length } },
    })
    return presentPage(kept, presentKept)
  },
})
