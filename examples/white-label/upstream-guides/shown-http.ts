/** An HTTP request as a page shows it. */
export interface ShownRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where it has none. */
  readonly body: string
}

/**
 * Reads a request: the line with method and path, the headers, an empty line, the body.
 *
 * @throws TypeError where it is none.
 */
export function readRequest(text: string): ShownRequest {
  const [head = '', ...body] = text.trimEnd().split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [, method, path, query] = /^(GET|POST|PUT) (\/[^\s?]*)(?:\?(\S+))?$/.exec(first) ?? []
  if (method === undefined || path === undefined) throw new TypeError(`"${first}" is no line of a request`)
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = /^([a-z0-9-]+): (.+)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new TypeError(`"${line}" is no header`)
    return [name, value]
  })
  return {
    ...{ method, path },
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: Object.fromEntries(headers),
    body: body.join('\n\n'),
  }
}
