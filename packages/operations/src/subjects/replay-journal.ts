import { AuditLog, coreErrors, defineOperation, Erasers, ErasureJournal, optional, Subjects } from '@parakh/core'
import * as z from 'zod'
import { eraseElsewhere } from './erase-elsewhere.ts'

/** `subjects.replay-journal`. Without a scope: it belongs to a restore, and who restores has the machine. */
export const replayJournal = defineOperation({
  id: 'subjects.replay-journal',
  effect: 'write',
  summary: 'Erase again, after a restore, whom the erasure journal lists; may be run again',
  scope: null,
  input: z.object({}),
  output: z.object({
    erasures: z.int().describe('Lines of the journal'),
    erased: z.int().describe('Calls that this run has erased'),
    waiting: z
      .array(z.string())
      .describe('Calls that the backup has open, by their references: run it again when they have ended'),
  }),
  whose: 'operators',
  command: {
    text: ({ erasures, erased, waiting }) =>
      [
        `${erasures} erasures of the journal were replayed: ${erased} calls were erased.`,
        ...(waiting.length === 0
          ? []
          : [`${waiting.length} calls are open still, run it again when they have ended: ${waiting.join(', ')}`]),
      ].join('\n'),
  },
  needs: { audit: AuditLog, erasers: Erasers, journal: optional(ErasureJournal), subjects: Subjects },
  async handle({ actor, audit, erasers, journal, subjects }) {
    if (!journal) throw coreErrors.error('ERASURE_JOURNAL_ABSENT')
    const erasures = await journal.read()
    const waiting = new Set<string>()
    let erased = 0
    for (const { subjects: hashes, at } of erasures) {
      const ended = await subjects.erase({
        ...{ subjects: hashes, actor, until: at, elsewhere: eraseElsewhere(erasers) },
      })
      erased += ended.calls
      for (const reference of ended.waiting) waiting.add(reference)
    }
    const after = { erasures: erasures.length, erased, waiting: waiting.size }
    await audit.append({
      ...{ actor, action: 'subject.replay-journal', subject: 'subjects', accountId: null, before: null, after },
    })
    return { erasures: erasures.length, erased, waiting: [...waiting] }
  },
})
