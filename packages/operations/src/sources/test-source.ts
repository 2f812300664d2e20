import { AuditLog, defineOperation, HostCatalogue, LiveSources } from '@parakh/core'
import * as z from 'zod'
import { sourcesTest } from '../scopes.ts'
import { KeptReply, parseReply } from './recorded-reply.ts'
import { SourceTestView } from './source-test-view.ts'
import { testText } from './test-text.ts'

/** Characters of a reply that is passed: what a source may send by default, and as much again for its quotes. */
const MOST_OF_REPLY = 2_000_000

/** `sources.test` */
export const testSource = defineOperation({
  id: 'sources.test',
  effect: 'write',
  summary: 'Send one request to a source and show what its mapping makes of the reply; nothing is charged',
  scope: sourcesTest,
  stepUp: true,
  path: '/sources/test',
  bodyLimitBytes: MOST_OF_REPLY + 65_536,
  input: z.object({
    plugin: z.string().min(1).max(128).describe('pan, or @parakh/pan'),
    operation: z.string().min(1).max(128).describe('Of the contract'),
    input: z.record(z.string(), z.unknown()).describe('The fields of the operation, as JSON'),
    position: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Place in the failover order, from 1. Default: the first that serves the operation'),
    reply: z
      .string()
      .max(MOST_OF_REPLY)
      .optional()
      .describe('A recorded reply, to be read in place of asking: nothing is sent'),
    send_write: z.boolean().default(false).describe('Send a write, which has an effect at its source'),
  }),
  output: SourceTestView,
  whose: 'operators',
  command: {
    name: 'upstream test',
    positional: ['plugin', 'operation'],
    options: {
      input: { read: 'json' },
      position: { flag: 'provider' },
      reply: { flag: 'replay', read: 'file' },
    },
    out: {
      flag: 'record',
      formats: ['json'],
      private: true,
      make: async ({ reply }) => reply && new TextEncoder().encode(KeptReply.text(reply)),
    },
    fails: ({ outcome }) => outcome === 'failed',
    text: testText,
  },
  needs: { audit: AuditLog, catalogue: HostCatalogue, sources: LiveSources },
  async handle({ input, actor, audit, catalogue, sources }) {
    const { operation, position = null, send_write: sendWrite } = input
    const plugin = catalogue.plugins.find(({ name }) => name === input.plugin)?.id ?? input.plugin
    const reply = input.reply === undefined ? null : parseReply(input.reply)
    const prepared = sources.prepareTest({ plugin, operation, position, input: input.input, reply, sendWrite })
    // Before anything leaves: who asked a source about somebody stands there whatever happens then.
    await audit.append({
      ...{ actor, action: 'source.test', subject: `source/${prepared.source}`, accountId: null },
      ...{ before: null, after: { operation, sent: reply === null } },
    })
    const { outcome, durationMs, record, trouble, reply: came } = await prepared.run()
    const { failure = null, field = null, reason = null } = trouble ?? {}
    return {
      ...{ source: prepared.source, outcome, duration_ms: durationMs, record, failure, field, reason },
      reply: came && new KeptReply(came),
    }
  },
})
