const MOST_PARAMETERS = 100

type Fields = Record<string, string>

/** Objects without inherited fields; faster than `Object.create(null)`. */
const NoFields = (() => {
  function Bare() {}
  Bare.prototype = Object.create(null)
  return Bare as unknown as new () => Fields
})()

/** A parsed query, or why it is invalid. */
export type ParsedQuery =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly query: Readonly<Record<string, string>>; readonly problem: string }

const decode = (text: string): string =>
  text.includes('%') || text.includes('+') ? decodeURIComponent(text.replaceAll('+', ' ')) : text

/**
 * Parses the query of a request's URL. Each name may occur once, because a repeated one is ambiguous.
 *
 * @param url The URL as received, path and query.
 * @returns The parsable part also of an invalid query, so that credentials in it are found.
 */
export function parseQuery(url: string): ParsedQuery {
  const start = url.indexOf('?')
  if (start < 0 || start === url.length - 1) return { query: Object.create(null) }
  const all = url.slice(start + 1).split('&')
  const pairs = all.includes('') ? all.filter((pair) => pair !== '') : all
  if (pairs.length <= MOST_PARAMETERS) return readPairs(pairs)
  return { query: Object.create(null), problem: `The query has more than ${MOST_PARAMETERS} parameters` }
}

function readPairs(pairs: readonly string[]): ParsedQuery {
  const query = new NoFields()
  let problem: string | null = null
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    try {
      const name = decode(equals < 0 ? pair : pair.slice(0, equals))
      if (name in query) problem = 'A query parameter stands twice'
      else query[name] = equals < 0 ? '' : decode(pair.slice(equals + 1))
    } catch {
      problem = 'The query is not valid percent-encoded UTF-8'
    }
  }
  return problem === null ? { query } : { query, problem }
}
