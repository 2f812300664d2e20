import type { SqlToken } from './lex-sql.ts'

/** What a statement does, as far as its text says. */
export interface SqlFacts {
  /** The first keyword after the parts of `with`. */
  readonly verb: string
  /** The tables that it writes to, by place in its text. */
  readonly targets: readonly SqlToken[]
  readonly tables: readonly SqlToken[]
  /** Whether rows of the statement itself are returned. */
  readonly returning: boolean
}

/** A parenthesis, or the whole statement. */
interface Group {
  verb: string | null
  /** Whether a comma is followed by another table. */
  inFrom: boolean
  /** What the next token has to be. */
  expects: 'read' | 'target' | null
  /** A parenthesis in place of a table: a select, or tables. */
  readonly inPlaceOfTable: boolean
}

const VERBS = ['select', 'insert', 'update', 'delete', 'merge', 'replace', 'with', 'values']
const ENDS_FROM = new Set(
  'where group order limit having window union intersect except returning set values fetch offset for when'.split(' '),
)
const STATEMENTS = new Set(['select', 'insert', 'update', 'delete', 'merge'])

/**
 * Reads which tables a statement names where. Not a whole grammar: the places where a table may stand (from, join, using, into, update), and that a
 * handle stands there.
 *
 * @throws TypeError with what is refused.
 */
export function checkSql(tokens: readonly SqlToken[]): SqlFacts {
  return new SqlReader(tokens).read()
}

class SqlReader {
  readonly #named: ReadonlySet<string>
  readonly #groups: Group[] = [groupOf(false)]
  readonly #targets: SqlToken[] = []
  readonly #tables: SqlToken[] = []
  #returning = false

  constructor(private readonly tokens: readonly SqlToken[]) {
    this.#named = namesOfWith(tokens)
  }

  read(): SqlFacts {
    for (const [place, token] of this.tokens.entries()) this.#take(token, place)
    const [whole] = this.#groups
    if (!whole || this.#groups.length > 1) throw new TypeError('it has a ( that is not closed')
    this.#requireNothing(whole, 'its end')
    return {
      verb: whole.verb ?? '',
      targets: this.#targets,
      tables: this.#tables,
      returning: this.#returning,
    }
  }

  #take(token: SqlToken, place: number): void {
    const group = this.#group()
    if (token.kind === 'word') this.#word(group, token.text, place)
    else if (token.kind === 'table') this.#table(group, token)
    else if (token.kind === 'sign') this.#sign(group, token.text)
    else if (token.kind === 'list') this.#list(place)
    else this.#requireNothing(group, 'a value')
  }

  #list(place: number): void {
    if (this.#wordAt(place - 2) !== 'in' || !isSign(this.tokens[place - 1], '('))
      throw new TypeError('a list stands outside of in (…). Allowed: in (${p.…}), not in (${p.…})')
  }

  #sign(group: Group, text: string): void {
    if (text === '(') {
      if (group.expects === 'target') this.#requireNothing(group, text)
      this.#groups.push(groupOf(group.expects === 'read'))
      group.expects = null
    } else if (text === ')') {
      this.#requireNothing(group, text)
      if (this.#groups.length === 1) throw new TypeError('it has a ) that closes nothing')
      this.#groups.pop()
    } else {
      this.#requireNothing(group, text)
      if (text === ',' && group.inFrom) group.expects = 'read'
    }
  }

