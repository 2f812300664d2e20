import { Clock, defineOperation, Keys, OfferedEndpoints } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { RESTRICTIONS, restrictionsOf } from './key-restrictions.ts'
import { issuedText, RESTRICTION_OPTIONS } from './key-text.ts'
import { IssuedKeyView, presentIssuedKey } from './key-view.ts'

const isProduction = ({ environment }: { readonly environment: string }): boolean => environment === 'production'

/** `keys.create` */
export const createKey = defineOperation({
  id: 'keys.create',
  effect: 'write',
  summary: 'Issue a key; its secret is shown once',
  scope: keysWrite,
  path: '/keys',
  status: 201,
  idempotent: true,
  input: z.object({ ...RESTRICTIONS, account_id: z.string(), environment: EnvironmentField }),
  output: IssuedKeyView,
  whose: { account: 'account_id' },
  production: isProduction,
  stepUp: isProduction,
  command: {
    options: RESTRICTION_OPTIONS,
    text: (key) => issuedText(key, `is issued for ${key.environment}`),
  },
  needs: { clock: Clock, keys: Keys, offered: OfferedEndpoints },
  async handle({ input: { account_id: accountId, environment, ...rest }, viewer, actor, once, keys, ...services }) {
    const asked = { ...restrictionsOf(services, rest), ...(once === null ? {} : { once }) }
    const actingFor = viewer.accountId
    return presentIssuedKey(await keys.create({ accountId, environment, ...asked, actor, actingFor }))
  },
})
