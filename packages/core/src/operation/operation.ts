import type * as z from 'zod'
import type { Needs, Resolved } from '../token.ts'
import type { ActingPerson } from './acting-person.ts'
import type { Scope } from './scope.ts'

/** Who runs an operation, and the accounts that it may access. */
export interface Viewer {
  /** The credential's account; null: an operator, who sees all. */
  readonly accountId: string | null
  /** Whether an account exists and may be accessed: for an account, itself and all below it. */
  sees(accountId: string): Promise<boolean>
  /** Whether an account is strictly below it; for an operator every account is. */
  isAbove(accountId: string): Promise<boolean>
  /** The accessible accounts, for filters; null: all. */
  branch(): Promise<readonly string[] | null>
  /** Whether it is an account with the role `super_admin`. */
  isSuperAdmin(): Promise<boolean>
}

/** An answer that is a file: of a read whose `files` names its media type. */
export interface OperationFile {
  readonly kind: 'operation-file'
  readonly type: string
  /** Letters, digits, `.`, `_` and `-`. */
  readonly name: string
  /** All of them, or piece by piece: the pieces are made while they are sent, so that a long file needs no memory. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
}
/** Makes an answer that is a file. */
export const operationFile = (file: Omit<OperationFile, 'kind'>): OperationFile => ({ kind: 'operation-file', ...file })

/** The file that an operation may answer; never, where it names no media type. */
export type FileOf<F extends readonly string[]> = F extends readonly [] ? never : OperationFile
/** Whether an answer is a file. */
export const isOperationFile = (answer: unknown): answer is OperationFile =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'operation-file'

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never
/** A path whose parameters are all fields of the input; otherwise a text that names the missing one. */
export type PathOf<P extends string, In> = [PathNames<P>] extends [keyof In]
  ? P
  : `the input lacks {${Exclude<PathNames<P>, keyof In> & string}}`

/**
 * Whose data an operation touches. It is checked before the handler, on every way in; an unknown id and one outside the viewer's branch are both
 * answered as not found. There is no default: an operation that does not say it does not compile.
 *
 * - `{ account: field }`: the account that this field names. `reach: 'below'`: only accounts below the viewer's, never its own.
 * - `{ owner }`: the account that owns what the ids of the path name; null: there is no such thing. It is asked before the rest of the input is read.
 * - `operators`: nobody's; operators alone.
 * - `everyone`: what the handler itself limits to `viewer.branch()`, or what everyone may see.
 * - `person`: that of the person who runs it, such as its sessions. Tokens, the command line and `host.run` without a person are refused.
 *
 * Besides, every field named `account_id`, `…_account_id(s)` and `parent_id`, at any depth, must name an account that the viewer sees.
 */
export type Whose<In, N extends Needs, P extends string = string> =
  | {
      readonly account: { [K in keyof In]: In[K] extends string ? K : never }[keyof In] & string
      readonly reach?: 'branch' | 'below'
    }
  | {
      readonly owner: (ids: Pick<In, PathNames<P> & keyof In>, needs: Resolved<N>) => Promise<string | null>
      readonly reach?: 'branch' | 'below'
    }
  | 'operators'
  | 'everyone'
  | 'person'

/** How a field of the input is typed on the command line. */
export interface CommandOption {
  /** The flag, or the name of the argument, without dashes. Default: the field with hyphens and without a final `_id`: `account_id` is `--account`. */
  readonly flag?: string
  /**
   * How its text is read. Default: by the schema: numbers, a boolean as a flag without a value, a list as parts separated by commas, a list of
   * objects as `kind=reference` once for each.
   * `duration`: `24h`, as seconds; `time`: a time with its zone, or a day, which begins in India; `end`: the same, but a day means its end;
   * `file`: the content of the named file, as text; `bytes`: the same as base64; `json`: an object typed as JSON; `private`: the text itself, or
   * `-` for the first line of standard input, because what is typed stands in the list of processes.
   */
  readonly read?: 'duration' | 'time' | 'end' | 'file' | 'bytes' | 'json' | 'private'
  /** It must be typed, also where the schema has a default: an environment, so that nobody means the other one. */
  readonly required?: true
  /** The word that stands for null: `none`. Default: null cannot be typed. */
  readonly null?: string
  /** What the command gives where it is not typed. Default: the schema's default. */
  readonly default?: string | number | boolean
  /** What stands for the value in the help: `<rupees>`. */
  readonly value?: string
}

/** One argument that is typed for several fields: `{ name: 'task', fields: ['reference', 'step'], separator: '/' }`. */
export interface JoinedArgument<F extends string = string> {
  readonly name: string
  /** In order. The last ones may be left out with their separator, if the schema has it so. */
  readonly fields: readonly F[]
  readonly separator: string
}

/** A flag without a value, which stands for fields of the input: `{ off: { summary: 'No threshold', sets: { percent: null } } }`. */
export interface CommandFlag {
  readonly summary: string
  /** As JSON has them. */
  readonly sets: Readonly<Record<string, unknown>>
}

/** What the command line offers a renderer. */
export interface Drawing {
  /** A table of plain text: titles, then rows of cells. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): string
}

/** A file that a command writes besides what it prints, such as a picture. */
export interface CommandFile<Out> {
  /** The ends of allowed names, without the dot: `['png', 'svg']`. */
  readonly formats: readonly string[]
  /** What is typed before its name, without dashes. Default `out`. */
  readonly flag?: string
  /** Only who made it may read it (0600): it holds what the answer does not show. */
  readonly private?: true
  /** Null: there is nothing to write. @param format One of them. */
  make(output: Out, format: string): Promise<Uint8Array | null>
}

/** How an operation is a command. */
export interface OperationCommand<In, Out> {
  /** Default: the id with spaces for dots: `plans.subscribe` is `parakh plans subscribe`. */
  readonly name?: string
  /** Fields that are positional arguments, in order. A list takes the rest of the line. */
  readonly positional?: readonly ((keyof In & string) | JoinedArgument<keyof In & string>)[]
  readonly options?: { readonly [K in keyof In & string]?: CommandOption }
  /** By name, without dashes. */
  readonly flags?: Readonly<Record<string, CommandFlag>>
  /** Of a list: the name of its rows in the object that `--json` prints. Default `items`. */
  readonly rows?: string
  /** Of a list: it prints all pages, unless `--cursor` or `--limit` is typed. Default: one page. */
  readonly all?: true
  /** Fields that `--json` prints besides those of the output. */
  readonly more?: (output: Out, input: In) => Readonly<Record<string, unknown>>
  /** The text for a person. Default: a table for a list, otherwise one line for each field. What comes after a page is told below it. */
  readonly text?: (output: Out, given: { readonly input: In; readonly draw: Drawing }) => string
  /** Whether this answer is a failure, for the exit code of the command. Default: none is. */
  readonly fails?: (output: Out) => boolean
  /** `--out FILE` writes it to a new file. Of an operation without `files`: theirs is the answer itself. */
  readonly out?: CommandFile<Out>
}

/** How the console shows a field of a form. */
export interface FormField {
  readonly label?: string
  readonly widget?: 'text' | 'secret' | 'money' | 'choice'
}

/** What a handler receives besides its needs. */
export interface OperationContext<In> {
  readonly input: In
  readonly viewer: Viewer
  /** For the audit log: `admin:<name of the credential>`, or the operator of the command line. */
  readonly actor: string
  /** The idempotency key of an operation that is `idempotent`; null: none was given. */
  readonly once: string | null
  /** The scopes of who runs it, so that nobody gives away more than it has; `*`: all that its account may have. */
  readonly granted: readonly string[]
  /** True: the command line of the host, or the application that runs the host. False: a credential, a person or an account. */
  readonly isHost: boolean
  /** The person who runs it; null: a token, the command line, or an embedder. Never null where it is `whose: 'person'`. */
  readonly person: ActingPerson | null
}

/** A run of an operation, in one object: the host does not know its types. */
export interface OperationRun extends OperationContext<unknown> {
  readonly services: Readonly<Record<string, unknown>>
}

/**
 * One definition of what an operator or an account can do: from it come the route of the admin API with its OpenAPI operation, the command
 * with its table and `--json`, the typed call `host.run(operation, input, as)`, and what a form of the console needs. Bound to nothing but
 * `In` and `Out`.
 */
export interface Operation<in In = never, out Out = unknown> {
  readonly id: string
  readonly effect: 'read' | 'write'
  /** One line that begins with a verb. */
  readonly summary: string
  /** Null: no credential may run it, so that it has no route: it is a command, and `host.run` runs it for an operator. */
  readonly scope: Scope | null
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Null: no route. */
  readonly path: string | null
  readonly status: 200 | 201 | 202
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** The rows of a list, whose fields are its CSV columns. Null: not a list. */
  readonly rows: z.ZodObject | null
  readonly errors: Readonly<Record<string, number>>
  readonly files: readonly string[]
  readonly bodyLimitBytes: number
  readonly idempotent: boolean
  readonly whose: 'account' | 'owner' | 'operators' | 'everyone' | 'person'
  readonly reach: 'branch' | 'below'
  readonly needs: Needs
  /** Null: no command. */
  readonly command: OperationCommand<never, unknown> | null
  readonly form: Readonly<Record<string, FormField>>
  /** The names of its path's parameters, in order. */
  readonly parameters: readonly string[]
  /** The account whose data these ids of the path touch; null: there is none; undefined: none to check, or the rest of the input names it. */
  owner(ids: unknown, services: Readonly<Record<string, unknown>>): Promise<string | null | undefined>
  /** Whether this input uses production, for which a person needs a role that may. */
  usesProduction(input: unknown, services: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Whether a person proves itself once more before this input is run. */
  needsStepUp(input: unknown, services: Readonly<Record<string, unknown>>): Promise<boolean>
  run(run: OperationRun): Promise<unknown>
  /** The field that names the account, of `whose: { account }`; else null. */
  readonly accountField: string | null
  /** Never there at run time. */
  readonly types?: (input: In) => Out
}

/** What opens an operation over HTTP: a scope that a credential may have, and a path; or nothing does. */
export type OperationRoute<Path> =
  | {
      readonly scope: Scope
      /** Below `/admin/v1`. Fields of the path come from it, the others from the query (GET, DELETE) or the JSON body. Unknown fields are refused. */
      readonly path: Path
    }
  | {
      /** No credential may run it: who has the machine does, on the command line, or the embedding application by `host.run`. */
      readonly scope: null
      readonly path?: never
    }

/** What `defineOperation` takes, besides its route. */
export interface OperationDefinition<
  P extends string,
  I extends z.ZodObject,
  O extends z.ZodType,
  N extends Needs,
  F extends readonly string[] = readonly string[],
> {
  /** Unique: the OpenAPI operation id, by default the command, and the name in permission tests. `plans.subscribe`. */
  readonly id: `${string}.${string}`
  readonly effect: 'read' | 'write'
  readonly summary: string
  /** Default: GET for a read, POST for a write. */
  readonly method?: Operation['method']
  /** HTTP status of success. Default 200. */
  readonly status?: Operation['status']
  /** Written for JSON: texts of a query and of the command line are read as numbers and booleans where the schema has them. */
  readonly input: I
  /** Fields that it does not declare are never sent. A list: `pageOf(row)`. */
  readonly output: O
  readonly whose: Whose<z.output<I>, N, P>
  /**
   * Whether a person must have proven itself within the last ten minutes: for secrets, money, roles. A function decides by the input. Tokens, the
   * command line and `host.run` without a person are not asked.
   */
  readonly stepUp?: true | ((input: z.output<I>, needs: Resolved<N>) => boolean | Promise<boolean>)
  /** Whether this input uses production, which a person may only where its role says so. Tokens and the command line are not asked. */
  readonly production?: (input: z.output<I>, needs: Resolved<N>) => boolean | Promise<boolean>
  /** HTTP status, 400 to 499, by error code, where the rule by the code's ending does not give it. */
  readonly errors?: Readonly<Record<string, number>>
  /** Media types of file answers, besides JSON. */
  readonly files?: F
  /** The largest request body. Default 65,536. */
  readonly bodyLimitBytes?: number
  /** Whether it takes `Idempotency-Key`; the command line makes one. */
  readonly idempotent?: true
  /** False: no command. Of `whose: 'person'` there is none. */
  readonly command?: OperationCommand<z.output<I>, z.output<O>> | false
  readonly form?: { readonly [K in keyof z.output<I> & string]?: FormField }
  readonly needs: N
  handle(context: OperationContext<z.output<I>> & Resolved<N>): Promise<z.input<O> | FileOf<F>>
}
