import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
})
afterEach(() => cli[Symbol.asyncDispose]())

const kyc = (verb: string, ...more: string[]) => cli.parakh('kyc', verb, cli.account, '--json', ...more)

it('is submitted with references, rejected with a reason, submitted again and approved', async () => {
  expect((await kyc('show')).json()).toMatchObject({ kyc: 'pending', documents: [], reason: null })
  const documents = ['--document', 'pan-card=vault/17.pdf', 'gst-certificate=vault/18=a.pdf']
  expect((await kyc('submit', ...documents)).json()).toMatchObject({ ok: true, kyc: 'submitted' })
  expect((await kyc('show')).json()).toMatchObject({
    documents: [
      { kind: 'pan-card', reference: 'vault/17.pdf' },
      { kind: 'gst-certificate', reference: 'vault/18=a.pdf' },
    ],
  })
  expect((await kyc('reject', '--reason', 'The copy cannot be read')).json()).toMatchObject({ ok: true })
  const shown = await cli.parakh('kyc', 'show', cli.account)
  expect(shown.out).toMatch(/is rejected\.[\s\S]*Reason: The copy cannot be read[\s\S]*pan-card +vault\/17\.pdf/)
  const tooEarly = await kyc('approve')
  expect(tooEarly).toMatchObject({ code: 1, out: '' })
  expect(tooEarly.err).toMatch(/rejected and cannot become approved\. Allowed: submitted \(KYC_MOVE_NOT_ALLOWED\)/)
  await kyc('submit', '--document', 'pan-card=vault/19.pdf')
  expect((await kyc('approve')).json()).toMatchObject({ ok: true })
  expect((await kyc('show')).json()).toMatchObject({ kyc: 'approved', reason: null })
})

it('refuses a document without a reference, or with an identity number', async () => {
  expect(await kyc('submit')).toMatchObject({ code: 2, out: '' })
  expect(await kyc('submit', '--document', 'pan-card')).toMatchObject({ code: 2, out: '' })
  const refused = await kyc('submit', '--document', 'pan-card=ABCPE1234F')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('KYC_DOCUMENTS_INVALID')
  expect(refused.err).not.toContain('ABCPE1234F')
})

it('uploads a file, submits it, and writes its bytes for whoever decides', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 128])])
  await writeFile(join(cli.folder, 'pan.pdf'), bytes)
  const made = (await kyc('upload', '--kind', 'pan', '--file', 'pan.pdf')).json()
  const fileId = String(made['file_id'])
  expect(made).toMatchObject({ kind: 'pan', type: 'application/pdf', size_bytes: bytes.length })
  expect((await kyc('submit', '--document', `pan=${fileId}`)).json()).toMatchObject({ kyc: 'submitted' })
  expect((await kyc('show')).json()).toMatchObject({ files: [{ file_id: fileId, state: 'submitted' }] })
  await kyc('file', fileId, '--out', 'seen.pdf')
  expect((await readFile(join(cli.folder, 'seen.pdf'))).equals(bytes)).toBe(true)
  const unknown = await kyc('submit', '--document', 'pan=kycfile_unknown')
  expect(unknown.err).toMatch(/the file of number 1 is not there/)
})
