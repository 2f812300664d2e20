import type { Random } from './random.ts'

/** Names that stand for others: where their values are used. */
const ALIASES: Readonly<Record<string, string>> = {
  next_cursor: 'cursor',
  endpoints: 'endpoint',
  parent_id: 'account_id',
}
const MOST_OF_NAME = 64
const LONGEST = 200
/** What is worth being sent again: ids, cursors, references, and names from a list that the server has. */
const KEPT = /(^|_)(ids?|cursor|reference|endpoint|plugin|operation|plan|month|number|utr|step|tier|provider|gateway)$/

/** The name under which values of a field are kept: `to_account_id` names an account. */
const nameOf = (field: string): string => ALIASES[field] ?? (/_account_id$/.test(field) ? 'account_id' : field)

/** Values that answers of the server had, by the name of their field, so that later requests name what there is. */
export class KnownValues {
  readonly #byName = new Map<string, string[]>()
  readonly #kept = new Set<string>()

  constructor(private readonly random: Random) {}

  /** These are never handed out: the fuzzer needs them itself. */
  keep(...values: readonly string[]): void {
    for (const value of values) this.#kept.add(value)
  }

  /** Takes the values of an answer, at any depth. */
  learn(answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return
    for (const [field, value] of Object.entries(answer)) {
      const texts = Array.isArray(value) ? value : [value]
      const name = nameOf(field)
      if (!KEPT.test(name)) this.learn(value)
      else for (const text of texts) if (typeof text === 'string') this.#add(name, text)
    }
  }

  #add(name: string, value: string): void {
    if (value === '' || value.length > LONGEST || this.#kept.has(value)) return
    const values = this.#byName.get(name) ?? []
    if (values.includes(value)) return
    if (values.length < MOST_OF_NAME) values.push(value)
    else values[this.random.whole(0, MOST_OF_NAME - 1)] = value
    this.#byName.set(name, values)
  }

  /** One of the values of a field; undefined: none is known. */
  of(field: string): string | undefined {
    const values = this.#byName.get(nameOf(field)) ?? []
    return values.length === 0 ? undefined : this.random.pick(values)
  }
}
