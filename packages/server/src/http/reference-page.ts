import { gunzipSync } from 'node:zlib'
import { PublicAddress } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '../config/brand.ts'
import { firstCredentials } from '../openapi/security.ts'
import { type HostBrand, shownBrand, urlAtHost } from './host-brand.ts'
import { referenceScript } from './reference-script.ts'
import type { ServerParts } from './server-parts.ts'

/** Text as HTML, in content and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const accent = (colour: string): string =>
  `.light-mode,.dark-mode{--scalar-color-accent:${colour};--scalar-button-1:${colour};--scalar-background-accent:${colour}1f}`

/** Scalar's settings: it loads nothing from other servers and sends nothing to them. */
const settings = (brand: Brand, credentials: readonly string[]): object => ({
  url: 'openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  // Without it samples have the first of two headers that are needed together.
  authentication: { preferredSecurityScheme: credentials.length === 0 ? null : [credentials] },
  ...(brand.colour === undefined ? {} : { customCss: accent(brand.colour) }),
})

const header = (brand: Brand): string => {
  const logo = brand.logo === undefined ? '' : `<img src="${escapeHtml(brand.logo)}" alt="" height="28">`
  const help =
    brand.supportEmail === undefined
      ? ''
      : `<a href="mailto:${escapeHtml(brand.supportEmail)}">${escapeHtml(brand.supportEmail)}</a>`
  return `<header>${logo}<strong>${escapeHtml(brand.name)}</strong>${help}</header>`
}

const STYLE = `body{margin:0;font-family:system-ui,sans-serif}
header{display:flex;gap:.75rem;align-items:center;padding:.75rem 1.25rem;border-bottom:1px solid #8883}
header a{margin-left:auto;color:inherit}
a[href^="https://www.scalar.com"]{display:none!important}
:root{--scalar-font:system-ui,sans-serif;--scalar-font-code:ui-monospace,monospace}`

/** The reference page of a brand. @param credentials The security schemes that its samples send together. */
function referenceHtml(brand: Brand, credentials: readonly string[]): string {
  const configuration = JSON.stringify(settings(brand, credentials))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brand.name)}: API reference</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${header(brand)}
<script id="api-reference" data-url="openapi.json" data-configuration="${escapeHtml(configuration)}"></script>
<script src="docs/scalar.js"></script>
</body>
</html>
`
}

const originOf = (address: string | undefined): string => {
  if (address === undefined || !/^https?:/.test(address)) return ''
  return ` ${new URL(address).origin}`
}

/** The content security policy: only this server and the brand's logo; fonts or scripts of other servers are blocked. */
const policy = (brand: Brand, publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${originOf(brand.logo)}`,
    "font-src 'self' data:",
    `connect-src 'self'${originOf(publicUrl)}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * `/` redirects to the reference page, relative to the requested URL: an embedding application or a proxy may have removed a part of
 * the path, and `/verify` and `/verify/` differ.
 */
export function addEntrance(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    const [path = '/'] = request.originalUrl.split('?')
    const last = path.slice(path.lastIndexOf('/') + 1)
    return reply.redirect(last === '' ? './docs' : `./${last}/docs`, 302)
  })
}

/** `/docs`: the reference page with the brand of the requested host; it needs no internet access. */
export function addReferencePage(app: FastifyInstance, { config, host }: ServerParts, hostBrand: HostBrand): void {
  const { brand: ours } = config
  const address = host.get(PublicAddress)
  const script = referenceScript()
  const credentials = firstCredentials(host.endpoints)
  app.get('/docs', async (request, reply) => {
    const own = await hostBrand(request)
    const [brand, url] = own ? [shownBrand(own), urlAtHost(own, address.url)] : [ours, address.url]
    return await reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(brand, url))
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(referenceHtml(brand, credentials))
  })
  // URLs on the page are relative to /docs, so that it works under any prefix.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 301))
  app.get('/docs/scalar.js', async (request, reply) => {
    const compressed = await script()
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'accept-encoding')
    if (!takesGzip) return await reply.send(gunzipSync(compressed))
    return await reply.header('content-encoding', 'gzip').send(compressed)
  })
}
