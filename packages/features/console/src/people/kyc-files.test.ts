import { AuditLog } from '@parakh/core'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import { ACCOUNT_ROLES, OPERATOR_ROLES } from './roles.ts'

const PDF = Buffer.from('%PDF-1.7\nA scan of Asha Rao').toString('base64')
/** Who decides on KYC. */
const DECIDES: readonly string[] = ['kyc', 'admin']

describe.each(['sqlite3', 'pg'] as const)('files of KYC, to people with a role, on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let one: Uploaded
  let other: Uploaded
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
    one = await uploaded('one@acme.example')
    other = await uploaded('other@acme.example')
  })
  afterAll(() => place.end())

  interface Uploaded {
    readonly browser: Browser
    readonly accountId: string
    readonly fileId: string
  }
  async function uploaded(email: string): Promise<Uploaded> {
    const browser = process.browser({ ip: email })
    const { account_id: accountId } = (await browser.signUp(email)).body
    const given = { kind: 'pan', name: 'PAN of Asha.pdf', content: PDF }
    const { file_id: fileId } = (await browser.admin('POST', `/accounts/${accountId}/kyc/files`, given)).body
    return { browser, accountId, fileId }
  }
  async function operator(role: string): Promise<{ browser: Browser; personId: string }> {
    const browser = await invited(process, { email: `${role}@operators.example`, role, accountId: null })
    const secret = Secret.fromBase32((await browser.admin('POST', '/me/totp')).body.secret)
    const code = new TOTP({ secret }).generate({ timestamp: place.clock.now().getTime() })
    await browser.admin('POST', '/me/totp/confirm', { code })
    return { browser, personId: String((await browser.admin('GET', '/me')).body.person_id) }
  }
  const pathOf = (accountId: string, fileId: string) => `/accounts/${accountId}/kyc/files/${fileId}`
  const viewsOf = async (accountId: string) => {
    const { items } = await process.server.host
      .get(AuditLog)
      .list({ accountIds: [accountId], cursor: null, limit: 100 })
    return items.filter(({ action }) => action === 'kyc.view_file')
  }

  it.each(OPERATOR_ROLES)(
    'are seen by the operator role %s if it decides, each time by name in the audit log',
    async (role) => {
      const { browser, personId } = await operator(role)
      const before = (await viewsOf(one.accountId)).length
      const path = pathOf(one.accountId, one.fileId)
      const decides = DECIDES.includes(role)
      expect((await browser.admin('GET', path)).status).toBe(decides ? 200 : 403)
      expect((await browser.admin('GET', path)).status).toBe(decides ? 200 : 403)
      const views = (await viewsOf(one.accountId)).slice(0, -before || undefined)
      expect(views.map(({ actor, after }) => ({ actor, after }))).toEqual(
        Array.from({ length: decides ? 2 : 0 }, () => ({
          actor: `person:${personId}`,
          after: expect.objectContaining({ file_id: one.fileId }),
        })),
      )
      // Under another account a file is not there, and nobody has seen it.
      const seen = (await viewsOf(one.accountId)).length + (await viewsOf(other.accountId)).length
      const wrong = await browser.admin('GET', pathOf(other.accountId, one.fileId))
      expect([wrong.status, wrong.code]).toEqual(decides ? [404, 'KYC_FILE_NOT_FOUND'] : [403, 'SCOPE_MISSING'])
      expect((await viewsOf(one.accountId)).length + (await viewsOf(other.accountId)).length).toBe(seen)
    },
  )

  it.each(ACCOUNT_ROLES)(
    'of another account are not there for the role %s, neither listed, downloaded, submitted nor discarded',
    async (role) => {
      const { accountId } = one
      const browser = await invited(process, { email: `${role}@one.example`, role, accountId, production: true })
      const writes = role === 'owner' || role === 'admin'
      const documents = [{ kind: 'pan', reference: other.fileId }]
      const missing = (theirs: boolean) =>
        [
          ['GET', `/accounts/${theirs ? other.accountId : NOBODY}/kyc`],
          ['DELETE', pathOf(theirs ? other.accountId : NOBODY, other.fileId)],
          ['DELETE', pathOf(accountId, theirs ? other.fileId : NOTHING)],
        ] as const
      const answers = async (theirs: boolean) => {
        const told: unknown[] = []
        for (const [method, path] of missing(theirs)) {
          const { status, code } = await browser.admin(method, path)
          told.push([status, code])
        }
        return told
      }
      const found = await answers(true)
      expect(found).toEqual(await answers(false))
      expect(found[0]).toEqual([404, 'NOT_FOUND'])
      expect(found.slice(1).map((one) => Object(one)[0])).toEqual(writes ? [404, 404] : [403, 403])
      for (const path of [
        pathOf(other.accountId, other.fileId),
        pathOf(accountId, other.fileId),
        pathOf(accountId, one.fileId),
      ])
        expect((await browser.admin('GET', path)).code).toBe('SCOPE_MISSING')
      const submitted = await browser.admin('POST', `/accounts/${accountId}/kyc/submit`, { documents })
      expect(submitted.code).toBe(writes ? 'KYC_DOCUMENTS_INVALID' : 'SCOPE_MISSING')
      expect((await other.browser.admin('GET', `/accounts/${other.accountId}/kyc`)).body.files).toMatchObject([
        { file_id: other.fileId, state: 'uploaded' },
      ])
    },
  )
})

const [NOBODY, NOTHING] = ['00000000000000000000000000', 'kycfile_00000000000000000000000000']
