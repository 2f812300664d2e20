import { inr, type KycSubmission, MICRO_RUPEES_PER_RUPEE, micro, type Page } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** What becomes of accounts: names, status, APIs, KYC (decisions.md sections 1 and 10). */
export function accountChangeTests(trial: () => StoreTrial): void {
  const open = (name = 'Acme') => trial().store.accounts.create({ name, role: 'developer' })

  it('renames an account, and refuses an unprintable name', async () => {
    const { accounts } = trial().store
    const { id } = await open()
    expect(await accounts.rename(id, 'Acme Verify')).toMatchObject({ id, name: 'Acme Verify' })
    expect((await accounts.get(id))?.name).toBe('Acme Verify')
    for (const name of ['', '  ', 'two\nlines', 'x'.repeat(121)]) {
      await expect(accounts.rename(id, name)).rejects.toMatchObject({ code: 'ACCOUNT_NAME_INVALID' })
      await expect(accounts.create({ name, role: 'developer' })).rejects.toMatchObject({ code: 'ACCOUNT_NAME_INVALID' })
    }
    await expect(accounts.rename('nobody', 'x')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('closes an account permanently, with every key of it', async () => {
    const { accounts, keys } = trial().store
    const payer = await trial().payer(inr('10'))
    const { accountId: id } = payer
    const sandbox = await keys.create({ accountId: id, environment: 'sandbox' })
    expect(await accounts.setStatus(id, 'closed', 'Asha')).toMatchObject({ status: 'closed' })
    expect((await keys.list(id)).map(({ status }) => status)).toEqual(['revoked', 'revoked'])
    expect(await trial().admit(payer)).toMatchObject({ kind: 'refused', code: 'INVALID_API_KEY' })

    const closed = { code: 'ACCOUNT_CLOSED' }
    await expect(accounts.setStatus(id, 'active')).rejects.toMatchObject(closed)
    await expect(accounts.setStatus(id, 'suspended')).rejects.toMatchObject(closed)
    await expect(accounts.rename(id, 'Other')).rejects.toMatchObject(closed)
    await expect(accounts.move(id, null)).rejects.toMatchObject(closed)
    await expect(accounts.grantApis(id, 'all')).rejects.toMatchObject(closed)
    await expect(keys.create({ accountId: id, environment: 'sandbox' })).rejects.toMatchObject(closed)
    await expect(keys.promote(sandbox.key.id)).rejects.toMatchObject({ code: 'KEY_REVOKED' })
    await expect(accounts.create({ name: 'Child', role: 'customer', parentId: id })).rejects.toMatchObject(closed)
    const other = await open()
    await expect(accounts.move(other.id, id)).rejects.toMatchObject(closed)
  })

  it('closes no account that owes, and closes it once that is repaid', async () => {
    const { accounts, wallet } = trial().store
    const { id } = await open()
    const move = (rupees: number, reference: string) =>
      wallet.adjust({
        ...{ accountId: id, environment: 'production', amount: micro(rupees * MICRO_RUPEES_PER_RUPEE), reference },
        ...{ reason: 'Chargeback', actor: 'Asha' },
      })
    await move(-5, 'chargeback')
    const refused = await accounts.setStatus(id, 'closed').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'ACCOUNT_OWES', message: expect.stringContaining('5.00 INR in production') })
    expect((await accounts.get(id))?.status).toBe('active')
    await move(5, 'waived')
    expect(await accounts.setStatus(id, 'closed')).toMatchObject({ status: 'closed' })
  })

  it('withholds endpoints from an account that may call all others, and gives them back', async () => {
    const { accounts } = trial().store
    const { id, apis } = await open()
    expect(apis).toBeNull()
    expect(await accounts.grantApis(id, ['verify-pan'])).toMatchObject({ apis: null, withheldApis: [] })
    const withheld = await accounts.revokeApis(id, ['verify-pan', 'verify-gst', 'verify-gst'])
    expect(withheld).toMatchObject({ apis: null, withheldApis: ['verify-gst', 'verify-pan'] })
    expect(await accounts.get(id)).toEqual(withheld)
    expect(await accounts.revokeApis(id, ['verify-gst'])).toEqual(withheld)
    expect(await accounts.grantApis(id, ['verify-gst'])).toMatchObject({ apis: null, withheldApis: ['verify-pan'] })
    expect(await accounts.grantApis(id, 'all')).toMatchObject({ apis: null, withheldApis: [] })
  })

  it('limits an account to a list, adds to it and takes from it', async () => {
    const { accounts } = trial().store
    const { id } = await open()
    await accounts.revokeApis(id, ['verify-pan'])
    const limited = await accounts.limitApis(id, ['verify-gst', 'bank-ifsc-details'])
    expect(limited).toMatchObject({ apis: ['bank-ifsc-details', 'verify-gst'], withheldApis: [] })
    expect((await accounts.revokeApis(id, ['verify-gst'])).apis).toEqual(['bank-ifsc-details'])
    expect((await accounts.grantApis(id, ['verify-pan'])).apis).toEqual(['bank-ifsc-details', 'verify-pan'])
    expect((await accounts.revokeApis(id, ['verify-pan', 'bank-ifsc-details'])).apis).toEqual([])
    expect((await accounts.get(id))?.apis).toEqual([])
    expect((await accounts.grantApis(id, 'all')).apis).toBeNull()
    await expect(accounts.grantApis('nobody', 'all')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await expect(accounts.limitApis('nobody', [])).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('has a call identified again when what its account has bought changed on the way', async () => {
    const { accounts, keys } = trial().store
    const payer = await trial().payer(inr('10'))
    const before = await trial().hold(payer, { price: inr('1') })
    await accounts.revokeApis(payer.accountId, ['verify-pan'])
    expect(await trial().admit(payer)).toMatchObject({ kind: 'refused', code: 'KEY_CHANGED' })
    const owner = await keys.get(payer.key.id)
    expect(owner?.account).toMatchObject({ apis: null, withheldApis: ['verify-pan'] })
    const keyVersion = (owner?.key.version ?? 0) + (owner?.account.version ?? 0)
    expect(await trial().admit(payer, { keyVersion })).toMatchObject({ kind: 'admitted' })
    // What was admitted before is not touched.
    expect(await trial().settle(before, { charged: inr('1') })).toEqual({ kind: 'done' })
  })

  it('takes KYC from pending over submitted to approved, or rejected and submitted again', async () => {
    const { accounts } = trial().store
    const { id } = await open()
    const none = { accountId: id, documents: [], submittedAt: null, decidedAt: null, reason: null }
    expect(await accounts.kycFile(id)).toEqual({ ...none, state: 'pending' })
    await expect(accounts.rejectKyc(id, 'no')).rejects.toMatchObject({ code: 'KYC_MOVE_NOT_ALLOWED' })

    const documents = [{ kind: 'pan-card', reference: 'vault/kyc/17.pdf' }]
    expect(await accounts.submitKyc(id, documents)).toMatchObject({ kyc: 'submitted' })
    expect(await accounts.kycFile(id)).toMatchObject({
      state: 'submitted',
      documents,
      submittedAt: trial().clock.now(),
    })
    await expect(accounts.rejectKyc(id, ' ')).rejects.toMatchObject({ code: 'INVALID_REASON' })
    expect(await accounts.rejectKyc(id, 'The copy cannot be read')).toMatchObject({ kyc: 'rejected' })
    expect(await accounts.kycFile(id)).toMatchObject({
      ...{ state: 'rejected', reason: 'The copy cannot be read', documents, decidedAt: trial().clock.now() },
    })
    await expect(accounts.approveKyc(id)).rejects.toMatchObject({ code: 'KYC_MOVE_NOT_ALLOWED' })

    const again = [{ kind: 'pan-card', reference: 'vault/kyc/18.pdf' }]
    expect(await accounts.submitKyc(id, again)).toMatchObject({ kyc: 'submitted' })
    expect(await accounts.kycFile(id)).toMatchObject({ documents: again, decidedAt: null, reason: null })
    expect(await accounts.approveKyc(id)).toMatchObject({ kyc: 'approved' })
    expect(await accounts.approveKyc(id)).toMatchObject({ kyc: 'approved' })
    await expect(accounts.submitKyc(id, again)).rejects.toMatchObject({ code: 'KYC_MOVE_NOT_ALLOWED' })
    await expect(accounts.kycFile('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('lists submissions that wait for a decision, the oldest first, by page', async () => {
    const { accounts } = trial().store
    const documents = [{ kind: 'pan-card', reference: 'vault/kyc/17.pdf' }]
    const submitted: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const { id } = await open()
      await accounts.submitKyc(id, documents)
      trial().clock.advance(1_000)
      submitted.push(id)
    }
    const [decided = '', closed = '', first, second] = submitted
    await accounts.rejectKyc(decided, 'The copy cannot be read')
    await accounts.setStatus(closed, 'closed')
    const found: KycSubmission[] = []
    let cursor: string | null = null
    do {
      const page: Page<KycSubmission> = await accounts.kycSubmissions({ cursor, limit: 1 })
      found.push(...page.items)
      cursor = page.next
    } while (cursor !== null)
    const own = found.filter(({ accountId }) => submitted.includes(accountId))
    expect(own).toEqual([
      expect.objectContaining({ accountId: first, documents: 1, accountName: expect.any(String) }),
      expect.objectContaining({ accountId: second, submittedAt: new Date(trial().clock.now().getTime() - 1_000) }),
    ])
  })

  it('refuses invalid documents, and references with an identity number', async () => {
    const { accounts } = trial().store
    const { id } = await open()
    const refused = [
      [],
      [{ kind: 'PAN Card', reference: 'vault/17' }],
      [{ kind: 'pan-card', reference: ' ' }],
      [{ kind: 'pan-card', reference: 'copy of ABCPE1234F' }],
      [{ kind: 'aadhaar', reference: '2345 6789 0124' }],
      Array.from({ length: 21 }, () => ({ kind: 'page', reference: 'vault/17' })),
    ]
    for (const documents of refused)
      await expect(accounts.submitKyc(id, documents)).rejects.toMatchObject({ code: 'KYC_DOCUMENTS_INVALID' })
    expect((await accounts.get(id))?.kyc).toBe('pending')
  })
}
