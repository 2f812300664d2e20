import { randomBytes } from 'node:crypto'
import { defineRoute, type RouteRequest, type RouteResponse, service, token } from '@parakh/core'
import { SITE_FOLDER } from '../site-folder.ts'
import { type BuiltFile, type BuiltSite, readSite } from './built-site.ts'
import { pageHtml } from './page-html.ts'
import { PageBrands } from './shown-brand.ts'

const Site = token<() => BuiltSite>('console.site')
/** The built pages, read at the first request: a server whose console nobody opens holds nothing. */
export const site = service(Site, {}, () => {
  let found: BuiltSite | undefined
  return () => (found ??= readSite(SITE_FOLDER))
})

const NOT_BUILT = `<!doctype html><title>Console</title><p>The pages of the console are not built. Run "npm run build" in the checkout.</p>`

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const guard = (nonce: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy(nonce),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
})

/** `/console`: to `/console/`, from which addresses on the page are relative. */
const entrance = defineRoute({
  ...{ id: 'console.entrance', method: 'GET', path: '/console', needs: {} },
  handle: ({ request: { query } }) => ({
    status: 302,
    headers: { location: `./console/${query.size > 0 ? `?${query}` : ''}`, 'cache-control': 'no-store' },
  }),
})

/** A built file. Its name has a hash of its content, so it is never asked for again. */
const asset = defineRoute({
  ...{ id: 'console.asset', method: 'GET', path: '/console/assets/{name}', needs: { site: Site } },
  handle({ request, answer, site: built }) {
    const file = built().assets.get(request.params['name'] ?? '')
    return file ? sent(file, request) : answer.unknown()
  },
})

/** Every page: the same HTML, which decides in the browser what it shows. */
const page = defineRoute({
  ...{ id: 'console.page', method: 'GET', path: '/console/{page...}', needs: { site: Site, brands: PageBrands } },
  async handle({ request, site: built, brands }) {
    const { html } = built()
    const nonce = randomBytes(16).toString('base64')
    if (html === null) return { status: 503, headers: guard(nonce), body: NOT_BUILT }
    const path = request.params['page'] ?? ''
    const depth = path === '' ? 0 : path.split('/').length
    const facts = { brand: await brands.at(request.headers['host']), nonce, depth }
    return { headers: guard(nonce), body: pageHtml(html, facts) }
  },
})

/** The routes of the pages. */
export const pageRoutes = [entrance, asset, page] as const

function sent(file: BuiltFile, { headers }: RouteRequest): RouteResponse {
  const accepted = headers['accept-encoding'] ?? ''
  const shared = {
    ...{ 'content-type': file.type, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' },
    'cache-control': 'public, max-age=31536000, immutable',
  }
  if (file.br && takes(accepted, 'br')) return { headers: { ...shared, 'content-encoding': 'br' }, body: file.br }
  if (file.gzip && takes(accepted, 'gzip'))
    return { headers: { ...shared, 'content-encoding': 'gzip' }, body: file.gzip }
  return { headers: shared, body: file.plain }
}

/** `br`, but not `br;q=0`. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((one) => {
    const [name = '', weight = ''] = one.trim().split(';')
    return name.trim() === encoding && !/q=0(?:\.0*)?$/.test(weight.trim())
  })
