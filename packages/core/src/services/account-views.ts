import type * as z from 'zod'
import { extensionPoint } from '../extension-point.ts'

/** What a plugin adds to the view of an account. */
export interface AccountAddition {
  /** Fields that it does not declare are never sent. */
  readonly schema: z.ZodObject
  /** Null: nothing of this account. */
  view(accountId: string): Promise<object | null>
}

/**
 * What plugins add to the view of an account: `accounts.get` shows it in `views`, under the plugin's id. Two contributions of one plugin are
 * shown together.
 *
 * @example
 * AccountViews.contribute({
 *   id: 'plan', needs: { plans: Plans },
 *   make: ({ plans }) => accountAddition(z.object({ plan: z.string() }), (accountId) => plans.standing(accountId)),
 * })
 */
export const AccountViews = extensionPoint<AccountAddition>('core.account-views', { version: 1 })

/** An addition whose `view` is checked by its schema. */
export const accountAddition = <S extends z.ZodObject>(
  schema: S,
  view: (accountId: string) => Promise<z.input<S> | null>,
): AccountAddition => ({ schema, view })

/**
 * The additions to an account, by plugin.
 *
 * @param additions The value of the point.
 */
export async function viewsOf(
  additions: ReadonlyMap<string, AccountAddition>,
  accountId: string,
): Promise<Record<string, Record<string, unknown>>> {
  const shown = await Promise.all(
    [...additions].map(async ([id, { schema, view }]) => {
      const given = await view(accountId)
      return [id.slice(0, id.indexOf('/')), given && schema.parse(given)] as const
    }),
  )
  const views = new Map<string, Record<string, unknown>>()
  for (const [plugin, view] of shown) if (view) views.set(plugin, { ...views.get(plugin), ...view })
  return Object.fromEntries(views)
}
