import { describe, expect, it } from 'vitest'
import { FontLibrary } from './font-library.ts'
import { sfntOf } from './sfnt.ts'

const fonts = new FontLibrary()
const shaped = (script: Parameters<FontLibrary['font']>[0], text: string): unknown =>
  fonts.font(script, 'semibold').layout(text)

describe('fonts', () => {
  it.each([
    ['devanagari', 'क्षत्रिय धर्मेन्द्र'],
    ['bengali', 'ক্ষত্রিয় রাষ্ট্র'],
    ['gujarati', 'ક્ષત્રિય કાર્ડ'],
    ['gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['kannada', 'ಕ್ಷತ್ರಿಯ ಕರ್ನಾಟಕ'],
    ['malayalam', 'ശ്രീ കോഴിക്കോട്'],
    ['oriya', 'କ୍ଷତ୍ରିୟ ଲକ୍ଷ୍ମୀ'],
    ['tamil', 'தமிழ் ஸ்ரீ'],
    ['telugu', 'క్షత్రియ శ్రీ'],
    ['arabic', 'غلام'],
  ] as const)('join the letters of %s', (script, text) => {
    const { glyphs } = shaped(script, text) as { glyphs: readonly { id: number }[] }
    expect(glyphs.map(({ id }) => id)).not.toContain(0)
    expect(glyphs.length).toBeLessThan([...text].length)
  })

  it.each([
    ['arabic', 'ءآؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہۃھیےۓ،۔؟۰۱۲۳۴۵۶۷۸۹'],
    ['ol-chiki', '᱐᱑᱒ᱚᱛᱜᱝᱞᱟᱠᱡᱢᱣᱤᱥᱦᱧᱨᱩᱪᱫᱬᱭᱮᱯᱰᱱᱲᱳᱴᱵᱶᱷᱸᱹᱺᱻᱼᱽ᱾᱿'],
    ['meetei-mayek', 'ꯀꯁꯂꯃꯄꯅꯆꯇꯈꯉꯊꯋꯌꯍꯎꯏꯐꯑꯒꯓꯔꯕꯖꯗꯘꯙꯚꯛꯜꯝꯞꯟꯠꯡꯢꯣꯤꯥꯦꯧꯨꯩꯪ꯫꯬꯭꯰꯱'],
  ] as const)('have every letter of %s', (script, letters) => {
    for (const letter of letters) {
      const { glyphs } = shaped(script, letter) as { glyphs: readonly { id: number }[] }
      expect(glyphs.map(({ id }) => id)).not.toContain(0)
    }
  })

  it('come back from any row of letters and marks', () => {
    const blocks = { arabic: [0x0600, 0x06ff], 'ol-chiki': [0x1c50, 0x1c7f], 'meetei-mayek': [0xabc0, 0xabf9] } as const
    for (const [script, [from, to]] of Object.entries(blocks))
      for (let round = 0; round < 200; round += 1) {
        const row = Array.from({ length: 6 }, (_, at) => from + ((round * 37 + at * at * 11) % (to - from + 1)))
        shaped(script as keyof typeof blocks, String.fromCodePoint(...row, 0x200d, from))
      }
  })

  it('places marks of a letter that has no place for them', () => {
    // fontkit throws on this one unless it is helped.
    expect(() => shaped('gurmukhi', 'ਜ਼ਿਲ੍ਹਾ')).not.toThrow()
    expect(() => shaped('gujarati', 'ક્ષત્રિય જ્ઞાન શ્રી ગુજરાતી રાષ્ટ્ર કૃષ્ણ કાર્ડ લક્ષ્મી')).not.toThrow()
  })

  it('are read once', () => {
    expect(fonts.font('tamil', 'regular')).toBe(fonts.font('tamil', 'regular'))
    expect(fonts.font('tamil', 'regular')).not.toBe(fonts.font('tamil', 'semibold'))
  })

  it('are refused if a file is no font', () => {
    expect(() => sfntOf(Buffer.from('OTTO and more'))).toThrow('not WOFF')
  })

  it('find accented letters and the rupee in the second Latin file', () => {
    expect([...'a₹Łé'].map((letter) => fonts.latinWith(letter.codePointAt(0) ?? 0))).toEqual([
      'latin',
      'latin-ext',
      'latin-ext',
      'latin',
    ])
  })
})
