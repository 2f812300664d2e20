import { decimal, ENVIRONMENTS, type Money } from '@parakh/core'
import type { Host, HostedEndpoint, PublishedEndpoint } from '@parakh/kernel'
import type { Command } from 'commander'
import { withInstalled } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh plugins list`. */
export function addPlugins(program: Command, session: Session): void {
  const plugins = program.command('plugins').description('the plugins of the configuration')
  addCommand(plugins, 'list', 'list endpoints with their environments, prices and price sources').action(
    async (options: CommonOptions) => {
      const result = await withInstalled(session, options, async (host) => {
        const { endpoints } = await host.published()
        return { json: describe(host, endpoints), text: draw(host, endpoints) }
      })
      printResult(session.terminal, options, result)
    },
  )
}

const pluginIds = (host: Host): readonly string[] => [
  ...new Set([...host.endpoints.map(({ plugin }) => plugin), ...host.commands.map(({ plugin }) => plugin)]),
]

function describe(host: Host, endpoints: readonly PublishedEndpoint[]): object {
  return {
    plugins: pluginIds(host).map((id) => ({
      id,
      endpoints: endpoints.filter(({ plugin }) => plugin === id).map(describeEndpoint),
      commands: host.commands
        .filter(({ plugin }) => plugin === id)
        .map(({ command }) => ({ command: `parakh ${id} ${command.name}`, summary: command.summary })),
    })),
  }
}

const isRegulated = ({ endpoint }: HostedEndpoint): boolean => endpoint.consent?.regulated === true

const describeEndpoint = (hosted: PublishedEndpoint): object => ({
  id: hosted.endpoint.id,
  method: hosted.endpoint.method,
  path: hosted.path,
  price: hosted.price.amount === null ? null : decimal(hosted.price.amount),
  price_source: hosted.price.source,
  tiers: hosted.price.tiers.map(({ name, amount, source }) => ({
    ...{ tier: name, price: amount === null ? null : decimal(amount), price_source: source },
  })),
  regulated: isRegulated(hosted),
  environments: Object.fromEntries(ENVIRONMENTS.map((environment) => [environment, hosted.activation(environment)])),
  providers: hosted.providers,
})

const amountText = (amount: Money | null): string => (amount === null ? 'computed' : decimal(amount))

/** The price and its source: of each tier, where there are any. */
const priceColumns = ({ amount, source, tiers }: PublishedEndpoint['price']): readonly [string, string] =>
  tiers.length === 0
    ? [amountText(amount), source ?? '']
    : [
        tiers.map((tier) => `${tier.name} ${amountText(tier.amount)}`).join(', '),
        [...new Set(tiers.map((tier) => tier.source))].join(', '),
      ]

function draw(host: Host, published: readonly PublishedEndpoint[]): string {
  const endpoints = drawTable(
    ['Plugin', 'Endpoint', 'Method and path', 'Price (INR)', 'Price from', 'Sandbox', 'Production'],
    published.map((hosted) => [
      hosted.plugin,
      hosted.endpoint.id,
      `${hosted.endpoint.method} ${hosted.path}`,
      ...priceColumns(hosted.price),
      sandbox(hosted),
      production(hosted),
    ]),
  )
  if (host.commands.length === 0) return endpoints
  const commands = host.commands.map(({ plugin, command }) => [`parakh ${plugin} ${command.name}`, command.summary])
  return `${endpoints}\n\n${drawTable(['Command', 'What it does'], commands)}`
}

function sandbox(hosted: HostedEndpoint): string {
  const found = hosted.activation('sandbox')
  return found.active ? 'active' : `no: ${found.reason}`
}

/** The active providers in failover order, or why there are none. */
function production(hosted: HostedEndpoint): string {
  const found = hosted.activation('production')
  if (!found.active) return `no: ${found.reason}`
  return hosted.providers.length === 0 ? 'active' : `active: ${hosted.providers.join(', then ')}`
}
