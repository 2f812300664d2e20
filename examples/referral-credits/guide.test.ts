import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('.', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, here), 'utf8')
const sources = [
  ...readdirSync(new URL('src', here)).map((name) => read(`src/${name}`)),
  ...['parakh.yaml', 'referral-credits.test.ts'].map(read),
]
const snippets = [...read('../../docs/guides/write-a-feature.md').matchAll(/^```(?:ts|yaml)\n(.*?)^```$/gms)].map(
  ([, snippet = '']) => snippet,
)

describe('docs/guides/write-a-feature.md', () => {
  it('has snippets', () => expect(snippets.length).toBeGreaterThan(6))

  it.each(snippets.map((snippet) => [snippet.split('\n')[0], snippet]))(
    'shows the example as it is: %s',
    (_, snippet) => {
      expect(sources.filter((source) => source.includes(`${snippet}`))).not.toEqual([])
    },
  )
})
