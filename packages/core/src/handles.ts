import * as z from 'zod'
import { type Needs, type Resolved, Token } from './token.ts'

/** What kinds of handle there are. */
export type HandleKind = 'records' | 'event' | 'job' | 'document' | 'settings' | 'calls'

/**
 * A token whose value is made for one call: its reads see the account's own, its writes ride in the call's settle commit,
 * if and only if the handler answers.
 */
export class Handle<out T, out Definition = unknown> extends Token<T> {
  readonly handle = true
  constructor(
    id: string,
    readonly kind: HandleKind,
    readonly definition: Definition,
  ) {
    super(id)
  }
}
/** Whether a token is a handle, of any copy of core. */
export function isHandle(token: Token<unknown>): token is Handle<unknown> {
  return 'handle' in token && token.handle === true
}

/** A plugin's own section of the configuration. */
export type Settings<S extends z.ZodObject = z.ZodObject> = Handle<z.output<S>, { readonly schema: S }>
/**
 * Declares a plugin's settings; `definePlugin({ settings })` makes them part of its options.
 *
 * @example
 * const PrintSettings = defineSettings('print', z.object({ shipping: Price }))
 */
export const defineSettings = <S extends z.ZodObject>(plugin: string, schema: S): Settings<S> =>
  new Handle(`settings.${plugin}`, 'settings', { schema })

/** An event of the account's webhooks; the value emits it with the commit. */
export type Event<V extends z.ZodObject = z.ZodObject> = Handle<(data: z.input<V>) => void, { readonly data: V }>
/**
 * Declares an event: thin, with ids, states and amounts, never an identity number (decisions.md section 9).
 *
 * @example
 * const OrderUpdated = defineEvent('order.updated', z.object({ order_id: z.string(), status: z.string() }))
 */
export const defineEvent = <V extends z.ZodObject>(type: `${string}.${string}`, data: V): Event<V> =>
  new Handle(type, 'event', { data })

/** What a job's definition holds. */
export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  readonly payload: P
  readonly needs: Needs
  /** A cron expression, in Asia/Kolkata: then it also runs on its own, with an empty payload. */
  readonly schedule?: string
  /** Runs before it is given up: 1 to 20, default 5. */
  readonly attempts: number
  run(context: Readonly<Record<string, unknown>>): Promise<void>
}
/** Durable work: enqueued with the commit, retried, or run on a schedule. */
export interface Job<P extends z.ZodObject = z.ZodObject>
  extends Handle<(payload: z.input<P>, options?: { afterSeconds?: number }) => void, JobDefinition<P>> {
  readonly job: true
}
/**
 * Declares a job.
 *
 * @example
 * const sweep = defineJob('acme.sweep', {
 *   payload: z.object({}), needs: { logger: Logger }, schedule: '0 3 * * *',
 *   async run({ logger }) { logger.info('acme.swept') },
 * })
 */
export function defineJob<P extends z.ZodObject, const N extends Needs>(
  id: string,
  definition: {
    payload: P
    needs: N
    schedule?: string
    attempts?: number
    run(context: { payload: z.output<P> } & Resolved<N>): Promise<void>
  },
): Job<P> {
  const { schedule, attempts = 5, payload, needs } = definition
  const run = definition.run as unknown as JobDefinition<P>['run']
  const handle = new Handle<(payload: z.input<P>, options?: { afterSeconds?: number }) => void, JobDefinition<P>>(
    id,
    'job',
    { payload, needs, attempts, run, ...(schedule === undefined ? {} : { schedule }) },
  )
  return Object.assign(handle, { job: true as const })
}

/** One part of a page. */
export type Block =
  | { readonly fields: readonly (readonly [label: string, value: string])[] }
  | { readonly heading: string }
  | { readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } }
/** What a document's definition holds. */
export interface DocumentDefinition<R extends z.ZodObject> {
  readonly record: R
  readonly title: string
  fileName(record: z.output<R>): string
  blocks(record: z.output<R>): readonly Block[]
}
/** The fields of an issued document, for an endpoint's data: where it lies, for how many seconds, its file's name, its pages. */
export const Pdf = z.object({ pdf_url: z.string(), pdf_expires_in: z.int(), file_name: z.string(), pages: z.int() })
/** Where an issued document lies. */
export type IssuedDocument = z.output<typeof Pdf>
/** Issues the document of a record. */
export type Issue<T> = (record: T) => Promise<IssuedDocument>
/** A PDF, described. The host draws it with its brand and serves it behind a signed, expiring URL. */
export function defineDocument<R extends z.ZodObject>(
  id: string,
  definition: DocumentDefinition<R>,
): Handle<Issue<z.output<R>>, DocumentDefinition<R>> {
  return new Handle(id, 'document', definition)
}

/** An earlier call of the account. */
export interface PastCall {
  readonly reference: string
  readonly endpoint: string
  readonly state: 'pending' | 'completed' | 'failed'
  readonly at: Date
  /** What it answered: the endpoint's data. Null when it is past its retention. */
  readonly data: unknown
}
/** The account's own earlier calls. */
export interface CallHistory {
  /** By reference or by request id; null when the account has no such call. */
  find(reference: string): Promise<PastCall | null>
  /** Gives back what a call cost: once, in the settle commit. */
  refund(reference: string, reason: string): void
}
/** The account's own earlier calls, found by reference or request id; a refund happens once, in the settle commit. */
export const Calls = new Handle<CallHistory, null>('core.calls', 'calls', null)
