import { defineOperation, Secrets } from '@parakh/core'
import * as z from 'zod'
import { checkHost } from '../brands/brand-rules.ts'
import { hostProof, isProven } from '../brands/host-proof.ts'
import { TxtRecords } from '../contract/txt-records.ts'
import { BRAND_PATH } from './brand-view.ts'
import { brandsWrite } from './scopes.ts'

/** `brands.proof` */
export const getHostProof = defineOperation({
  ...{ id: 'brands.proof', effect: 'read', scope: brandsWrite, path: `${BRAND_PATH}/proof` },
  summary: 'Get the TXT record that proves a domain, and whether it is there',
  input: z.object({ account_id: z.string(), host: z.string().describe('The domain name') }),
  output: z.object({
    name: z.string().describe('Of the TXT record'),
    value: z.string().describe('Of this account and host alone'),
    proven: z.boolean().describe('Whether the record is there now'),
  }),
  whose: { account: 'account_id' },
  command: {
    name: 'accounts brand proof',
    positional: ['account_id'],
    options: { host: { value: '<name>' } },
    text: ({ name, value, proven }) =>
      `${name}. TXT "${value}"\n${proven ? 'The record is there.' : 'The record is not there yet.'}`,
  },
  needs: { secrets: Secrets, records: TxtRecords },
  async handle({ input: { account_id: accountId, host }, ...parts }) {
    const claimed = { accountId, host: checkHost(host) }
    return { ...hostProof(parts, claimed), proven: await isProven(parts, claimed) }
  },
})
