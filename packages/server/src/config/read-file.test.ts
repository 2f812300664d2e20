import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../load-config.ts'

const SECRET = 'hunter2hunter2hunter2'
/** Messages of the libraries and of Node. */
const LIBRARY =
  /implicit|flow (map|seq)|block (map|seq|coll)|scalar|unexpected|mapping items|unresolved|excessive|identifier|cannot (read|find)/i

describe('a configuration file with a mistake of syntax', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-syntax-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** The message without the file's name. */
  async function refusal(name: string, text: string): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, text)
    const thrown: unknown = await loadConfig(file, { environment: {} }).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toMatchObject({ code: 'CONFIGURATION_UNREADABLE' })
    const { message } = thrown as Error
    expect(message.startsWith(`${file}: `)).toBe(true)
    expect(message).not.toMatch(LIBRARY)
    expect(message).not.toContain(SECRET)
    return message.slice(file.length + 2)
  }

  it.each([
    ['a tab for indentation', 'brand:\n\tname: Acme\n', 'line 2, column 2: a tab indents this line. Allowed: spaces'],
    ['no space after a colon', `brand: {}\npepper:${SECRET}\nplugins: {}\n`, 'line 2, column 1: a colon with a space'],
    ['no space after the last colon', 'brand: {}\nplugins:x\n', 'line 2, column 1: a colon with a space'],
    ['no colon', 'brand: {}\nplugins\nsecrets: {}\n', 'line 2, column 1: a colon with a space'],
    [
      'a double quote that stays open',
      `brand: { name: "Acme }\npepper: ${SECRET}\n`,
      'line 1, column 16: the " that is opened here is not closed',
    ],
    [
      'a single quote that stays open',
      "brand:\n  name: 'Acme\nplugins: {}\n",
      "line 2, column 9: the ' that is opened here is not closed",
    ],
    [
      'a quote that an escape keeps open',
      'file: "C:\\temp\\"\n',
      'line 1, column 7: the " that is opened here is not closed',
    ],
    [
      'a brace that stays open',
      'brand: { name: Acme\nplugins: {}\n',
      'line 1, column 8: the { that is opened here is not closed. Allowed: one more }',
    ],
    [
      'a bracket that stays open',
      'a: [1',
      'line 1, column 4: the [ that is opened here is not closed. Allowed: one more ]',
    ],
    [
      'a line that is indented less',
      'brand:\n    name: Acme\n  logo: x\n',
      'line 3, column 3: this line is indented unlike its neighbours',
    ],
    [
      'a line that is indented more',
      `brand:\n  name: ${SECRET}\n\n   logo: x\n`,
      'line 4, column 4: this line is indented deeper',
    ],
    [
      'a colon in a value',
      'brand: { }\nname: Acme: the best\n',
      'line 2, column 7: a value with a colon and a space in it. Allowed: the value in quotes',
    ],
    [
      'a key twice',
      'brand: {}\nplugins: {}\nbrand: {}\n',
      'line 3, column 1: the key brand stands twice in one section. Allowed: once',
    ],
    [
      'a key twice after a variable',
      'a: { b: "${VERY_LONG_NAME}", b: 2 }\n',
      'line 1, column 30: the key b stands twice',
    ],
    ['an alias without its anchor', `a: *${SECRET}\n`, 'line 1, column 4: a word that begins with * is an alias'],
    ['an alias within its anchor', 'a: &x\n  b: *x\n', 'line 2, column 6: this alias stands within its own anchor'],
    [
      'aliases of aliases',
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${['b', 'c', 'd', 'e'].map((one, at) => `${one}: &${one} [${Array(10).fill(`*${'abcd'[at]}`)}]\n`).join('')}`,
      'line 1, column 1: aliases (*name) repeat too much',
    ],
    ['a tag', `a: !env ${SECRET}\n`, 'line 1, column 4: a word that begins with !'],
    [
      'a text that begins with @',
      'plugins:\n  @parakh/ifsc: {}\n',
      'line 2, column 3: an unquoted text begins with a character',
    ],
    ['an escape that there is not', 'a: "C:\\data"\n', 'line 1, column 7: this backslash begins no escape'],
    ['a template of another tool', 'a: {{ name }}\n', 'line 1, column 5: a key is a list or a map'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'line 2, column 1: a second document begins here'],
    [
      'anything else',
      'a: "x" y\n',
      'line 1, column 8: what stands here does not fit what stands before it. Allowed: YAML or JSON',
    ],
  ])('reports place and mistake in YAML: %s', async (_, text, said) => {
    expect((await refusal('parakh.yaml', text)).slice(0, said.length)).toBe(said)
  })

  it.each([
    [
      'a comma that is missing',
      '{\n  "brand": { "name": "A" }\n  "plugins": {}\n}\n',
      /^line [23], column \d+: .*comma/,
    ],
    ['a colon that is missing', '{ "brand" {} }', /^line 1, column 11: a colon .* is missing/],
    [
      'an end that is missing',
      '{ "brand": { "name": "A" }',
      /^line 1, column 1: the \{ that is opened here is not closed/,
    ],
    ['a quote that is missing', '{ "brand": { "name": "A } }', /^line 1, column 22: the " that is opened/],
  ])('reports place and mistake in JSON: %s', async (_, text, said) => {
    expect(await refusal('parakh.json', text)).toMatch(said)
  })

  it.each(['parakh.config.ts', 'parakh.config.mjs'])('reports where %s does not parse', async (name) => {
    const text = "export default {\n  brand: { name: 'Acme'\n  plugins: {},\n}\n"
    expect(await refusal(name, text)).toMatch(/^line 3, column 3: the syntax is wrong/)
  })

  it('names the missing import of a module', async () => {
    const text = "import nothing from './not-here.mjs'\nexport default nothing\n"
    expect(await refusal('parakh.config.mjs', text)).toMatch(/^it imports .*not-here\.mjs, which is not there/)
  })

  it('reports class and line of an accidental error of a module, and the message of an intended one', async () => {
    expect(await refusal('parakh.config.mjs', 'const a = undefined\nexport default a.b\n')).toMatch(
      /^it threw a TypeError/,
    )
    expect(await refusal('own.config.mjs', "throw new Error('Set ACME_ENV')\n")).toBe('Set ACME_ENV')
  })
})
