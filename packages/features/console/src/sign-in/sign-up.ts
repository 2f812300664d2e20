import type { Accounts, IssuedKey, Keys } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { addMembership } from '../people/people.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'
import { LIMITS, requireWithin } from './limits.ts'
import type { Session } from './sessions.ts'
import { requireSignUp } from './sign-in.ts'

const CLAIM_MS = 60_000

/** What a sign-up is made with. */
export interface SignUpParts {
  readonly accounts: Pick<Accounts, 'create'>
  readonly keys: Pick<Keys, 'create'>
}
interface SignUp {
  readonly session: Session
  readonly accountName: string
  /** Null: its name stays. */
  readonly name: string | null
  readonly visitor: Visitor
}

/**
 * Opens the account of a person that has none, with the sandbox's credit and a sandbox key, whose secret is shown once. At a reseller's own host it
 * stands below that reseller. A person that comes twice at once opens one.
 *
 * @throws `SIGN_UP_CLOSED`, `ALREADY_SIGNED_UP`, `TOO_MANY_ATTEMPTS`, `ACCOUNT_NAME_INVALID`
 */
export async function signUp(
  parts: ConsoleParts,
  { accounts, keys }: SignUpParts,
  { session, accountName, name, visitor }: SignUp,
): Promise<{ readonly accountId: string; readonly issued: IssuedKey }> {
  requireSignUp(parts)
  const { tables, ids, clock, mails } = parts
  const { person_id: id, portal_account } = session.row
  if (session.needs !== 'account' || portal_account !== null) throw consoleErrors.error('ALREADY_SIGNED_UP')
  await requireWithin(parts, [LIMITS.signUpsOfAddress(visitor.ip)])
  const at = clock.now().getTime()
  const claimed = await tables.transaction((tx) => tx.run(statements.claimSignUp({ id, at, before: at - CLAIM_MS })))
  if (claimed !== 1) throw consoleErrors.error('ALREADY_SIGNED_UP')
  const actor = `person:${id}`
  const parentId = (await mails.brandAt(visitor.hostname))?.accountId ?? null
  const account = await create()
  await tables.transaction(function* (tx) {
    const role = { role: 'owner', production: true }
    yield* addMembership(tx, parts, { id: ids.next(), personId: id, accountId: account.id, ...role })
    if (name !== null) yield* tx.run(statements.rename({ id, name }))
    yield* auditPerson(tx, 'person.sign-up', { personId: id, accountId: account.id, after: { role: 'owner' } })
  })
  const issued = await keys.create({ accountId: account.id, environment: 'sandbox', label: 'First key', actor })
  return { accountId: account.id, issued }

  async function create() {
    try {
      return await accounts.create({ name: accountName, role: 'developer', parentId, actor })
    } catch (error) {
      // A name that is refused must not keep its person waiting.
      await tables.transaction((tx) => tx.run(statements.freeSignUp({ id })))
      throw error
    }
  }
}
