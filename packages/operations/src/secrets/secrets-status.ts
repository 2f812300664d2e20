import { defineOperation, type MasterKeyUse, type PepperUse, Store } from '@parakh/core'
import * as z from 'zod'

const MasterKeyView = z.object({
  key_id: z.string(),
  data_keys: z.int().describe('Data keys of accounts that are wrapped under it'),
  current: z.boolean().describe('Whether new data keys are wrapped under it'),
  state: z
    .enum(['there', 'missing', 'away'])
    .describe(
      'missing: no key provider has it, or another key stands under its id; away: its provider cannot be asked',
    ),
})
const PepperView = z.object({
  pepper_id: z.string(),
  current: z.boolean().describe('Whether new hashes are made under it'),
  configured: z.boolean(),
  api_secrets: z.int().describe('Secrets of API keys that work, replaced ones within their overlap included'),
  admin_tokens: z.int().describe('Credentials of the admin API that work'),
  record_keys: z.int().describe('Fields by which records of plugins are found'),
})

/** `secrets.status` */
export const secretsStatus = defineOperation({
  id: 'secrets.status',
  effect: 'read',
  summary: 'Tell which master keys and peppers are still needed, and by how much',
  scope: null,
  input: z.object({}),
  output: z.object({ master_keys: z.array(MasterKeyView), peppers: z.array(PepperView) }),
  whose: 'operators',
  command: {
    text: ({ master_keys, peppers }, { draw }) =>
      [
        draw.table(
          ['Master key', 'Data keys', 'State'],
          master_keys.map((key) => [key.key_id, `${key.data_keys}`, key.current ? `${key.state}, current` : key.state]),
        ),
        draw.table(
          ['Pepper', 'API secrets', 'Admin credentials', 'Record keys', 'State'],
          peppers.map((pepper) => [
            ...[pepper.pepper_id, `${pepper.api_secrets}`, `${pepper.admin_tokens}`, `${pepper.record_keys}`],
            pepper.current ? 'current' : pepper.configured ? 'accepted' : 'missing',
          ]),
        ),
        'A master key that is not in the first table is needed by nothing. What else a pepper is for: docs/guides/rotate-secrets.md.',
      ].join('\n'),
  },
  needs: { store: Store },
  async handle({ store }) {
    const [masterKeys, peppers] = [await store.secrets.masterKeys(), await store.secrets.peppers()]
    return { master_keys: masterKeys.map(presentMasterKey), peppers: peppers.map(presentPepper) }
  },
})

const presentMasterKey = ({ keyId, dataKeys, isCurrent, state }: MasterKeyUse): z.input<typeof MasterKeyView> => ({
  ...{ key_id: keyId, data_keys: dataKeys, current: isCurrent, state },
})
const presentPepper = (pepper: PepperUse): z.input<typeof PepperView> => ({
  ...{ pepper_id: pepper.pepperId, current: pepper.isCurrent, configured: pepper.isConfigured },
  ...{ api_secrets: pepper.apiSecrets, admin_tokens: pepper.adminTokens, record_keys: pepper.recordKeys },
})
