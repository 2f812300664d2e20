import { defineOperation, type MasterKeyUse, type PepperUse, Store, type SubjectKeyUse } from '@parakh/core'
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
  subjects: z.int().describe('Identifiers by which people are found'),
})
const SubjectKeyView = z.object({
  key_id: z.string(),
  current: z.boolean().describe('Whether new hashes are made under it'),
  configured: z.boolean(),
  subjects: z.int().describe('Identifiers by which people are found'),
})

/** `secrets.status` */
export const secretsStatus = defineOperation({
  id: 'secrets.status',
  effect: 'read',
  summary: 'Tell which master keys, peppers and subject keys are still needed, and by how much',
  scope: null,
  input: z.object({}),
  output: z.object({
    master_keys: z.array(MasterKeyView),
    peppers: z.array(PepperView),
    subject_keys: z.array(SubjectKeyView),
  }),
  whose: 'operators',
  command: {
    text: ({ master_keys, peppers, subject_keys }, { draw }) =>
      [
        draw.table(
          ['Master key', 'Data keys', 'State'],
          master_keys.map((key) => [key.key_id, `${key.data_keys}`, key.current ? `${key.state}, current` : key.state]),
        ),
        draw.table(
          ['Pepper', 'API secrets', 'Admin credentials', 'Record keys', 'People', 'State'],
          peppers.map((pepper) => [
            ...[pepper.pepper_id, `${pepper.api_secrets}`, `${pepper.admin_tokens}`, `${pepper.record_keys}`],
            ...[`${pepper.subjects}`, stateOf(pepper)],
          ]),
        ),
        ...(subject_keys.length === 0
          ? []
          : [
              draw.table(
                ['Subject key', 'People', 'State'],
                subject_keys.map((key) => [key.key_id, `${key.subjects}`, stateOf(key)]),
              ),
            ]),
        'A master key that is not in the first table is needed by nothing. What else a pepper is for: docs/guides/rotate-secrets.md.',
      ].join('\n'),
  },
  needs: { store: Store },
  async handle({ store }) {
    const [masterKeys, peppers] = [await store.secrets.masterKeys(), await store.secrets.peppers()]
    const subjectKeys = await store.secrets.subjectKeys()
    return {
      ...{ master_keys: masterKeys.map(presentMasterKey), peppers: peppers.map(presentPepper) },
      subject_keys: subjectKeys.map(presentSubjectKey),
    }
  },
})

const presentMasterKey = ({ keyId, dataKeys, isCurrent, state }: MasterKeyUse): z.input<typeof MasterKeyView> => ({
  ...{ key_id: keyId, data_keys: dataKeys, current: isCurrent, state },
})
const presentPepper = (pepper: PepperUse): z.input<typeof PepperView> => ({
  ...{ pepper_id: pepper.pepperId, current: pepper.isCurrent, configured: pepper.isConfigured },
  ...{ api_secrets: pepper.apiSecrets, admin_tokens: pepper.adminTokens, record_keys: pepper.recordKeys },
  subjects: pepper.subjects,
})
const presentSubjectKey = (key: SubjectKeyUse): z.input<typeof SubjectKeyView> => ({
  ...{ key_id: key.keyId, current: key.isCurrent, configured: key.isConfigured, subjects: key.subjects },
})
const stateOf = ({ current, configured }: { readonly current: boolean; readonly configured: boolean }): string =>
  current ? 'current' : configured ? 'accepted' : 'missing'
