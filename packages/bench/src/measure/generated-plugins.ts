/** A TypeScript file of the generated host. */
export interface GeneratedFile {
  readonly name: string
  readonly text: string
}

/**
 * A plugin that uses every typed part of the contract: a section, a provider with two operations, two endpoints, a service, a decorator, an extension point
 * of its own, contributions to it, to another plugin's and to core's, drivers, records, an event, a job and a command.
 */
const plugin = (number: number, count: number): string => {
  const neighbour = (number + 1) % count
  return `import {
  Clock, decorate, defineCommand, defineEndpoint, defineEnvelope, defineEvent, defineJob, definePlugin, defineProvider, defineRecords, defineSettings,
  Envelopes, EventSinks, inr, Logger, modern, operation, PriceRules, Pricing, requireCapability, service, token,
} from '@parakh/core'
import * as z from 'zod'
import { Labels${neighbour} } from './point-${neighbour}.ts'
import { type Label, Labels${number}, Printers${number} } from './point-${number}.ts'

const Person = z.object({ pan: z.string(), name: z.string().trim(), born: z.iso.date().optional(), tags: z.array(z.string()).default([]) })
export const Provider${number} = defineProvider('plugin-${number}', {
  find: operation({ effect: 'read', input: z.object({ pan: z.string() }), same: ['pan'], output: Person }),
  list: operation({ effect: 'read', input: z.object({ page: z.int().min(1) }), output: z.object({ people: z.array(Person), next: z.int().nullable() }) }),
})
const Settings = defineSettings('plugin-${number}', z.object({ percent: z.number().min(0).max(100).default(10), names: z.array(z.string()).default([]) }))
export interface Directory${number} {
  find(pan: string): Promise<{ readonly name: string } | null>
}
export const Directory${number} = token<Directory${number}>('plugin-${number}.directory')
export const Noted${number} = defineEvent('plugin${number}.noted', z.object({ pan: z.string(), state: z.enum(['seen', 'lost']) }))
const Notes = defineRecords('plugin-${number}.notes', {
  record: z.object({ pan: z.string(), note: z.string() }), states: { open: ['done'], done: [] }, initial: 'open', keys: ['pan'],
})
const sweep = defineJob('plugin-${number}.sweep', {
  payload: z.object({ pan: z.string() }), needs: { logger: Logger, clock: Clock },
  run: async ({ payload, logger, clock }) => logger.info('swept', { at: clock.now().getTime(), length: payload.pan.length }),
})
const errors = { NOBODY: { message: 'Nobody has this PAN' }, TOO_MANY: { message: 'Too many', outcome: 'refused', status: 409 } } as const

export const find${number} = defineEndpoint({
  id: 'plugin-${number}-find', method: 'POST', path: '/plugin-${number}/find', group: 'People', summary: 'Find a person', envelope: 'host', price: inr('0.50'),
  request: z.object({ pan: z.string().trim().toUpperCase(), year: z.int().optional(), kind: z.enum(['person', 'company']).default('person') }),
  data: z.object({ name: z.string(), kind: z.enum(['person', 'company']), labels: z.array(z.string()) }),
  errors, uses: Provider${number}.pick('find'), needs: { settings: Settings, directory: Directory${number}, notes: Notes, noted: Noted${number}, sweep },
  async handle({ request, provider, settings, directory, notes, noted, sweep, answer, fail }) {
    const person = (await provider.find({ pan: request.pan })) ?? (await directory.find(request.pan))
    if (!person) return fail('NOBODY')
    if (settings.names.length > settings.percent) return fail('TOO_MANY', { retryAfter: 1 })
    await notes.find({ pan: request.pan })
    noted({ pan: request.pan, state: 'seen' })
    sweep({ pan: request.pan }, { afterSeconds: 60 })
    return answer({ name: person.name, kind: request.kind, labels: [] }, { billable: request.kind === 'person' })
  },
  fixtures: [{ scenario: 'success', request: { pan: 'A' }, records: { find: { pan: 'A', name: 'Asha' } } }, { scenario: 'not-found', request: { pan: 'Z' } }],
})
export const list${number} = defineEndpoint({
  id: 'plugin-${number}-list', method: 'GET', path: '/plugin-${number}/pages/{page}', group: 'People', summary: 'List people', envelope: modern, price: inr('1'),
  request: z.object({ page: z.coerce.number().int().min(1) }),
  data: z.object({ people: z.array(z.object({ pan: z.string(), name: z.string() })), next: z.int().nullable() }),
  errors, uses: Provider${number}.pick('list'), needs: { logger: Logger },
  async handle({ request, provider, logger, answer, fail }) {
    const found = await provider.list(request)
    if (!found) return fail('NOBODY')
    logger.info('listed', { count: found.people.length })
    return answer({ people: found.people.map(({ pan, name }) => ({ pan, name })), next: found.next })
  },
  fixtures: [{ scenario: 'success', request: { page: 1 }, records: { list: { people: [], next: null } } }],
})

export const sink${number} = EventSinks.driver({
  id: 'sink-${number}', options: z.object({ topic: z.string(), types: z.array(z.string()).exactOptional() }), needs: { logger: Logger },
  make: ({ name, options, logger }) => ({ ...options, deliver: async (events) => logger.info(name, { topic: options.topic, count: events.length }) }),
})
export const printer${number} = Printers${number}.driver({
  id: 'printer-${number}', options: z.object({ tray: z.enum(['top', 'bottom']).default('top') }), needs: { clock: Clock }, capabilities: ['colour'],
  make: ({ name, options, clock }) => ({ print: (text) => name + options.tray + text + clock.now().toISOString() }),
})
const envelope = defineEnvelope({
  name: 'envelope-${number}', data: 'nested',
  success: z.object({ ok: z.literal(true), id: z.string() }), failure: z.object({ ok: z.literal(false), code: z.string() }),
  wrap: ({ requestId }, body) => body({ ok: true, id: requestId }), fault: ({ status, code }, reply) => reply(status, { ok: false, code }),
})

export const plugin${number} = definePlugin({
  id: 'plugin-${number}', contract: 1, settings: Settings, provider: Provider${number}, endpoints: [find${number}, list${number}], jobs: [sweep],
  points: [Labels${number}, Printers${number}],
  services: [
    service(Directory${number}, { settings: Settings, labels: Labels${number}, clock: Clock }, ({ settings, labels }) => ({
      find: async (pan) => (settings.names.includes(pan) ? { name: [...labels.values()].map((label) => label.text(pan)).join(' ') } : null),
    })),
  ],
  decorates: [
    decorate(Pricing, {
      id: 'logged', needs: { logger: Logger }, after: ['plugin-${neighbour}/logged'],
      wrap: (inner, { logger }) => ({ quote: (question) => { logger.debug('asked', { endpoint: question.endpoint }); return inner.quote(question) } }),
    }),
  ],
  contributes: [
    sink${number}, printer${number},
    Envelopes.driver({ id: 'envelope-${number}', options: z.object({}), needs: {}, make: () => envelope }),
    Labels${number}.contribute({ id: 'own', needs: { clock: Clock }, make: ({ clock }): Label => ({ kind: 'dated', text: (pan) => pan + clock.now().getTime() }) }),
    Labels${neighbour}.contribute({ id: 'of-${number}', needs: {}, ifPresent: true, make: () => ({ kind: 'plain', text: (pan) => pan }) }),
    PriceRules.contribute({ id: 'discount', needs: { settings: Settings }, make: ({ settings }) => ({ phase: 'adjust', adjust: (_, price) => (settings.percent > 99 ? { price, label: 'none' } : null) }) }),
  ],
  commands: [
    defineCommand({ name: 'show', summary: 'Shows a person', args: z.object({ pan: z.string() }), needs: { directory: Directory${number} }, run: async ({ args, directory }) => ({ found: await directory.find(args.pan) }) }),
  ],
  requires: [requireCapability(Printers${number}, 'colour', 'labels have colours')],
  check: ({ percent }, { plugins }) => (percent > plugins.length * 100 ? [{ path: 'percent', message: 'is too much', allowed: 'less' }] : []),
})
`
}

