import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { HOST_EVENTS } from './host-events.ts'

const guide = new URL('../../../../docs/guides/webhooks.md', import.meta.url)
const named = (text: string): readonly string[] => [...text.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => name)

it("are in the guide with the fields of their data, each of the host's own and no other", async () => {
  const rows = (await readFile(guide, 'utf8'))
    .split('\n')
    .filter((line) => /^\| `(key|plan|wallet|webhook)\./.test(line))
  const documented = rows.flatMap((row) => {
    const [, types = '', , data = ''] = row.split(' | ').flatMap((cell, place) => (place === 0 ? ['', cell] : [cell]))
    return named(types).map((type) => [type, [...named(data)].sort()])
  })
  const defined = Object.entries(HOST_EVENTS).map(([type, { shape }]) => [type, Object.keys(shape).sort()])
  expect(documented.toSorted()).toEqual(defined.toSorted())
})
