import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from '@parakh/core'
import documents from '@parakh/documents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretsForTest } from '../../test/server-for-test.ts'
import { checkConfig } from '../load-config.ts'
import { logoBytes, placeLogo } from './brand-logo.ts'

// One red pixel, and a JPEG that contains only its size.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080002000301011100ffd9', 'hex')

describe('a logo', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-logo-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const place = async (bytes: Buffer | string) => {
    await writeFile(join(folder, 'logo'), bytes)
    return placeLogo({ name: 'Acme', logo: './logo' }, folder)
  }

  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('that is a file becomes part of the pages: %s', async (type, bytes) => {
    const { brand, faults } = await place(bytes)
    expect(faults).toEqual([])
    expect(brand.logo).toBe(`data:${type};base64,${Buffer.from(bytes).toString('base64')}`)
    expect(logoBytes(brand)).toEqual(type === 'image/svg+xml' ? null : bytes)
  })

  it.each(['https://acme.example/logo.png', 'data:image/svg+xml;base64,AAAA'])(
    'that is an address stays one: %s',
    async (logo) => {
      expect(await placeLogo({ name: 'Acme', logo }, folder)).toEqual({ brand: { name: 'Acme', logo }, faults: [] })
    },
  )

  it('may be missing', async () => {
    expect(await placeLogo({ name: 'Acme' }, folder)).toEqual({ brand: { name: 'Acme' }, faults: [] })
    expect(logoBytes({ name: 'Acme' })).toBeNull()
  })

  it('that cannot be used is a fault that says why', async () => {
    const faultOf = async (bytes: Buffer | string) => (await place(bytes)).faults
    for (const [bytes, detail] of [
      ['GIF89a', 'neither PNG'],
      [Buffer.concat([PNG, Buffer.alloc(600_000)]), `${PNG.length + 600_000} bytes`],
    ] as const)
      expect(await faultOf(bytes)).toEqual([
        { code: 'LOGO_UNREADABLE', path: 'brand.logo', message: expect.stringContaining(detail) },
      ])
    const { faults } = await placeLogo({ name: 'Acme', logo: './nowhere.png' }, folder)
    expect(faults).toMatchObject([{ code: 'LOGO_UNREADABLE', message: expect.stringContaining('no such file') }])
  })
})

describe('a logo that can be shown and not be drawn', () => {
  const database = { client: 'sqlite3', filename: './never-made.db' } as const
  const withLogo = (logo: string, plugins: readonly Plugin[]) =>
    checkConfig({ brand: { name: 'Acme', logo }, database, plugins, secrets: secretsForTest() })
  const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

  it.each([dataUrl(PNG.subarray(0, 40)), 'data:image/png;base64,AAAA'])(
    'is a fault of its place where documents are drawn, and none where there are only pages: %s',
    async (logo) => {
      await expect(withLogo(logo, [documents()])).rejects.toMatchObject({
        faults: [{ code: 'LOGO_UNUSABLE', path: 'brand.logo' }],
      })
      expect((await withLogo(logo, [])).brand.logo).toBe(logo)
    },
  )

  it('may be one that can be drawn, or none', async () => {
    expect((await withLogo(dataUrl(PNG), [documents()])).brand.logo).toBe(dataUrl(PNG))
    expect((await withLogo('https://acme.example/logo.png', [documents()])).brand.name).toBe('Acme')
  })
})
