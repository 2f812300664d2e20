import { type ActingPerson, defineOperation, forbidden, notFound, pageOf } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { ConsoleParts } from '../people/console-parts.ts'
import { PersonName } from '../people/email.ts'
import { personSelf } from '../people/scopes.ts'
import { renewRecoveryCodes } from '../sign-in/recovery-codes.ts'
import { confirmTotp, removeTotp, startTotp } from '../sign-in/totp.ts'
import { peopleStatements } from '../tables/people-statements.ts'
import { signInStatements } from '../tables/sign-in-statements.ts'

const own = { scope: personSelf, whose: 'person', needs: { parts: ConsoleParts } } as const
const write = { ...own, effect: 'write' } as const
const NOTHING = z.object({})
const Codes = z.object({ recovery_codes: z.array(z.string()).describe('Each once in the place of a code; shown once') })

/** The engine lets nobody but a person run these. */
function personOf(person: ActingPerson | null): ActingPerson {
  if (person === null) throw forbidden('A person does this for itself')
  return person
}

const MeView = z.object({
  person_id: z.string(),
  email: z.string().nullable().describe('Null: comes by portal links'),
  name: z.string(),
  factors: z.object({ totp: z.boolean(), recovery_codes_left: z.int() }),
})
async function readMe({ tables }: ConsoleParts, id: string): Promise<z.input<typeof MeView>> {
  const person = await tables.first(peopleStatements.person({ id }))
  if (person === null) throw notFound()
  const totp = await tables.first(signInStatements.totp({ person_id: id }))
  const left = await tables.first(signInStatements.recoveryCodesLeft({ person_id: id }))
  const factors = { totp: (totp?.confirmed_at ?? null) !== null, recovery_codes_left: left?.remaining ?? 0 }
  return { person_id: id, email: person.email, name: person.name, factors }
}

/** `me.get` */
export const getMe = defineOperation({
  ...{ ...own, id: 'me.get', effect: 'read', summary: 'Get the own person', path: '/me', input: NOTHING },
  output: MeView,
  handle: async ({ person, parts }) => await readMe(parts, personOf(person).id),
})

/** `me.rename` */
export const renameMe = defineOperation({
  ...{ ...write, id: 'me.rename', method: 'PATCH', summary: 'Change the own name', path: '/me' },
  input: z.object({ name: PersonName }),
  output: MeView,
  async handle({ input: { name }, person, parts }) {
    const { id } = personOf(person)
    await parts.tables.transaction((tx) => tx.run(peopleStatements.rename({ id, name })))
    return await readMe(parts, id)
  },
})

const SessionView = z.object({
  session_id: z.string(),
  current: z.boolean(),
  agent: z.string().describe('The browser, as it calls itself'),
  ip: z.string(),
  created_at: Moment,
  seen_at: Moment,
})

/** `sessions.list` */
export const listSessions = defineOperation({
  ...{
    ...own,
    id: 'sessions.list',
    effect: 'read',
    summary: 'List the own sessions',
    path: '/me/sessions',
    input: NOTHING,
  },
  output: pageOf(SessionView),
  async handle({ person, parts }) {
    const { id, sessionId } = personOf(person)
    const rows = await parts.tables.rows(signInStatements.sessionsOf({ person_id: id }))
    const items = rows.map(({ id, agent, ip, created_at, seen_at }) => ({
      ...{ session_id: id, current: id === sessionId, agent, ip },
      ...{ created_at: moment(created_at), seen_at: moment(seen_at) },
    }))
    return { items, next_cursor: null }
  },
})

/** `sessions.end` */
export const endSession = defineOperation({
  ...{
    ...write,
    id: 'sessions.end',
    method: 'DELETE',
    summary: 'End an own session',
    path: '/me/sessions/{session_id}',
  },
  input: z.object({ session_id: z.string() }),
  output: NOTHING,
  async handle({ input: { session_id: id }, person, parts }) {
    const of = { id, person_id: personOf(person).id, now: parts.clock.now().getTime() }
    const ended = await parts.tables.transaction((tx) => tx.run(signInStatements.endSession(of)))
    if (ended !== 1) throw consoleErrors.error('SESSION_NOT_FOUND')
    return {}
  },
})

/** `sessions.end-others` */
export const endOtherSessions = defineOperation({
  ...{ ...write, id: 'sessions.end-others', summary: 'End all own sessions but this', path: '/me/sessions/end-others' },
  ...{ input: NOTHING, output: z.object({ ended: z.int() }) },
  async handle({ person, parts }) {
    const { id: person_id, sessionId: keep } = personOf(person)
    const of = { person_id, keep, now: parts.clock.now().getTime() }
    return { ended: await parts.tables.transaction((tx) => tx.run(signInStatements.endOthers(of))) }
  },
})

/** `totp.start` */
export const startOwnTotp = defineOperation({
  ...{ ...write, id: 'totp.start', summary: 'Draw the secret of an authenticator', path: '/me/totp', stepUp: true },
  input: NOTHING,
  output: z.object({ secret: z.string(), uri: z.string().describe('otpauth://, for a QR code') }),
  async handle({ person, parts }) {
    const { id: personId } = personOf(person)
    const { email, name } = await readMe(parts, personId)
    return await startTotp(parts, { personId, label: email ?? name })
  },
})

/** `totp.confirm` */
export const confirmOwnTotp = defineOperation({
  ...{ ...write, id: 'totp.confirm', summary: 'Confirm an authenticator by its first code', path: '/me/totp/confirm' },
  ...{ input: z.object({ code: z.string().max(20) }), output: Codes, stepUp: true },
  async handle({ input: { code }, person, parts }) {
    const { id: personId, sessionId } = personOf(person)
    return { recovery_codes: [...(await confirmTotp(parts, { personId, sessionId, code }))] }
  },
})

/** `totp.remove` */
export const removeOwnTotp = defineOperation({
  ...{
    ...write,
    id: 'totp.remove',
    method: 'DELETE',
    summary: 'Remove the own authenticator',
    path: '/me/totp',
    stepUp: true,
  },
  ...{ input: NOTHING, output: NOTHING },
  async handle({ person, parts }) {
    const { id } = personOf(person)
    const memberships = await parts.tables.rows(peopleStatements.membershipsOf({ person_id: id }))
    if (memberships.some(({ account_id }) => account_id === null)) throw consoleErrors.error('TOTP_REQUIRED')
    await removeTotp(parts, id)
    return {}
  },
})

/** `recovery-codes.make` */
export const makeRecoveryCodes = defineOperation({
  ...{
    ...write,
    id: 'recovery-codes.make',
    summary: 'Make new recovery codes; older ones end',
    path: '/me/recovery-codes',
  },
  ...{ input: NOTHING, output: Codes, stepUp: true },
  handle: async ({ person, parts }) => ({
    recovery_codes: [...(await renewRecoveryCodes(parts, personOf(person).id))],
  }),
})
