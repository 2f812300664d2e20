import { defineOperation, pageOf } from '@parakh/core'
import { Moment, MomentOrNone, moment, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { removePasskey } from '../sign-in/passkeys.ts'
import { renewRecoveryCodes } from '../sign-in/recovery-codes.ts'
import { confirmTotp, removeTotp, startTotp } from '../sign-in/totp.ts'
import { passkeyStatements } from '../tables/passkey-statements.ts'
import { readMe } from './me.ts'
import { NOTHING, read, wholePersonOf, write } from './own.ts'

const Codes = z.object({ recovery_codes: z.array(z.string()).describe('Each once in the place of a code; shown once') })

export const startOwnTotp = defineOperation({
  ...{ ...write, id: 'totp.start', summary: 'Draw the secret of an authenticator', path: '/me/totp', stepUp: true },
  output: z.object({ secret: z.string(), uri: z.string().describe('otpauth://, for a QR code') }),
  async handle({ person, parts }) {
    const { id: personId } = await wholePersonOf(parts, person)
    const { email, name } = await readMe(parts, personId)
    return await startTotp(parts, { personId, label: email ?? name })
  },
})

export const confirmOwnTotp = defineOperation({
  ...{ ...write, id: 'totp.confirm', summary: 'Confirm an authenticator by its first code', path: '/me/totp/confirm' },
  ...{ input: z.object({ code: z.string().max(20) }), output: Codes, stepUp: true },
  async handle({ input: { code }, person, parts }) {
    const by = await wholePersonOf(parts, person)
    const { recoveryCodes, token } = await confirmTotp(parts, { personId: by.id, sessionId: by.sessionId, code })
    parts.renewed.set(by, token)
    return { recovery_codes: [...recoveryCodes] }
  },
})

export const removeOwnTotp = defineOperation({
  ...write,
  id: 'totp.remove',
  method: 'DELETE',
  summary: 'Remove the own authenticator',
  path: '/me/totp',
  stepUp: true,
  output: NOTHING,
  async handle({ person, parts }) {
    await removeTotp(parts, (await wholePersonOf(parts, person)).id)
    return {}
  },
})

export const makeRecoveryCodes = defineOperation({
  ...write,
  id: 'recovery-codes.make',
  summary: 'Make new recovery codes; older ones end',
  path: '/me/recovery-codes',
  ...{ output: Codes, stepUp: true },
  handle: async ({ person, parts }) => ({
    recovery_codes: [...(await renewRecoveryCodes(parts, (await wholePersonOf(parts, person)).id))],
  }),
})

const PasskeyView = z.object({
  passkey_id: z.string(),
  name: z.string(),
  host: z.string().describe('Where it is used'),
  created_at: Moment,
  used_at: MomentOrNone,
})

export const listPasskeys = defineOperation({
  ...read,
  id: 'passkeys.list',
  summary: 'List the own passkeys',
  path: '/me/passkeys',
  output: pageOf(PasskeyView),
  async handle({ person, parts }) {
    const rows = await parts.tables.rows(
      passkeyStatements.passkeysOf({ person_id: (await wholePersonOf(parts, person)).id }),
    )
    const items = rows.map(({ id, name, rp_id, created_at, used_at }) => ({
      ...{ passkey_id: id, name, host: rp_id, created_at: moment(created_at), used_at: momentOrNone(used_at) },
    }))
    return { items, next_cursor: null }
  },
})

export const removeOwnPasskey = defineOperation({
  ...{ ...write, id: 'passkeys.remove', method: 'DELETE', summary: 'Remove an own passkey', stepUp: true },
  path: '/me/passkeys/{passkey_id}',
  ...{ input: z.object({ passkey_id: z.string() }), output: NOTHING },
  async handle({ input: { passkey_id: id }, person, parts }) {
    await removePasskey(parts, { id, personId: (await wholePersonOf(parts, person)).id })
    return {}
  },
})