  #table(group: Group, token: Extract<SqlToken, { kind: 'table' }>): void {
    this.#begin(group, null)
    this.#tables.push(token)
    if (group.expects === 'target') this.#targets.push(token)
    group.expects = null
  }

  /** A word where a table has to stand: a name that `with` gave, or a function that gives rows. */
  #expected(group: Group, { text }: { readonly text: string }, place: number): void {
    const isRows = isSign(this.tokens[place + 1], '(')
    if (group.expects === 'read' && (this.#named.has(text) || isRows)) group.expects = null
    else if (!(group.expects === 'target' && this.#isConflictClause(text))) this.#requireNothing(group, text)
  }

  /** `update or ignore …` of SQLite. */
  #isConflictClause = (text: string): boolean => ['or', 'ignore', 'replace', 'abort', 'fail', 'rollback'].includes(text)

  #word(group: Group, text: string, place: number): void {
    if (text === 'lateral') return
    this.#begin(group, text)
    if (group.expects) {
      this.#expected(group, { text }, place)
      return
    }
    if (ENDS_FROM.has(text)) group.inFrom = false
    if (text === 'returning' && this.#groups.length === 1) this.#returning = true
    const before = this.#wordAt(place - 1)
    if (text === 'from') this.#from(group, { before, place })
    else if (STATEMENTS.has(text)) this.#statement(group, { verb: text, before })
    else this.#clause(group, text)
  }

  #clause(group: Group, text: string): void {
    const lists = text === 'using' && (group.verb === 'delete' || group.verb === 'merge')
    if (text === 'join' || lists) this.#tablesFollow(group)
    if (text === 'table') throw new TypeError('it has the word table. Allowed: select, insert, update, delete, merge')
    if (text !== 'into') return
    if (!['insert', 'replace', 'merge'].includes(group.verb ?? '')) throw new TypeError('it selects into a table')
    group.expects = 'target'
  }

  /** Not a statement of its own: on conflict do update, for update, for no key update, when matched then update. */
  #statement(group: Group, { verb, before }: { readonly verb: string; readonly before: string | null }): void {
    if (['do', 'for', 'key', 'then'].includes(before ?? '')) return
    group.inFrom = false
    // insert into … select …
    if (verb === 'select' && ['insert', 'replace'].includes(group.verb ?? '')) return
    group.verb = verb
    group.expects = verb === 'update' ? 'target' : null
  }

  #from(group: Group, { before, place }: { readonly before: string | null; readonly place: number }): void {
    const isComparison = before === 'distinct' && ['is', 'not'].includes(this.#wordAt(place - 2) ?? '')
    // In the parentheses of a function it is no clause: extract(epoch from at).
    if (isComparison || group.verb === null || group.verb === 'expression') return
    if (group.verb === 'delete' && before === 'delete') group.expects = 'target'
    else this.#tablesFollow(group)
  }

  #tablesFollow(group: Group): void {
    group.inFrom = true
    group.expects = 'read'
  }

  /** What a group begins with says what it is. */
  #begin(group: Group, word: string | null): void {
    if (group.verb !== null) return
    group.verb = word !== null && VERBS.includes(word) ? word : 'expression'
    if (group.verb === 'expression' && group.inPlaceOfTable) this.#tablesFollow(group)
  }

  #requireNothing({ expects }: Group, found: string): void {
    if (expects)
      throw new TypeError(
        expects === 'target'
          ? `it writes to ${found}, which is not a table of the plugin. Allowed: \${t.…} of defineStatements`
          : `it has ${found} where a table stands. Allowed: \${t.…} and \${platform.…} of defineStatements, a name that its with gives`,
      )
  }

  #group(): Group {
    const group = this.#groups.at(-1)
    if (!group) throw new TypeError('it has a ) that closes nothing')
    return group
  }

  #wordAt(place: number): string | null {
    const token = this.tokens[place]
    return token?.kind === 'word' ? token.text : null
  }
}

const groupOf = (inPlaceOfTable: boolean): Group => ({ verb: null, inFrom: false, expects: null, inPlaceOfTable })
const isSign = (token: SqlToken | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text

/** Names before `as (select …`. */
function namesOfWith(tokens: readonly SqlToken[]): ReadonlySet<string> {
  const names = tokens.flatMap((token, place) => {
    if (token.kind !== 'word' || token.text !== 'as') return []
    let next = place + 1
    while (['not', 'materialized'].includes(wordOf(tokens[next]) ?? '')) next += 1
    const isQuery = isSign(tokens[next], '(') && VERBS.includes(wordOf(tokens[next + 1]) ?? '')
    return isQuery ? (wordOf(tokens[beforeColumns(tokens, place - 1)]) ?? []) : []
  })
  return new Set(names)
}

/** The place before a list of columns that ends here; here, where there is none. */
function beforeColumns(tokens: readonly SqlToken[], place: number): number {
  if (!isSign(tokens[place], ')')) return place
  let start = place
  while (start > 0 && !isSign(tokens[start], '(')) start -= 1
  return start - 1
}

const wordOf = (token: SqlToken | undefined): string | null => (token?.kind === 'word' ? token.text : null)
