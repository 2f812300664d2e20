import {
  type Accounts,
  type ActingPerson,
  type Clock,
  coreErrors,
  forbidden,
  hasAdminScope,
  isOperationFile,
  isParakhError,
  namedAccounts,
  notFound,
  type Operation,
  type Scope,
  type Viewer,
} from '@parakh/core'
import { fieldsOf, parseInput, refuseNul } from './parse-input.ts'
import { viewerOf } from './viewer.ts'

/** Who runs an operation: somebody of the operator, or an account for itself and those below it. */
export type OperationCaller = (
  | { readonly operator: string }
  | {
      readonly accountId: string
      /** For the audit log. */
      readonly actor: string
    }
) & {
  /** Its scopes. Default `*`: all that an operator, or an account, may have. */
  readonly scopes?: readonly string[]
  /** Its idempotency key, for an operation that is `idempotent`. */
  readonly once?: string | null
  /** Who it is, where it is a person: asked to prove itself before what `stepUp` names. */
  readonly person?: ActingPerson | null
}
/** How long a proof holds, in milliseconds. */
const STEP_UP_MS = 600_000
/** What runs operations. */
export interface OperationEngine {
  readonly accounts: Accounts
  /** The clock of proofs. */
  readonly clock: Clock
  readonly scopes: readonly Scope[]
  /** The HTTP status of an error's code. */
  statusOf(code: string, operation: Operation): number | undefined
  /** The needs of an operation, resolved. */
  servicesOf(operation: Operation): Readonly<Record<string, unknown>>
}
interface Run {
  readonly input: Readonly<Record<string, unknown>>
  readonly as: OperationCaller
}

/**
 * Runs an operation: scope, ids of the path, whose data it is, input, proof of a person, handler, output. Every way in goes through here.
 *
 * @throws `SCOPE_MISSING`, `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED`, `STEP_UP_REQUIRED`, and what the handler throws.
 */
export async function runOperation(engine: OperationEngine, operation: Operation, run: Run): Promise<unknown> {
  const { as } = run
  const accountId = 'operator' in as ? null : as.accountId
  const { scopes = ['*'], person = null } = as
  requireScope(engine, operation, { accountId, scopes: as.scopes })
  if (operation.whose === 'person' && person === null) throw personsOnly()
  if (person?.readsOnly && operation.effect !== 'read') throw readsOnly()
  const viewer = viewerOf(engine.accounts, accountId)
  try {
    const services = engine.servicesOf(operation)
    const input = await checkedInput(engine, operation, { input: run.input, viewer, services })
    if (person !== null) await requirePerson(engine, operation, { person, input, services })
    const actor = 'operator' in as ? as.operator : as.actor
    const answer = await operation.run({
      input,
      viewer,
      actor,
      once: operation.idempotent ? (as.once ?? null) : null,
      granted: scopes,
      isHost: accountId === null && as.scopes === undefined && person === null,
      person,
      services,
    })
    return isOperationFile(answer) ? answer : await operation.output.parseAsync(answer)
  } catch (error) {
    // For an account, unknown ids have the common answer, whatever the code.
    if (accountId !== null && isParakhError(error) && engine.statusOf(error.code, operation) === 404) throw notFound()
    throw error
  }
}

interface Credential {
  readonly accountId: string | null
  /** Undefined: it is none, but somebody of the machine. */
  readonly scopes: readonly string[] | undefined
}

function requireScope(engine: OperationEngine, { scope }: Operation, { accountId, scopes }: Credential): void {
  if (scope === null) {
    if (accountId === null && scopes === undefined) return
    throw forbidden('No credential may do this: it is for the command line, and for the application that runs the host')
  }
  if (!hasAdminScope({ accountId, scopes: scopes ?? ['*'] }, scope, engine.scopes))
    throw coreErrors.error('SCOPE_MISSING', { scope: scope.id })
}

