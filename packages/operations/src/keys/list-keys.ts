import { askedPage, defineOperation, Keys, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { keysRead } from '../scopes.ts'
import { drawKeys } from './key-text.ts'
import { KeyView, presentUsedKey, UsedKeyView } from './key-view.ts'

/** `keys.list` */
export const listKeys = defineOperation({
  id: 'keys.list',
  effect: 'read',
  summary: 'List API keys, without secrets',
  scope: keysRead,
  path: '/keys',
  input: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    environment: EnvironmentField.exactOptional(),
    status: KeyView.shape.status.exactOptional(),
    ...PAGE_FIELDS,
  }),
  output: pageOf(UsedKeyView),
  whose: 'everyone',
  command: {
    rows: 'keys',
    all: true,
    text: ({ items }, { draw }) => (items.length === 0 ? 'There are no keys.' : drawKeys(items, draw)),
  },
  needs: { keys: Keys },
  async handle({ input, viewer, keys }) {
    const { page, filters } = askedPage(input)
    const { account_id, ...rest } = filters
    const asked = account_id === undefined ? {} : { accountId: account_id }
    const found = await keys.page({ within: viewer.accountId, ...asked, ...rest, ...page })
    const used = await keys.lastUsed(found.items.map(({ id }) => id))
    return presentPage(found, (key) => presentUsedKey(key, used))
  },
})
