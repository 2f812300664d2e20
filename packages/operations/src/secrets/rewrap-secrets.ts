import { AuditLog, defineOperation, Logger, Store } from '@parakh/core'
import * as z from 'zod'

/** `secrets.rewrap`. Without a scope, as what makes credentials (decision 0097): who replaces the keys of a server has its machine. */
export const rewrapSecrets = defineOperation({
  id: 'secrets.rewrap',
  effect: 'write',
  summary: 'Wrap every data key under the current master key; runs beside servers, and may be run again',
  scope: null,
  input: z.object({}),
  output: z.object({
    key_id: z.string().describe('The current master key'),
    rewrapped: z.int().describe('Data keys that this run has wrapped under it'),
    left: z
      .int()
      .describe('Data keys under others: written meanwhile by a server whose first key is another, or unreadable'),
  }),
  whose: 'operators',
  command: {
    text: ({ key_id, rewrapped, left }) =>
      left === 0
        ? `${rewrapped} data keys were wrapped under the master key ${key_id}. No data key needs another one.`
        : `${rewrapped} data keys were wrapped under the master key ${key_id}. ${left} are under others: "secrets status" tells which.`,
  },
  needs: { audit: AuditLog, logger: Logger, store: Store },
  async handle({ actor, audit, logger, store }) {
    const before = await store.secrets.masterKeys()
    const { keyId, rewrapped, left } = await store.secrets.rewrap((done) =>
      logger.info('secrets.rewrapped', { rewrapped: done }),
    )
    await audit.append({
      ...{ actor, action: 'secrets.rewrap', subject: 'secrets', accountId: null },
      before: Object.fromEntries(before.map((use) => [use.keyId, use.dataKeys])),
      after: { key_id: keyId, rewrapped, left },
    })
    return { key_id: keyId, rewrapped, left }
  },
})