const readsOnly = () => forbidden('An account is seen here as it is: nothing of it is changed')
const personsOnly = () => forbidden('A person does this for itself alone, not a token and not the command line')

interface ActOfPerson {
  readonly person: ActingPerson
  readonly input: unknown
  readonly services: Readonly<Record<string, unknown>>
}

/** @throws `FORBIDDEN` where its role has no production; `STEP_UP_REQUIRED` */
async function requirePerson({ clock }: OperationEngine, operation: Operation, act: ActOfPerson): Promise<void> {
  const { person, input, services } = act
  if (!person.production && (await operation.usesProduction(input, services)))
    throw forbidden('This role may not use production')
  if (await operation.needsStepUp(input, services)) requireProof(person, clock.now())
}

/** @throws `STEP_UP_REQUIRED` with the methods that the person has. */
function requireProof({ steppedUpAt, methods }: ActingPerson, now: Date): void {
  if (steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < STEP_UP_MS) return
  throw coreErrors.error('STEP_UP_REQUIRED', { methods: methods.join(', ') || 'none' }, { details: { methods } })
}

interface Checked {
  readonly input: Readonly<Record<string, unknown>>
  readonly viewer: Viewer
  readonly services: Readonly<Record<string, unknown>>
}

/** Whose data it is comes before what is wrong with the input: a refusal of a field would tell that an id exists. */
async function checkedInput(
  engine: OperationEngine,
  operation: Operation,
  { input: given, viewer, services }: Checked,
) {
  refuseNul(given)
  const { parameters, input: schema, whose, accountField } = operation
  const inPath = Object.fromEntries(Object.entries(given).filter(([name]) => parameters.includes(name)))
  const ids = await parseInput(fieldsOf(schema, parameters), inPath)
  if (whose === 'operators' && viewer.accountId !== null) throw forbidden('This is for operators only')
  for (const { field, id } of namedAccounts(given))
    if (!(await viewer.sees(id))) throw notFound(field === 'account_id' ? `account ${id}` : `account ${id} (${field})`)
  const owner = await ownerOf(engine, operation, { ids, viewer, services })
  if (owner !== undefined) await requireVisible(operation, viewer, { owner, what: whatIsNamed(ids) })
  const input = await parseInput(schema, given)
  const named = owner === undefined && accountField !== null ? input[accountField] : undefined
  if (typeof named === 'string') await requireVisible(operation, viewer, { owner: named, what: `account ${named}` })
  if (operation.scope?.for === 'super_admin' && viewer.accountId !== null && !(await viewer.isSuperAdmin()))
    throw forbidden('This is for operators and super admins only')
  return input
}

interface Owned {
  readonly ids: Readonly<Record<string, unknown>>
  readonly viewer: Viewer
  readonly services: Readonly<Record<string, unknown>>
}

/** The owner of what the ids name; an account has one answer for what there is not, also where the lookup throws it. */
async function ownerOf(engine: OperationEngine, operation: Operation, { ids, viewer, services }: Owned) {
  try {
    return await operation.owner(ids, services)
  } catch (error) {
    if (viewer.accountId !== null && isParakhError(error) && engine.statusOf(error.code, operation) === 404) return null
    throw error
  }
}

/** The ids of a path as who asked has given them: `key 01J…`, `wallet task 01J…, step hold`. */
const whatIsNamed = (ids: Readonly<Record<string, unknown>>): string =>
  Object.entries(ids)
    .map(([field, id]) => `${field.replace(/_id$/, '').replaceAll('_', ' ')} ${String(id)}`)
    .join(', ')

interface Visible {
  readonly owner: string | null
  /** What was named. */
  readonly what: string
}

async function requireVisible({ reach }: Operation, viewer: Viewer, { owner, what }: Visible): Promise<void> {
  if (owner === null || !(await viewer.sees(owner))) throw notFound(what)
  if (reach === 'below' && !(await viewer.isAbove(owner)))
    throw forbidden('An account may do this to those below it, not to itself')
}
