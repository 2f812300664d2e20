import * as z from 'zod'
import type { Money } from './money.ts'
import { type Needs, type Resolved, Token } from './token.ts'

/** The kinds of handle. */
export type HandleKind = 'records' | 'event' | 'job' | 'document' | 'settings' | 'calls'

/**
 * A token whose value is made for one call. It reads data of that call's account; its writes are committed by settle, if and only if
 * the handler answers.
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

/** The definition of a job. */
export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  readonly payload: P
  readonly needs: Needs
  /** A cron expression, in Asia/Kolkata. The job then also runs on this schedule, with an empty payload. */
  readonly schedule?: string
  /** The number of attempts: 1 to 20, default 5. */
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

type LabelledValues = readonly (readonly [label: string, value: string])[]

/**
 * One block of a document, from top to bottom: labelled values, two in a row; a heading; a table, whose header is repeated on every
 * page; a remark; a card of the size of an identity card, to be cut out, whose first value of the front is its largest. Texts may be of any length, in any Indian script. An empty value is shown as a dash.
 */
export type Block =
  | { readonly fields: LabelledValues }
  | { readonly heading: string }
  | { readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } }
  | { readonly note: string }
  | { readonly card: { readonly front: LabelledValues; readonly back: LabelledValues } }
/** The definition of a document. */
export interface DocumentDefinition<R extends z.ZodObject> {
  readonly record: R
  /** The kind of document, shown on its first page and when its code is verified: `Driving licence`. The same for every record. */
  readonly title: string
  /** The name of the downloaded file. Characters that file names may not contain are removed. */
  fileName(record: z.output<R>): string
  /** The data of the document: stored encrypted, drawn when it is downloaded. Put an `Identifier` in as `masked`. */
  blocks(record: z.output<R>): readonly Block[]
}
/** The fields of an issued document for an endpoint's data: URL, lifetime in seconds, file name, pages. */
export const Pdf = z.object({ pdf_url: z.string(), pdf_expires_in: z.int(), file_name: z.string(), pages: z.int() })
/** The URL of an issued document, and what belongs to it. */
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

/** An earlier call of the account, as a handler sees it. */
export interface PastCall {
  readonly reference: string
  readonly endpoint: string
  /** `pending`: it runs or waits for an async result. `failed`: it did not answer, or a later async result said that it failed. */
  readonly state: 'pending' | 'completed' | 'failed'
  readonly at: Date
  /** When it ended, or received its last async result; null while it runs. */
  readonly updatedAt: Date | null
  readonly charged: Money
  /** What it still holds: of a call that runs, or that is charged on completion. */
  readonly held: Money
  /** The refunded part of the charge. */
  readonly refunded: Money
  /** The endpoint's data that it answered. Null after its retention. */
  readonly data: unknown
  /** The data of its last event; null before any async result, and for synchronous endpoints. */
  readonly asyncResult: Readonly<Record<string, unknown>> | null
}
/** The account's own earlier calls. */
export interface CallHistory {
  /** Finds by reference or request id. Null: the account has no such call, or the key may not call its endpoint. */
  find(reference: string): Promise<PastCall | null>
  /**
   * Extends the lifetime of an earlier call's documents and their URLs to this many seconds from now; a longer lifetime is not
   * shortened. It is written at once, not by settle: the recipient of a URL may open it before the call ends.
   *
   * @param reference Of a call that `find` found. Of any other, or of one without documents, nothing is written.
   * @param options `forSeconds`: whole seconds.
   */
  renewDocuments(reference: string, options: { readonly forSeconds: number }): Promise<void>
  /** Refunds a call, at most once, in the settle commit. Of one that is charged on completion and not completed, the hold is released. */
  refund(reference: string, reason: string): void
  /**
   * Ends a call that waits for an async result as failed: it is refunded once, or its hold released, and later results are ignored. Written by settle; if a
   * result arrives first, the handler runs again. The handler emits the event itself. For synchronous endpoints, such as a
   * cancellation.
   *
   * @param asyncResult What `find` then returns as its async result.
   * @returns False: no call of the account with this reference waits for an async result, and nothing is written.
   */
  withdraw(reference: string, asyncResult: Readonly<Record<string, unknown>>): Promise<boolean>
}
/** The account's own earlier calls, found by reference or request id; a refund happens once, in the settle commit. */
export const Calls = new Handle<CallHistory, null>('core.calls', 'calls', null)
