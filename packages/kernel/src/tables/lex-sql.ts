import type { SqlPart, TableHandle } from '@parakh/core'

/** A part of a statement's text, as far as a check of its tables needs it. */
export type SqlToken =
  /** A word in lower case: a keyword, or a name. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'table'; readonly table: TableHandle }
  | { readonly kind: 'list' | 'value' }
  /** `(`, `)`, `,`, and anything else. */
  | { readonly kind: 'sign'; readonly text: string }

const PATTERN =
  /\s+|(?<word>[a-z_][a-z0-9_]*)|(?<text>'(?:[^']|'')*')|(?<quoted>"[^"]*")|(?<number>\d[\w.]*)|(?<refused>--|\/\*|;|\$|'|")|(?<sign>::|<=|>=|<>|!=|\|\||->>|->|[^\s])/giy
const REFUSED: Readonly<Record<string, string>> = {
  '--': 'a comment',
  '/*': 'a comment',
  ';': 'a semicolon',
  $: 'a dollar sign',
  "'": "a ' that is not closed before the next parameter",
  '"': 'a " that is not closed',
}

/** @throws TypeError with what is refused. */
export function lexSql(parts: readonly SqlPart[], when: 'given' | 'absent'): readonly SqlToken[] {
  return parts.flatMap((part): readonly SqlToken[] => {
    if (typeof part === 'string') return lexText(part)
    switch (part.kind) {
      case 'when':
        return lexSql(part[when].parts, when)
      case 'table':
        return [{ kind: 'table', table: part }]
      case 'list':
        return [{ kind: 'list' }]
      case 'rows':
        throw new TypeError(`${part.field} is a list of objects. Allowed: each(p.${part.field}, [columns])`)
      case 'index':
        throw new TypeError('it has the name of an index. Allowed: in migrations')
      default:
        return [{ kind: 'value' }]
    }
  })
}

function lexText(text: string): readonly SqlToken[] {
  return [...text.matchAll(PATTERN)].flatMap(({ groups = {} }): readonly SqlToken[] => {
    const { word, text: literal, quoted, number, refused, sign } = groups
    if (refused !== undefined)
      throw new TypeError(`it has ${REFUSED[refused]}. Allowed: one statement, values as parameters`)
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }]
    if (literal !== undefined || number !== undefined) return [{ kind: 'value' }]
    if (quoted !== undefined) return [{ kind: 'sign', text: quoted }]
    return sign === undefined ? [] : [{ kind: 'sign', text: sign }]
  })
}
