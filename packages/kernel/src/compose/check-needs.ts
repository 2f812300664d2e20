import {
  Accounts,
  AsyncResults,
  type ConfigurationFault,
  CurrentCaller,
  Documents,
  type Handle,
  isHandle,
  isTables,
  LiveSources,
  type Needs,
  type Plugin,
  type RecordsDefinition,
  type Token,
} from '@parakh/core'
import { whoBrings } from '../container.ts'
import { kernelErrors } from '../error-codes.ts'

/** Tokens that the kernel itself provides. */
export const KERNEL_TOKENS: readonly Token<unknown>[] = [CurrentCaller, AsyncResults, LiveSources]

/** Fields that a kept record has besides its own. */
const RESERVED_RECORD_FIELDS = ['id', 'state', 'createdAt', 'updatedAt']

interface Needer {
  readonly needer: string
  readonly needs: Needs
}

function neededBy(plugin: Plugin): readonly Needer[] {
  const { endpoints, jobs, commands, operations } = plugin.definition
  return [
    ...endpoints.map((endpoint) => ({ needer: `the endpoint "${endpoint.id}"`, needs: endpoint.needs })),
    ...jobs.map((job) => ({ needer: `the job "${job.id}"`, needs: job.definition.needs })),
    ...commands.map((command) => ({ needer: `the command "${plugin.id} ${command.name}"`, needs: command.needs })),
    // Whose data an operation touches is looked up for each.
    ...operations.map(({ id, needs }) => ({
      needer: `the operation "${id}"`,
      needs: { ...needs, [Accounts.id]: Accounts },
    })),
  ]
}

/** Parts that are made once for a server: they have no call, so of the handles they may need only the plugin's settings. */
function neededOnce(plugin: Plugin): readonly Needer[] {
  const { services, decorates, contributes, routes, work } = plugin.definition
  return [
    ...services.map(({ token, needs }) => ({ needer: `the service "${token.id}"`, needs })),
    ...decorates.map(({ id, needs }) => ({ needer: `the decorator "${plugin.id}/${id}"`, needs })),
    ...contributes.map(({ id, needs }) => ({ needer: `the contribution "${plugin.id}/${id}"`, needs })),
    ...routes.map(({ id, needs }) => ({ needer: `the route "${id}"`, needs })),
    ...work.map(({ id, needs }) => ({ needer: `the work "${id}"`, needs })),
  ]
}

function checkToken(
  token: Token<unknown>,
  given: { plugin: Plugin; needer: string; path: string; provided: ReadonlySet<string> },
): ConfigurationFault | null {
  const { plugin, needer, path, provided } = given
  if (isTables(token) && token.namespace !== plugin.id && plugin.id !== 'core') {
    const detail = `${needer} needs the tables of "${token.namespace}". Allowed: a service of that plugin`
    return kernelErrors.fault('TABLES_INVALID', path, { id: plugin.id, detail })
  }
  if (!isHandle(token)) {
    return token.isOptional || provided.has(token.id)
      ? null
      : kernelErrors.fault('SERVICE_MISSING', path, { id: token.id, needer, allowed: whoBrings(token) })
  }
  if (token.kind === 'document' && !provided.has(Documents.id)) {
    return kernelErrors.fault('NOT_INSTALLED', path, {
      id: token.id,
      needer,
      part: 'documents',
      allowed: whoBrings(Documents),
    })
  }
  if (token.kind === 'records') {
    const { shape } = (token as Handle<unknown, RecordsDefinition>).definition.record
    const taken = RESERVED_RECORD_FIELDS.filter((name) => Object.hasOwn(shape, name))
    return taken.length > 0
      ? kernelErrors.fault('RECORDS_INVALID', path, { id: token.id, taken: taken.join(', ') })
      : null
  }
  if (token.kind === 'settings' && token.id !== plugin.definition.settings?.id) {
    return kernelErrors.fault('SERVICE_MISSING', path, { id: token.id, needer, allowed: whoBrings(token) })
  }
  if (token.kind === 'job' && !plugin.definition.jobs.some(({ id }) => id === token.id)) {
    return kernelErrors.fault('SERVICE_MISSING', path, { id: token.id, needer, allowed: whoBrings(token) })
  }
  return null
}

/** What a plugin's parts need and nobody provides. */
export function checkNeeds(plugin: Plugin, path: string, provided: ReadonlySet<string>): readonly ConfigurationFault[] {
  const outside = neededOnce(plugin).flatMap(({ needer: where, needs }) =>
    Object.values(needs)
      .filter((token) => isHandle(token) && token.kind !== 'settings')
      .map(({ id }) => kernelErrors.fault('HANDLE_OUTSIDE_CALL', path, { id, where })),
  )
  const missing = [...neededBy(plugin), ...neededOnce(plugin)].flatMap(({ needer, needs }) =>
    Object.values(needs).flatMap((token) => checkToken(token, { plugin, needer, path, provided }) ?? []),
  )
  return [...outside, ...missing]
}
