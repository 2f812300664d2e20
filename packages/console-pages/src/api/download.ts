import type { ConsoleApi } from './console-api.tsx'

/** Pages of a list that one file takes at most. */
const MOST_PAGES = 100

/** Hands a file to the person. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads a document, such as the PDF of an invoice. @param path Below the mount. */
export async function download({ get }: ConsoleApi, path: string, name: string): Promise<void> {
  save(await (await get(path)).blob(), name)
}

/**
 * Downloads a list as one CSV file, page by page.
 *
 * @param path Below the mount. @param filters Those of the list.
 */
export async function downloadCsv(
  { get }: ConsoleApi,
  path: string,
  { name, filters }: { readonly name: string; readonly filters: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  const parts: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES && (page === 0 || cursor); page += 1) {
    const given = Object.entries({ ...filters, cursor: cursor ?? undefined, limit: '1000', format: 'csv' })
    const query = new URLSearchParams(given.flatMap(([field, value]) => (value ? [[field, value]] : [])))
    const response = await get(`${path}?${query}`)
    cursor = response.headers.get('x-next-cursor')
    const text = await response.text()
    // Each page has the headings; the file has them once.
    parts.push(page === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  save(new Blob(parts, { type: 'text/csv' }), name)
}
