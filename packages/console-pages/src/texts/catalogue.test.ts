import { describe, expect, it } from 'vitest'
import { type Catalogue, catalogue } from './catalogue.ts'

const FILES = import.meta.glob<Record<string, Catalogue<object>>>('../**/*-texts.ts', { eager: true })

/** The names of the texts of a language, those of groups too. A text and a function that makes one differ. */
const namesOf = (texts: unknown, above = ''): readonly string[] =>
  typeof texts !== 'object' || texts === null
    ? [`${above}: ${typeof texts}`]
    : Object.entries(texts).flatMap(([name, text]) => namesOf(text, `${above}/${name}`))

describe('texts in two languages', () => {
  it('are refused by the types where Hindi lacks one, has one too many, or another kind', () => {
    const lacking = [
      // @ts-expect-error: a text is missing
      catalogue({ title: 'Keys', none: 'No keys' }, { title: 'कुंजियाँ' }),
      // @ts-expect-error: a text of a group is missing
      catalogue({ states: { on: 'On', off: 'Off' } }, { states: { on: 'चालू' } }),
      // @ts-expect-error: English does not have it
      catalogue({ title: 'Keys' }, { title: 'कुंजियाँ', none: 'कोई नहीं' }),
      // @ts-expect-error: it takes a number
      catalogue({ left: (count: number) => `${count} left` }, { left: 'बाकी' }),
    ]
    expect(lacking).toHaveLength(4)
  })

  it('have the same names in every catalogue, whatever its type says', () => {
    const catalogues = Object.entries(FILES).flatMap(([file, exported]) =>
      Object.entries(exported).map(([name, texts]) => ({ where: `${file}: ${name}`, ...texts })),
    )
    expect(catalogues.length).toBeGreaterThan(20)
    for (const { where, en, hi } of catalogues) expect(namesOf(hi), where).toEqual(namesOf(en))
  })
})
