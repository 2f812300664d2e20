import { testSecrets } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { documentLinks } from './document-links.ts'

const links = documentLinks(testSecrets(), () => 'https://api.acme.example/verify')
const place = { accountId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', environment: 'sandbox', id: '01K9Z7Q4.dl.licence' } as const
const document = {
  number: '01K9Z7Q4M8T2W6X0Y3B5C7D9FA',
  title: 'Driving licence (ड्राइविंग)',
  environment: 'production',
  issuedAt: new Date('2025-11-21T12:12:10Z'),
  fingerprint: '9F3A77C10B2ED41C',
} as const
const last = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

describe('a link to a document', () => {
  it('begins with the public URL, and resolves to the document', () => {
    const url = links.url(place)
    expect(url).toMatch(/^https:\/\/api\.acme\.example\/verify\/documents\/[\w-]+$/)
    expect(links.placeOf(last(url))).toEqual(place)
    expect(links.url(place)).toBe(url)
  })

  it('is invalid once a character is altered, dropped or added', () => {
    const token = last(links.url(place))
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(links.placeOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    }
    for (const wrong of [
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      '',
      'A'.repeat(22),
      `${token}/`,
      'A'.repeat(5000),
    ])
      expect(links.placeOf(wrong)).toBeNull()
  })

  it('is of this host alone, but outlives a rotation of its pepper', () => {
    const token = last(links.url(place))
    expect(documentLinks(testSecrets('another'), () => '').placeOf(token)).toBeNull()
    const [older, newer] = [testSecrets(), testSecrets('newer')]
    const rotated = { ...newer, hashes: (text: string) => [newer.hash(text), older.hash(text)] }
    expect(documentLinks(rotated, () => '').placeOf(token)).toEqual(place)
  })
})

describe('the code on a document', () => {
  it('verifies the document without a look-up', () => {
    const mark = last(links.verifyUrl(document))
    expect(links.verifyUrl(document)).toMatch(/\/documents\/verify\/[\w-]+$/)
    expect(links.documentOf(mark)).toEqual(document)
    expect(links.documentOf(last(links.verifyUrl({ ...document, environment: 'sandbox' })))?.environment).toBe(
      'sandbox',
    )
  })

  it('is short', () => {
    expect(last(links.verifyUrl({ ...document, title: 'Registration certificate' })).length).toBeLessThan(112)
  })

  it('cannot be made from a link, nor a link from it', () => {
    expect(links.documentOf(last(links.url(place)))).toBeNull()
    expect(links.placeOf(last(links.verifyUrl(document)))).toBeNull()
    expect(links.documentOf(`${last(links.verifyUrl(document))}A`)).toBeNull()
  })
})
