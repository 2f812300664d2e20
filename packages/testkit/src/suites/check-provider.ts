import {
  type AnyImplementation,
  type Attempt,
  Identifier,
  isUpstreamError,
  type ProviderOperation,
  type ProviderOperations,
  zero,
} from '@parakh/core'
import { sequentialIds } from '../fakes/sequential-ids.ts'

/** How long a call may go on after its signal was aborted, in milliseconds. */
const END_WITHIN_MS = 5_000

/** One question to a provider, and what must come back. */
export interface ProviderCase {
  readonly operation: string
  /** As a caller writes it: it is parsed by the operation's input schema. */
  readonly input: unknown
  /** A record that parses, the definite no, or an `UpstreamError`. */
  readonly expect: 'record' | 'none' | 'trouble'
  /** Makes the upstream ready for it. */
  arrange?(): void | Promise<void>
}
/** A provider to be checked. */
export interface ProviderUnderTest {
  /** What `defineProvider` gave. */
  readonly contract: { readonly operations: ProviderOperations }
  make(): AnyImplementation | Promise<AnyImplementation>
  readonly cases: readonly ProviderCase[]
  /** Makes the upstream hang, where that can be done: an aborted signal must still end the call. */
  hang?(): void | Promise<void>
}

interface Question {
  readonly operation: ProviderOperation
  readonly input: Readonly<Record<string, unknown>>
  ask(attempt: Attempt): Promise<unknown>
  status?: ((reference: string, attempt: Attempt) => Promise<unknown>) | undefined
}

function attemptFor(signal: AbortSignal): Attempt {
  const reference = sequentialIds().next()
  const call = { reference, requestId: reference, account: 'account', environment: 'production', price: zero } as const
  return { signal, call: { ...call, at: new Date() } }
}

async function questionOf(provider: ProviderUnderTest, asked: ProviderCase): Promise<Question | string> {
  const operation = provider.contract.operations[asked.operation]
  if (!operation) return `the contract has no operation ${asked.operation}`
  const input = operation.input.safeParse(asked.input)
  if (!input.success) return `its input does not meet the operation's schema: ${input.error.message}`
  const implemented = (await provider.make())[asked.operation]
  if (!implemented) return 'the provider does not implement it'
  const isWrite = typeof implemented !== 'function'
  if (isWrite !== (operation.effect === 'write'))
    return `a ${operation.effect} is a function per read, { send, status } per write`
  await asked.arrange?.()
  return {
    operation,
    input: input.data,
    ask: (attempt) => (isWrite ? implemented.send(input.data, attempt) : implemented(input.data, attempt)),
    status: isWrite ? implemented.status : undefined,
  }
}

const isIdentifier = (value: unknown): value is Identifier =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'identifier'
const textOf = (value: unknown): unknown => (isIdentifier(value) ? Identifier.text(value) : value)

function checkRecord({ operation, input }: Question, record: unknown): string[] {
  const parsed = operation.output.safeParse(record)
  if (!parsed.success) return [`its record does not meet the operation's schema: ${parsed.error.message}`]
  const others = operation.same.filter((field) => textOf(parsed.data[field]) !== textOf(input[field]))
  return others.map((field) => `its record is about another ${field}`)
}

/** What is wrong with one case of a provider. */
export async function checkProviderCase(provider: ProviderUnderTest, asked: ProviderCase): Promise<readonly string[]> {
  const question = await questionOf(provider, asked)
  if (typeof question === 'string') return [question]
  const attempt = attemptFor(new AbortController().signal)
  try {
    const record = await question.ask(attempt)
    if (asked.expect === 'trouble') return ['it answered, where trouble was expected']
    if (record === null) return asked.expect === 'none' ? [] : ['it said no, where a record was expected']
    if (asked.expect === 'none') return ['it gave a record, where a no was expected']
    const status = question.status ? await question.status(attempt.call.reference, attempt) : null
    return [...checkRecord(question, record), ...(status === null ? [] : checkRecord(question, status))]
  } catch (thrown) {
    if (!isUpstreamError(thrown)) return [`it threw ${String(thrown)}, which is no UpstreamError`]
    return asked.expect === 'trouble' ? [] : [`it threw ${thrown.message}`]
  }
}

/** What is wrong with how an aborted signal ends a case. */
export async function checkProviderAbort(provider: ProviderUnderTest, asked: ProviderCase): Promise<readonly string[]> {
  const question = await questionOf(provider, asked)
  if (typeof question === 'string') return [question]
  await provider.hang?.()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve(['it went on after its signal was aborted']), END_WITHIN_MS)
  })
  const ended = question.ask(attemptFor(ending.signal)).then(
    () => [],
    (thrown: unknown) =>
      isUpstreamError(thrown) || (thrown instanceof Error && thrown.name === 'AbortError')
        ? []
        : [`it threw ${String(thrown)}, which is no UpstreamError`],
  )
  ending.abort()
  return Promise.race([ended, tooLate]).finally(() => clearTimeout(timer))
}

/**
 * What is wrong with an implementation of a provider contract.
 *
 * @returns Nothing for a good one.
 * @example
 * expect(await checkProvider({ contract: PanProvider, make: () => implementation, cases })).toEqual([])
 */
export async function checkProvider(provider: ProviderUnderTest): Promise<readonly string[]> {
  const problems: string[] = []
  for (const asked of provider.cases) {
    const found = [...(await checkProviderCase(provider, asked)), ...(await checkProviderAbort(provider, asked))]
    problems.push(...found.map((problem) => `${asked.operation} (${asked.expect}): ${problem}`))
  }
  return problems
}
