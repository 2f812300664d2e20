import {
  Accounts,
  AdminTokens,
  AuditLog,
  Clock,
  defineOperation,
  invalidInput,
  Keys,
  notFound,
  operationFile,
  optional,
  PeopleAccess,
  Subjects,
  Usage,
  UsageLog,
} from '@parakh/core'
import { MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { breachExport } from '../scopes.ts'
import { type BreachLine, breachBytes } from './breach-line.ts'
import type { BreachParts, BreachWindow } from './breach-parts.ts'
import { keyLines } from './key-lines.ts'
import { personLines, tokenLines } from './person-lines.ts'

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const
const ALONE = 'must stand alone: one of key_id, token_id and person_id'

/** `breach.export` */
export const exportBreach = defineOperation({
  id: 'breach.export',
  effect: 'read',
  summary:
    'Export what a key, an admin token or a person has seen and could have seen between two times; each export is in the audit log',
  scope: breachExport,
  stepUp: true,
  path: '/breach-export',
  input: z.object({
    key_id: z.string().min(1).exactOptional(),
    token_id: z.string().min(1).exactOptional().describe('Of an admin token'),
    person_id: z.string().min(1).exactOptional().describe('Of a person of the console'),
    since: MomentField.describe('Included'),
    until: MomentField.exactOptional().describe('Excluded; default: now'),
    format: z.enum(['csv', 'jsonl']).default('csv').describe('A file of any length'),
  }),
  output: z.never(),
  files: Object.values(TYPES),
  whose: 'operators',
  command: { options: { since: { read: 'time' }, until: { read: 'end' } } },
  needs: {
    ...{ accounts: Accounts, audit: AuditLog, clock: Clock, keys: Keys, tokens: AdminTokens, usage: Usage },
    ...{ people: optional(PeopleAccess), subjects: Subjects, usageLog: UsageLog },
  },
  async handle({ input, actor, audit, clock, keys, people, tokens, ...rest }) {
    const { key_id, token_id, person_id, since, until = clock.now(), format } = input
    if (since >= until) throw invalidInput({ since: 'must be before until' })
    const parts: BreachParts = { ...rest, audit }
    const window: BreachWindow = { since, until }
    const asked = { key_id, token_id, person_id }
    const [only, other] = Object.entries(asked).filter(([, id]) => id !== undefined)
    if (only === undefined || other !== undefined) throw invalidInput({ [other?.[0] ?? 'key_id']: ALONE })
    const [subject, lines] = await linesOf({ parts, keys, people, tokens }, asked, window)
    await audit.append({
      ...{ actor, action: 'breach.export', subject, accountId: null, before: null },
      after: { since: since.toISOString(), until: until.toISOString() },
    })
    const name = `breach-${subject.replace('/', '-')}.${format}`
    return operationFile({ type: TYPES[format], name, bytes: breachBytes(lines, format) })
  },
})

interface Sources {
  readonly parts: BreachParts
  readonly keys: Keys
  readonly people: PeopleAccess | null
  readonly tokens: AdminTokens
}
interface Asked {
  readonly key_id: string | undefined
  readonly token_id: string | undefined
  readonly person_id: string | undefined
}

/** Whom the export is about, as the audit log names it, and its lines. @throws `NOT_FOUND` */
async function linesOf(
  { parts, keys, people, tokens }: Sources,
  { key_id, token_id, person_id }: Asked,
  window: BreachWindow,
): Promise<readonly [subject: string, lines: AsyncIterable<BreachLine>]> {
  if (key_id !== undefined) {
    const found = await keys.get(key_id)
    if (!found) throw notFound(`key ${key_id}`)
    return [`key/${key_id}`, keyLines(parts, { key: found.key, ...window })]
  }
  const all = await tokens.list()
  if (token_id !== undefined) {
    const token = all.find(({ id }) => id === token_id)
    if (!token) throw notFound(`token ${token_id}`)
    return [`admin-token/${token_id}`, tokenLines(parts, { token, ...window })]
  }
  const personId = `${person_id}`
  const access = await people?.of(personId, { from: window.since, until: window.until })
  if (!access) throw notFound(`person ${personId}`)
  const own = all.filter((token) => token.personId === personId)
  return [`person/${personId}`, personLines(parts, { personId, access, tokens: own, ...window })]
}
