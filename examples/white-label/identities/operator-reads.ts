import * as z from 'zod'

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), parameters: z.array(Parameter).default([]) })),
  ),
})

/** What one read of the admin API told. */
export interface Read {
  readonly operation: string
  readonly status: number
  readonly text: string
}

/**
 * Reads whatever an operator can read, by the document of the admin API.
 *
 * @param known Values of parameters by name; what needs another one is left out.
 */
export async function operatorReads(
  url: string,
  token: string,
  known: Readonly<Record<string, string>>,
): Promise<readonly Read[]> {
  const headers = { authorization: `Bearer ${token}` }
  const { paths } = Document.parse(await (await fetch(`${url}/admin/v1/openapi.json`, { headers })).json())
  const reads: Read[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get) continue
    const asked = get.parameters.filter(({ name, required }) => required || known[name] !== undefined)
    if (asked.some(({ name }) => known[name] === undefined)) continue
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? ''))
    const inQuery = asked.filter((one) => one.in === 'query')
    const query = new URLSearchParams(inQuery.map(({ name }): [string, string] => [name, known[name] ?? '']))
    const reply = await fetch(`${url}${place}?${query}`, { headers })
    const text = `${JSON.stringify([...reply.headers])}\n${await reply.text()}`
    reads.push({ operation: get.operationId, status: reply.status, text })
  }
  return reads
}
