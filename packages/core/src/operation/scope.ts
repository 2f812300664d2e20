/** A permission that an admin credential may have. */
export interface Scope {
  /** `plans:read`. */
  readonly id: `${string}:${string}`
  /**
   * `branch`: may be given to any credential, for its account and those below. `super_admin`: of accounts only super admins can use it.
   * `operators`: only to a credential of an operator.
   */
  readonly for: 'branch' | 'super_admin' | 'operators'
  /** One line that begins with a verb. */
  readonly summary: string
  /** Scopes that it includes. */
  readonly includes: readonly string[]
}

/**
 * Declares a scope of the admin API. The operations that name it bring it to the host.
 *
 * @example
 * const read = defineScope('plans:read', { for: 'branch', summary: 'See plans and subscriptions' })
 */
export const defineScope = (
  id: Scope['id'],
  { for: who, summary, includes = [] }: Pick<Scope, 'for' | 'summary'> & { readonly includes?: readonly string[] },
): Scope => ({ id, for: who, summary, includes })

/**
 * Whether a credential may do what a scope names. `*` is every scope that its account may have.
 *
 * @param credential Its scopes, and the account that it speaks for; null: an operator.
 * @param all The scopes of the host: one that includes the asked one gives it too.
 */
export const hasAdminScope = (
  credential: { readonly scopes: readonly string[]; readonly accountId: string | null },
  scope: Scope,
  all: readonly Scope[],
): boolean =>
  (credential.accountId === null || scope.for !== 'operators') &&
  credential.scopes.some(
    (given) =>
      given === '*' ||
      given === scope.id ||
      all.some(({ id, includes }) => id === given && includes.includes(scope.id)),
  )
