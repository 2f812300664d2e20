import { Accounts, AdminTokens } from '@parakh/core'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../../../test/server.ts'
import { askFor, bearsIds, operationsOf, subjectsOf } from '../../test/admin-requests.ts'
import { type Browser, codeIn, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

const OWN = 'console.example'
const BRAND = 'verify.reseller.example'
const OTHER = 'verify.other.example'
const HOSTS = [OWN, BRAND, OTHER] as const
type Host = (typeof HOSTS)[number]
/** Longer than the windows of the limits of codes. */
const LIMITS_MS = 700_000
const ASHA = 'asha@acme.example'

describe('an outsider', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  /** Asha is an operator, an owner below the first brand, and an owner elsewhere. */
  let ids: { reseller: string; below: string; other: string; elsewhere: string }
  let made = 0
  const next = (): number => {
    made += 1
    return made
  }
  const somebody = (): string => `x${next()}@n${made}.example`
  const browserAt = (host: string) => process.browser({ host, ip: `net-${next()}` })
  const run = async (id: string, input: object) =>
    Object(await process.server.host.run(id, input, { operator: 'test' }))
  const join = async (email: string, account_id: string | null, role: string): Promise<void> => {
    const { link } = await run('people.invite', { email, role, account_id, show_link: true })
    await browserAt(OWN).post('/invitation/accept', { token: tokenIn(link) })
  }
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    process = await place.open({ plugins: [funding(), invoicing(), plans(), resale(), webhooks(), orders()] })
    const accounts = process.server.host.get(Accounts)
    const { id: reseller } = await accounts.create({ name: 'Reseller', role: 'distributor' })
    const { id: below } = await accounts.create({ name: 'Below', role: 'customer', parentId: reseller })
    const { id: other } = await accounts.create({ name: 'Other', role: 'distributor' })
    const { id: elsewhere } = await accounts.create({ name: 'Elsewhere', role: 'developer' })
    ids = { reseller, below, other, elsewhere }
    await run('brands.set', { account_id: reseller, host: BRAND, name: 'Reseller Verify' })
    await run('brands.set', { account_id: other, host: OTHER, name: 'Other Verify' })
    await join(ASHA, below, 'owner')
    await join(ASHA, elsewhere, 'owner')
    await join(ASHA, null, 'admin')
  })
  afterAll(() => place.end())

  /** An invitation to an account, as it was mailed. */
  const mailed = async (email: string, account_id: string | null) => {
    const { invitation_id } = await run('people.invite', { email, account_id, role: account_id ? 'viewer' : 'support' })
    const mail = process.mails.findLast(({ to, text }) => to === email && text.includes('#inv_'))
    return { invitation_id, token: tokenIn(mail?.text ?? '') }
  }
  const used = async (): Promise<string> => {
    const email = somebody()
    const { token } = await mailed(email, ids.below)
    expect((await browserAt(OWN).accept(email, token)).body.accepted).toBe(true)
    return token
  }
  const linkOf = async (): Promise<string> => {
    const asked = { account_id: ids.below, role: 'owner', person_ref: `u-${next()}` }
    return tokenIn((await run('portal-links.create', asked)).url)
  }

  /** Tokens that start no session on any route, by how the outsider came by them. */
  const worthless: Readonly<Record<string, () => Promise<string>>> = {
    guessed: async () => `inv_${'0123456789'.repeat(4)}`,
    'from an open invitation, without its code': async () => (await mailed(somebody(), ids.below)).token,
    'from an invitation of a known address': async () => (await mailed(ASHA, ids.other)).token,
    'from an invitation of an operator': async () => (await mailed(somebody(), null)).token,
    'from a used invitation': used,
    'from a revoked invitation': async () => {
      const { token, invitation_id } = await mailed(somebody(), ids.below)
      await run('invitations.revoke', { invitation_id })
      return token
    },
    'from a used portal link': async () => {
      const token = await linkOf()
      expect((await browserAt(OWN).post('/enter', { token })).status).toBe(200)
      return token
    },
    'from an expired portal link': async () => {
      const token = await linkOf()
      place.clock.advance(300_000)
      return token
    },
    'from a session': async () => {
      const browser = browserAt(OWN)
      await browser.signIn(somebody())
      return browser.cookie?.split('=')[1] ?? ''
    },
    'from a requested code': async () => (await browserAt(OWN).askCode(somebody())).sign_in,
  }

  it.each(Object.keys(worthless))('starts no session by a token %s, on any route and host', async (name) => {
    const token = (await worthless[name]?.()) ?? ''
    const proofs = [{}, { acceptance: token, code: '00000000' }, { name: 'Eve', acceptance: 'x', code: '1' }]
    for (const host of [...HOSTS, 'unknown.example', `${OWN}:8443`, 'VERIFY.reseller.example.'])
      for (const [path, body] of [
        ['/enter', { token, replace: true }],
        ['/sign-in', { sign_in: token, code: '00000000' }],
        ['/sign-in', { sign_in: token, code: '' }],
        ['/sign-up', { account_name: 'Eve' }],
        ...proofs.map((proof) => ['/invitation/accept', { token, ...proof }] as const),
      ] as const) {
        const browser = browserAt(host)
        const { status } = await browser.post(path, body)
        expect([host, path, status >= 400 && status < 500, browser.cookie]).toEqual([host, path, true, null])
      }
  })

  const PURPOSES = ['sign-in', 'invitation', 'proof'] as const
  /** Requests a code at a host. @returns The token and the code, and how they are meant to be used. */
  async function requested(purpose: (typeof PURPOSES)[number], host: Host) {
    const email = somebody()
    // A code of an invitation is for the host of its account, or for the server's own.
    const { token: invitation } = await mailed(email, host === OTHER ? ids.other : ids.below)
    const browser = browserAt(host)
    if (purpose === 'proof') await browser.signIn(email)
    const path = { 'sign-in': '/sign-in/code', invitation: '/invitation/code', proof: '/session/proof/code' }[purpose]
    const body = { 'sign-in': { email }, invitation: { token: invitation }, proof: {} }[purpose]
    const reply = await browser.post(path, body)
    expect([purpose, host, reply.status]).toEqual([purpose, host, 202])
    const code = codeIn(await browser.lastMail(email))
    const { sign_in = '', acceptance = '', proof = '' } = reply.body
    return { email, invitation, browser, code, token: `${sign_in}${acceptance}${proof}` }
  }
  type Requested = Awaited<ReturnType<typeof requested>>
  const use = (as: (typeof PURPOSES)[number], by: Browser, { token, code, invitation }: Requested) => {
    if (as === 'sign-in') return by.post('/sign-in', { sign_in: token, code })
    if (as === 'invitation') return by.post('/invitation/accept', { token: invitation, acceptance: token, code })
    return by.post('/session/proof', { method: 'code', proof: token, code })
  }

  it.each(PURPOSES)('uses a code of the purpose %s for nothing else, at no other host, and once', async (purpose) => {
    for (const host of HOSTS)
      for (const as of PURPOSES)
        for (const at of HOSTS) {
          const asked = await requested(purpose, host)
          const thief = browserAt(at)
          // The session of a proof may be used at any host: its token is the secret.
          thief.cookie = purpose === 'proof' && as === 'proof' ? asked.browser.cookie : null
          const before = thief.cookie
          const { status } = await use(as, thief, asked)
          const isMeant = purpose === as && (host === at || purpose === 'proof')
          const what = `${purpose} from ${host} as ${as} at ${at}`
          expect([what, status < 300, thief.cookie !== before]).toEqual([what, isMeant, isMeant])
          const again = browserAt(at)
          again.cookie = as === 'proof' ? thief.cookie : null
          const replay = await use(as, again, asked)
          expect([what, replay.status >= 400 && replay.status < 500]).toEqual([what, true])
        }
  })

  it('reaches no account and no operator of a person with a session of a brand host, by any operation at any host', async () => {
    const foreign = await subjectsOf(process.server, ids.elsewhere)
    place.clock.advance(LIMITS_MS)
    for (const start of [BRAND, OTHER]) {
      const browser = browserAt(start)
      expect((await browser.signIn(ASHA)).status).toBe(200)
      for (const at of HOSTS) {
        const stolen = browserAt(at)
        stolen.cookie = browser.cookie
        for (const operation of operationsOf(process.server)) {
          if (operation.id === 'sessions.end-others') continue
          for (const chosen of ['operator', ids.elsewhere]) {
            stolen.account = chosen
            const { code } = await askFor(stolen, operation, foreign)
            expect([start, at, operation.id, code]).toEqual([start, at, operation.id, 'NOT_A_MEMBER'])
          }
          stolen.account = null
          if (!bearsIds(operation)) continue
          const { status } = await askFor(stolen, operation, foreign)
          expect([start, at, operation.id, status >= 400 && status < 500]).toEqual([start, at, operation.id, true])
        }
      }
    }
  })

  it('recovers nobody and is shown no link over HTTP, with any scopes', async () => {
    const scopes = [['*'], ['people:write'], ['people:write', 'accounts:read'], ['people:read']]
    for (const accountId of [null, ids.below, ids.reseller])
      for (const granted of scopes) {
        const token = { name: `t-${next()}`, accountId, scopes: granted, expiresAt: null, actor: 'test' }
        const { secret } = await process.server.host.get(AdminTokens).create(token)
        const headers = { authorization: `Bearer ${secret}` }
        const send = (path: string, body: object) => browserAt(OWN).send('POST', `/admin/v1${path}`, { body, headers })
        for (const account_id of [null, ids.below, ids.elsewhere])
          for (const path of ['/people/recover', '/recover', '/people.recover', '/people/recover-link'])
            expect((await send(path, { email: ASHA, account_id })).status).toBe(404)
        const asked = { email: somebody(), role: 'viewer', account_id: ids.below, show_link: true }
        const { status, body } = await send('/people/invite', asked)
        const isAll = accountId === null && granted.includes('*')
        expect([granted, status < 300]).toEqual([granted, isAll])
        if (!isAll) continue
        const thief = browserAt(OWN)
        const reply = await thief.post('/invitation/accept', { token: tokenIn(body.link) })
        expect([reply.code, thief.cookie]).toEqual(['INVITATION_NOT_PROVEN', null])
      }
  })
})
