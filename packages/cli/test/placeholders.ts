const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const DAY = /\b20\d\d-\d\d-\d\d\b/g
const MONTH = /\b20\d\d-(0[1-9]|1[0-2])\b/g
const ID = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g
/** Secrets, and public ids of keys. */
const SECRET = /\b(?:[ps]k_(?:test|live)|adm|whsec)_[\w+/=]+/g
/** Fields whose values differ from run to run. */
const VARYING: ReadonlySet<string> = new Set(['latency_ms', 'p95_latency_ms', 'financial_year'])
/** The same, where a later command needs the value. */
const NAMED: ReadonlySet<string> = new Set(['next', 'next_cursor', 'number'])

/** Names for values that differ from run to run: `{account}` for the first id in a field `account_id`, `{account-2}` for the second. */
export class Placeholders {
  readonly #names = new Map<string, string>()

  /** The JSON of a command with names for ids and secrets, and with `{time}`, `{day}` and `{month}`. */
  hide(value: unknown, field = 'value'): unknown {
    if (value !== null && VARYING.has(field)) return `{${field}}`
    if (typeof value === 'string') return NAMED.has(field) ? this.#nameOf(value, field) : this.#hideText(value, field)
    if (Array.isArray(value)) return value.map((item) => this.hide(item, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.hide(item, name)]))
  }

  /** A line with the values of the names that were given so far. */
  show(line: string): string {
    const values = new Map([...this.#names].map(([value, name]) => [name, value]))
    return line.replaceAll(/\{[a-z][\w-]*\}/g, (name) => values.get(name) ?? name)
  }

  /** Names a text before it is seen, also where it is a part of another. */
  set(name: string, value: string): void {
    this.#names.set(value, `{${name}}`)
  }

  #hideText(text: string, field: string): string {
    const known = [...this.#names].reduce((hidden, [value, name]) => hidden.replaceAll(value, name), text)
    return [ID, SECRET]
      .reduce((hidden, pattern) => hidden.replaceAll(pattern, (value) => this.#nameOf(value, field)), known)
      .replaceAll(TIME, '{time}')
      .replaceAll(DAY, '{day}')
      .replaceAll(MONTH, '{month}')
  }

  #nameOf(value: string, field: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const word = field === 'next_cursor' ? 'next' : field.replace(/_id$/, '')
    const taken = new Set(this.#names.values())
    let name = `{${word}}`
    for (let count = 2; taken.has(name); count += 1) name = `{${word}-${count}}`
    this.#names.set(value, name)
    return name
  }
}
