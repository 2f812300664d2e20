import * as z from 'zod'
import type { Money } from './money.ts'
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

/**
 * One part of a document, from top to bottom: labelled values, two in a row; a heading; a table, whose head is repeated on every
 * page; a remark. Texts may be in any Indian script and as long as they are. An empty value stands as a dash.
 */
export type Block =
  | { readonly fields: readonly (readonly [label: string, value: string])[] }
  | { readonly heading: string }
  | { readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } }
  | { readonly note: string }
/** What a document's definition holds. */
export interface DocumentDefinition<R extends z.ZodObject> {
  readonly record: R
  /** What it is, on its first page and where its code is checked: `Driving licence`. The same for every record. */
  readonly title: string
  /** The name of the downloaded file. What no file may be called is taken out of it. */
  fileName(record: z.output<R>): string
  /** What stands on it: what is kept, encrypted, and drawn when it is fetched. An `Identifier` goes in as `masked`. */
  blocks(record: z.output<R>): readonly Block[]
}
/** The fields of an issued document, for an endpoint's data: where it lies, for how many seconds, its file's name, its pages. */
export const Pdf = z.object({ pdf_url: z.string(), pdf_expires_in: z.int(), file_name: z.string(), pages: z.int() })
/** Where an issued document lies. */
export type IssuedDocument = z.output<typeof Pdf>
/** Issues the document of a record. */
export type Issue<T> = (record: T) => Promise<IssuedDocument>
/**
 * A PDF, described. The host draws it with its brand and serves it behind a signed, expiring URL.
 *
 * @param id Unique in a server: `dl.licence`.
 * @example
 * const Card = defineDocument('dl.licence', {
 *   record: DrivingLicence, title: 'Driving licence', fileName: ({ dl_number }) => `dl-${dl_number}.pdf`,
 *   blocks: ({ name, dob }) => [{ fields: [['Name', name], ['Date of birth', dob]] }],
 * })
 */
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
  /** `pending` while it runs or waits for an async result; `failed` where it did not answer, or its source said later that it failed. */
  readonly state: 'pending' | 'completed' | 'failed'
  readonly at: Date
  /** When it ended, or when an async result of it last came; null while it runs. */
  readonly updatedAt: Date | null
  readonly charged: Money
  /** Of what was charged. */
  readonly refunded: Money
  /** What it answered: the endpoint's data. Null when it is past its retention. */
  readonly data: unknown
  /** What was last told of it, as its event says it; null before any async result, and for calls that are done when they answer. */
  readonly asyncResult: Readonly<Record<string, unknown>> | null
}
/** The account's own earlier calls. */
export interface CallHistory {
  /** By reference or by request id; null when the account has no such call, or one of an endpoint that the key may not call. */
  find(reference: string): Promise<PastCall | null>
  /**
   * Lets the URLs of the documents of an earlier call open for so long from now, and keeps the documents as long as that. A lifetime
   * that ends later stands. Written at once and not in the settle commit: whoever is sent a URL may fetch it before the call ends.
   *
   * @param reference Of a call that `find` found. Of any other, or of one without documents, nothing is written.
   * @param options `forSeconds`: whole seconds.
   */
  renewDocuments(reference: string, options: { readonly forSeconds: number }): Promise<void>
  /** Returns what a call cost: once, in the settle commit. */
  refund(reference: string, reason: string): void
  /**
   * Ends a call that waits for an async result as failed before its source says so: what it cost is returned, once, and what its source
   * says afterwards is not heard. In the settle commit; where results are faster, the handler runs again. The event is the handler's.
   * For endpoints that are done when they answer.
   *
   * @param asyncResult What `find` tells of it from then on.
   * @returns False where no call of the account with this reference waits for an async result: then nothing is written.
   */
  withdraw(reference: string, asyncResult: Readonly<Record<string, unknown>>): Promise<boolean>
}
/** The account's own earlier calls, found by reference or request id; a refund happens once, in the settle commit. */
export const Calls = new Handle<CallHistory, null>('core.calls', 'calls', null)
