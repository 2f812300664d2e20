import { AuditLog, defineOperation, PAGE_FIELDS, pageOf, presentPage, type SubjectLookup, Subjects } from '@parakh/core'
import { EnvironmentField, Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { subjectsRead } from '../scopes.ts'
import { auditedSubject, PRIVATE, SubjectField } from './subject-field.ts'

const OUTCOMES = { answered: 'answer', accepted: 'answer', none: 'none', released: 'failed', purged: 'purged' } as const

/** A call about a person. */
export const LookupView = z.object({
  reference: z.string().describe('Our id of the call'),
  at: Moment,
  account_id: z.string().describe('Who looked the person up'),
  key_id: z.string().describe('With which API key'),
  environment: EnvironmentField,
  endpoint: z.string(),
  purpose: z.string().describe('That of the consent; the endpoint where none is asked'),
  notice: z.string().describe('The version of the notice; empty where no consent is asked'),
  artefact: z.string().describe('The reference of the consent; empty where none is asked, or once it is erased'),
  outcome: z
    .enum(['answer', 'none', 'failed', 'open', 'purged'])
    .describe('open: it has no end yet; purged: its answer is dropped'),
  status: z.int().nullable().describe('The HTTP status of its answer'),
  kept: z.boolean().describe('Whether its answer or its input is still kept, encrypted'),
})

const outcomeOf = (phase: SubjectLookup['phase']): z.input<typeof LookupView>['outcome'] =>
  phase === 'held' || phase === 'dispatched' ? 'open' : OUTCOMES[phase]

export const presentLookup = (lookup: SubjectLookup): z.input<typeof LookupView> => ({
  ...{ reference: lookup.reference, at: moment(lookup.at), account_id: lookup.accountId, key_id: lookup.keyId },
  ...{ environment: lookup.environment, endpoint: lookup.endpoint, purpose: lookup.purpose, notice: lookup.notice },
  ...{ artefact: lookup.artefact, outcome: outcomeOf(lookup.phase), status: lookup.status, kept: lookup.isKept },
})

/** `subjects.find`. Of the effect of a write: who looked is written down, and an identifier stands in no address. */
export const findSubject = defineOperation({
  id: 'subjects.find',
  effect: 'write',
  summary: 'Find who looked a person up, when, for what and under which consent',
  scope: subjectsRead,
  stepUp: true,
  path: '/subjects/find',
  input: z.object({ identifier: SubjectField, ...PAGE_FIELDS }),
  output: pageOf(LookupView),
  whose: 'operators',
  command: {
    positional: ['identifier'],
    options: PRIVATE,
    rows: 'calls',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'No call is about this person.'
        : draw.table(
            ['At', 'Account', 'Key', 'Endpoint', 'Purpose', 'Consent', 'Outcome', 'Kept', 'Reference'],
            items.map((call) => [
              ...[call.at, call.account_id, call.key_id, call.endpoint, call.purpose, call.artefact],
              ...[call.outcome, call.kept ? 'yes' : 'no', call.reference],
            ]),
          ),
  },
  needs: { audit: AuditLog, subjects: Subjects },
  async handle({ input: { identifier, cursor = null, limit }, actor, audit, subjects }) {
    const found = await subjects.find(identifier, { cursor, limit })
    await audit.append({
      ...{ actor, action: 'subject.find', subject: auditedSubject(subjects, identifier), accountId: null },
      ...{ before: null, after: { calls: found.items.length } },
    })
    return presentPage(found, presentLookup)
  },
})