/** The points stand apart, because neighbours contribute to each other's. */
const points = (number: number): string => `import { chosenPoint, extensionPoint } from '@parakh/core'

export type Label = { readonly kind: 'plain'; text(pan: string): string } | { readonly kind: 'dated'; text(pan: string): string }
export interface Printer { print(text: string): string }
export const Labels${number} = extensionPoint<Label>('plugin-${number}.labels', { version: 1 })
export const Printers${number} = chosenPoint<Printer>('plugin-${number}.printers')({ version: 1, sectionKey: 'printers', count: 'many', capabilities: ['colour'] })
`

const host = (numbers: readonly number[]): string => `import { createServer, defineConfig } from '@parakh/server'
${numbers.map((n) => `import { find${n}, list${n}, Noted${n}, plugin${n}, printer${n}, sink${n} } from './plugin-${n}.ts'`).join('\n')}

export const config = defineConfig({
  database: { client: 'sqlite3', filename: './acme.db' },
  plugins: [
${numbers.map((n) => `    plugin${n}({ percent: ${n}, printers: { main: printer${n}.use({ tray: 'top' }) }, mount: '/api/v${n}' }),`).join('\n')}
  ],
  events: {
${numbers.map((n) => `    sink${n}: sink${n}.use({ topic: 'topic-${n}' }),`).join('\n')}
  },
})
export async function run(keyId: string): Promise<readonly string[]> {
  const { host } = await createServer(config)
  const names: string[] = []
${numbers
  .map(
    (n) => `  await host.on(Noted${n}, ({ data }) => void names.push(data.pan + data.state))
  names.push((await host.call(find${n}, { pan: 'A' }, { keyId })).data?.name ?? '')
  names.push(...((await host.call(list${n}, { page: 1 }, { keyId })).data?.people ?? []).map(({ name }) => name))`,
  )
  .join('\n')}
  await host.on('wallet.low_balance', ({ data }) => void names.push(data.balance.toFixed(2)), { durable: 'mailer' })
  return names
}
`

/** The files of a host with so many plugins, each with two endpoints: `host.ts` composes them. */
export function generatedHost(count: number): readonly GeneratedFile[] {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return [
    ...numbers.map((number) => ({ name: `point-${number}.ts`, text: points(number) })),
    ...numbers.map((number) => ({ name: `plugin-${number}.ts`, text: plugin(number, count) })),
    { name: 'host.ts', text: host(numbers) },
  ]
}
