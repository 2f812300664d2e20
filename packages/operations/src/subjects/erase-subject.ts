import { AuditLog, Clock, defineOperation, Erasers, Retention, Subjects } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { subjectsErase } from '../scopes.ts'
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
  needs: { audit: AuditLog, clock: Clock, erasers: Erasers, retention: Retention, subjects: Subjects },
  async handle({ input: { identifier }, actor, audit, clock, erasers, retention, subjects }) {
    await requireMayErase({ retention, subjects }, { identifier, now: clock.now().getTime() })
    const { erasureId, calls, waiting } = await subjects.erase({
      ...{ subjects: subjects.hashes(identifier), actor },
      async elsewhere(erased) {
        for (const eraser of erasers.values()) await eraser.erase(erased)
      },
    })
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
