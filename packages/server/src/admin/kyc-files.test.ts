import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const PDF = Buffer.from('%PDF-1.7\nA scan of Asha Rao')

describe('files of KYC over the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest()
  })
  afterAll(() => test.close())

  const upload = (
    as: string,
    {
      id,
      bytes = PDF,
      name = 'ABCPE1234F.pdf',
    }: { readonly id: string; readonly bytes?: Buffer; readonly name?: string },
  ) =>
    test.ask({
      ...{ method: 'POST', url: `/accounts/${id}/kyc/files`, as },
      body: { kind: 'pan', name, content: bytes.toString('base64') },
    })
  const owner = async () => {
    const { id } = await test.account('developer')
    const { secret } = await test.credential(id, ['accounts:read', 'accounts:write'])
    return { id, secret }
  }

  it('are uploaded and submitted by the account, and downloaded by operators alone: as an attachment, byte by byte', async () => {
    const { id, secret } = await owner()
    const made = await upload(secret, { id })
    expect(made.status, made.text).toBe(201)
    const { file_id } = made.json()
    expect(made.json()).toMatchObject({
      kind: 'pan',
      type: 'application/pdf',
      size_bytes: PDF.length,
      state: 'uploaded',
    })
    const documents = [{ kind: 'pan', reference: file_id }]
    const submitted = await test.ask({
      ...{ method: 'POST', url: `/accounts/${id}/kyc/submit`, as: secret, body: { documents } },
    })
    expect(submitted.status, submitted.text).toBe(200)
    const kyc = (await test.ask({ url: `/accounts/${id}/kyc`, as: secret })).json()
    expect(kyc).toMatchObject({ documents, files: [{ file_id, state: 'submitted', name: 'ABCPE1234F.pdf' }] })
    const url = `/accounts/${id}/kyc/files/${file_id}`
    expect((await test.ask({ url, as: secret })).status).toBe(403)
    const file = await test.ask({ url, as: test.operator })
    expect(file.text).toBe(PDF.toString())
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="pan.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const entries = await test.ask({ url: `/audit?account_id=${id}`, as: test.operator })
    expect(entries.json().items.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['kyc.upload', 'kyc.submit', 'kyc.view_file']),
    )
    expect(entries.text).not.toContain('ABCPE1234F')
    expect(JSON.stringify(test.logger.lines)).not.toMatch(/ABCPE1234F|Asha Rao|JVBERi/)
  })

  it('of another account are not there, whoever asks', async () => {
    const [one, other] = [await owner(), await owner()]
    const { file_id } = (await upload(one.secret, { id: one.id })).json()
    expect((await upload(other.secret, { id: one.id })).status).toBe(404)
    const wrong = `/accounts/${other.id}/kyc/files/${file_id}`
    expect((await test.ask({ url: wrong, as: test.operator })).status).toBe(404)
    expect((await test.ask({ method: 'DELETE', url: wrong, as: other.secret })).status).toBe(404)
    const own = `/accounts/${one.id}/kyc/files/${file_id}`
    expect((await test.ask({ method: 'DELETE', url: own, as: one.secret })).json()).toEqual({ erased: true })
  })

  it('of another type, broken or too large are refused with what is allowed', async () => {
    const { id, secret } = await owner()
    const zip = await upload(secret, { id, bytes: Buffer.from('PK named pan.pdf') })
    expect(zip.status).toBe(422)
    expect(zip.json().error).toMatchObject({
      code: 'KYC_FILE_INVALID',
      message: expect.stringContaining('PDF, JPEG or PNG'),
    })
    const url = `/accounts/${id}/kyc/files`
    const broken = await test.ask({ method: 'POST', url, as: secret, body: { kind: 'pan', content: '%PDF' } })
    expect(broken.json().error).toMatchObject({ code: 'VALIDATION_FAILED', fields: { content: 'must be base64' } })
    const turned = await upload(secret, { id, name: 'scan\u202egnp.exe' })
    expect(turned.json().error).toMatchObject({ fields: { name: 'must be printable characters' } })
    const large = await upload(secret, { id, bytes: Buffer.concat([PDF, Buffer.alloc(6 * 1_024 * 1_024)]) })
    expect(large.status).toBe(413)
    const whole = await upload(secret, {
      id,
      bytes: Buffer.concat([PDF, Buffer.alloc(5 * 1_024 * 1_024 - PDF.length)]),
    })
    expect(whole.status, `${whole.text} ${JSON.stringify(test.logger.lines.slice(-3))}`).toBe(201)
  })
})
