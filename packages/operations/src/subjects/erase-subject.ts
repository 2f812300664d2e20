import {
  AuditLog,
  Clock,
  defineOperation,
  Erasers,
  ErasureJournal,
  Ids,
  optional,
  Retention,
  Subjects,
} from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { subjectsErase } from '../scopes.ts'
import { eraseElsewhere } from './erase-elsewhere.ts'
import { requireMayErase } from './keep-by-law.ts'
import { auditedSubject, PRIVATE, SubjectField } from './subject-field.ts'

const ErasureView = z.object({
  erasure_id: z.string(),
  at: Moment,
  actor: z.string().describe('By whom'),
  calls: z.int().describe('How many calls'),
})

/** `subjects.erase` */
export const eraseSubject = defineOperation({
  id: 'subjects.erase',
  effect: 'write',
  summary: 'Erase what is kept of a person: answers, inputs, documents, events, and whom the calls were about',
  scope: subjectsErase,
  stepUp: true,
  path: '/subjects/erase',
  input: z.object({ identifier: SubjectField }),
  output: z.object({
    erased: z.int().describe('Calls that this run has erased'),
    waiting: z
      .array(z.string())
      .describe(
        'Calls that are not settled, or whose order is open, by their references: erase again when they have ended',
      ),
    erasures: z.array(ErasureView).describe('The proofs of all erasures of this person, the last one included'),
  }),
  errors: { ERASURE_REFUSED: 409 },
  whose: 'operators',
  command: {
    positional: ['identifier'],
    options: PRIVATE,
    text: ({ erased, waiting, erasures }) =>
      [
        `${erased} calls were erased. There are ${erasures.length} proofs of erasure of this person.`,
        ...(waiting.length === 0
          ? []
          : [`${waiting.length} calls are open still, erase again when they have ended: ${waiting.join(', ')}`]),
      ].join('\n'),
    fails: ({ waiting }) => waiting.length > 0,
  },
  needs: {
    ...{ audit: AuditLog, clock: Clock, erasers: Erasers, ids: Ids, journal: optional(ErasureJournal) },
    ...{ retention: Retention, subjects: Subjects },
  },
  async handle({ input: { identifier }, actor, audit, clock, erasers, ids, journal, retention, subjects }) {
    const at = clock.now()
    await requireMayErase({ retention, subjects }, { identifier, now: at.getTime() })
    const hashes = subjects.hashes(identifier)
    const { items } = await subjects.find(identifier, { cursor: null, limit: 1 })
    // On disk before anything is gone: an erasure that only the database knows ends with a restore.
    if (items.length > 0) await journal?.append({ id: ids.next(), at, subjects: hashes })
    const elsewhere = eraseElsewhere(erasers)
    const { erasureId, calls, waiting } = await subjects.erase({ subjects: hashes, actor, elsewhere })
    await audit.append({
      ...{
        actor,
        action: 'subject.erase',
        subject: auditedSubject(subjects, identifier),
        accountId: null,
        before: null,
      },
      after: { erasure_id: erasureId, calls, waiting: waiting.length },
    })
    const erasures = await subjects.erasures(identifier)
    return {
      ...{ erased: calls, waiting: [...waiting] },
      erasures: erasures.map(({ id, at, actor, calls }) => ({ erasure_id: id, at: moment(at), actor, calls })),
    }
  },
})
