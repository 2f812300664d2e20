/** The brand of the host. */
export interface Brand {
  readonly name: string
  readonly supportEmail: string | null
  /** `#0a7d5c`; null: the console's own. */
  readonly colour: string | null
  /** A `data:` URL; null: none. */
  readonly logo: string | null
}
/** What the server tells the page at its start. */
export interface Facts {
  readonly brand: Brand
  readonly nonce: string
  /** Where the console is: `/console`, below whatever the server is mounted at. */
  readonly base: string
  /** Where the server is mounted: empty at the root. */
  readonly mount: string
}

/**
 * Reads what the server wrote into the page.
 *
 * @throws {Error} A page that no server filled.
 */
export function readFacts(): Facts {
  const text = document.getElementById('facts')?.textContent ?? ''
  const { brand, nonce, depth }: { brand: Brand; nonce: string; depth: number } = JSON.parse(text)
  const base = location.pathname.split('/').slice(0, -Math.max(1, depth)).join('/')
  return { brand, nonce, base, mount: base.slice(0, base.lastIndexOf('/')) }
}
