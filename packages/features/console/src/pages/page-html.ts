import type { PageBrand } from './shown-brand.ts'

/** What the page is told at its start. `console-pages/src/boot.ts` reads it. */
export interface PageFacts {
  readonly brand: PageBrand
  /** Of the styles that the page makes. */
  readonly nonce: string
  /** Segments of the path below `/console/`, by which the page finds where it is mounted. */
  readonly depth: number
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON within a script element: `</script>` and `<!--` have no meaning in it. */
const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c')

const OWN_COLOUR = '#2f5bd7'

/** A square in the brand's colour with its first letter: a `data:` URL. */
function icon({ name, colour }: PageBrand): string {
  const letter = escapeHtml([...name][0]?.toUpperCase() ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour ?? OWN_COLOUR}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Fills the built page: brand, nonce, and addresses relative to the requested path, so that it works below any prefix.
 *
 * @param html With the places `%TITLE%`, `%ICON%`, `%FACTS%` and `./assets/`.
 */
export function pageHtml(html: string, facts: PageFacts): string {
  const up = facts.depth === 0 ? './' : '../'.repeat(facts.depth - 1) || './'
  const places: Readonly<Record<string, string>> = {
    '%TITLE%': escapeHtml(facts.brand.name),
    '%ICON%': escapeHtml(icon(facts.brand)),
    '"%FACTS%"': scriptJson(facts),
  }
  return html
    .replace(/%TITLE%|%ICON%|"%FACTS%"/g, (place) => places[place] ?? '')
    .replaceAll('"./assets/', `"${up}assets/`)
}
