import type { Brand } from '../config/brand.ts'
import { escapeHtml } from './reference-page.ts'

/** A small page: a heading, a text and labelled values, all as plain text, which is escaped here. */
export interface BrandedPage {
  readonly heading: string
  readonly text: string
  readonly facts?: readonly (readonly [label: string, value: string])[]
}

const DEFAULT_COLOUR = '#1d4f7c'

const style = (
  colour: string,
): string => `body{margin:0;background:#f4f6f8;color:#17202b;font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:12vh auto 2rem;background:#fff;border-top:6px solid ${colour};border-radius:6px;padding:2rem 2.25rem;box-shadow:0 1px 4px #0002}
header{display:flex;gap:.75rem;align-items:center;margin-bottom:1.5rem;font-weight:600}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 .75rem}
dl{margin:1.5rem 0 0;display:grid;grid-template-columns:max-content 1fr;gap:.5rem 1.25rem}
dt{color:#5b6774}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
footer{max-width:34rem;margin:0 auto 3rem;padding:0 2.25rem;color:#5b6774;font-size:.875rem}
footer a{color:inherit}`

const logoOf = ({ logo }: Brand): string =>
  logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="" height="32">`

const factsOf = ({ facts = [] }: BrandedPage): string => {
  const rows = facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`
}

const footerOf = ({ supportEmail }: Brand): string => {
  if (supportEmail === undefined) return ''
  const email = escapeHtml(supportEmail)
  return `<footer>Questions: <a href="mailto:${email}">${email}</a></footer>`
}

/** Renders a small page in the host's brand. It loads nothing but the logo. */
export function brandedPage(brand: Brand, page: BrandedPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.heading)} - ${escapeHtml(brand.name)}</title>
<link rel="icon" href="data:,">
<style>${style(brand.colour ?? DEFAULT_COLOUR)}</style>
</head>
<body>
<main>
<header>${logoOf(brand)}<span>${escapeHtml(brand.name)}</span></header>
<h1>${escapeHtml(page.heading)}</h1>
<p>${escapeHtml(page.text)}</p>
${factsOf(page)}
</main>
${footerOf(brand)}
</body>
</html>
`
}

/** The content security policy of such a page. */
export const brandedPagePolicy = (brand: Brand): string => {
  const { logo } = brand
  const from = logo !== undefined && /^https?:/.test(logo) ? ` ${new URL(logo).origin}` : ''
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:${from}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
