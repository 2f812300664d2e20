import { userInfo } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

interface Listed {
  readonly entries: readonly { actor: string; action: string; subject: string; before: object; after: object }[]
  readonly next: string | null
}
let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
})
afterEach(() => cli[Symbol.asyncDispose]())

const list = async (...more: string[]) => (await cli.parakh('audit', 'list', '--json', ...more)).json<Listed>()

it('shows actor, change, and the values before and after', async () => {
  await cli.parakh('accounts', 'suspend', cli.account, '--as', 'Asha.Rao')
  await cli.parakh('accounts', 'resume', cli.account, '--as', 'Ravi')
  const { entries, next } = await list('--account', cli.account)
  expect(next).toBeNull()
  expect(entries).toMatchObject([
    { actor: 'ravi', action: 'account.resume', before: { status: 'suspended' }, after: { status: 'active' } },
    { actor: 'asha.rao', action: 'account.suspend', subject: `account/${cli.account}` },
    { actor: userInfo().username, action: 'account.create', before: null, after: { name: 'Acme' } },
  ])
  expect((await list('--actor', 'ravi')).entries).toHaveLength(1)
  expect((await list('--action', 'account.suspend')).entries).toHaveLength(1)
  expect((await list('--subject', `account/${cli.account}`)).entries).toHaveLength(3)
  const unknown = await cli.parakh('audit', 'list', '--account', 'nobody')
  expect(unknown).toMatchObject({ code: 1, out: '', err: 'error: There is no account nobody (NOT_FOUND)\n' })
})

it('has keys, KYC, credits and adjustments, and no secret', async () => {
  const wallet = ['--account', cli.account, '--environment', 'sandbox', '--as', 'Asha']
  const created = (await cli.parakh('keys', 'create', ...wallet, '--json')).json<Record<string, string>>()
  const key = created['key_id'] ?? ''
  await cli.parakh('keys', 'restrict', key, '--label', 'Till', '--as', 'Ravi')
  await cli.parakh('keys', 'rotate', key, '--as', 'Ravi')
  await cli.parakh('kyc', 'approve', cli.account, '--as', 'Ravi')
  await cli.parakh('keys', 'promote', key, '--as', 'Ravi')
  await cli.parakh('keys', 'revoke', key, '--as', 'Ravi')
  await cli.parakh('wallets', 'credit', ...wallet, '--amount', '50', '--reference', 'utr-1')
  await cli.parakh('wallets', 'adjust', ...wallet, '--amount=-5', '--reference', 'fix-1', '--reason', 'paid twice')
  const listed = await cli.parakh('audit', 'list', '--json')
  expect(listed.json<Listed>().entries.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    ...['asha wallet.adjust', 'asha wallet.credit', 'ravi key.revoke', 'ravi key.promote', 'ravi kyc.approve'],
    ...['ravi key.rotate', 'ravi key.restrict', 'asha key.create', `${userInfo().username} account.create`],
  ])
  expect(listed.out).not.toContain('sk_')
})

it('is read page by page, and drawn for people', async () => {
  await cli.parakh('accounts', 'suspend', cli.account, '--as', 'Asha')
  const first = await list('--limit', '1')
  expect(first.entries).toMatchObject([{ action: 'account.suspend' }])
  expect(await list('--limit', '1', '--cursor', first.next ?? '')).toMatchObject({
    entries: [{ action: 'account.create' }],
    next: null,
  })
  const wrong = await cli.parakh('audit', 'list', '--cursor', 'x')
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toContain('CURSOR_INVALID')
  const { out } = await cli.parakh('audit', 'list', '--limit', '1')
  expect(out).toMatch(
    /asha +account\.suspend +account\/\S+ +status: active -> suspended\n[\s\S]*There are more: --cursor /,
  )
})

it('changes nothing for an invalid operator name', async () => {
  const refused = await cli.parakh('accounts', 'suspend', cli.account, '--as', 'system')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('OPERATOR_NAME_INVALID')
  expect((await list()).entries).toHaveLength(1)
})
