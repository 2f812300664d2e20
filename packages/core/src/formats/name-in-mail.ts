/** The longest name in an email, in characters. Longer names end in an ellipsis. */
const LONGEST = 60
/** The full stop, and characters that mail clients and browsers read as one in a host name. */
const DOT = '.\u2024\u3002\ufe52\uff0e\uff61'
const SLASH = '/\\\\\u2044\u2215\u29f5\uff0f\uff3c'
const COLON = ':\ufe13\ufe55\uff1a'
const IN_WORD = '\\p{L}\\p{M}\\p{N}\\u200c\\u200d'

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\u200c\u200d]+/gu
/** `://`, `:/`, `//host` and `\\server`; also a single backslash. */
const SLASHES = new RegExp(`[${SLASH}]{2,}|\\\\|(?<=[${COLON}])[${SLASH}]`, 'gu')
/** `mailto:someone`, `localhost:3000`; not `14:05`. */
const SCHEME = new RegExp(`(?<=[\\p{L}\\p{M}])[${COLON}](?=\\S)`, 'gu')
/** `evil.example`, `v.2`; not `Pvt. Ltd.`, not `1.5`. */
const DOMAIN_DOT = new RegExp(
  `(?<=[\\p{L}\\p{M}\\u200c\\u200d])[${DOT}]+(?=[${IN_WORD}])|[${DOT}]+(?=[\\p{L}\\p{M}\\u200c\\u200d])`,
  'gu',
)
/** `192.0.2.1` */
const IPV4 = new RegExp(`\\d+(?:[${DOT}]\\d+){3,}`, 'gu')

/**
 * Returns a name as an email shows it: at most 60 characters of one line, without control or direction characters, and without anything
 * that a mail client turns into a link. `Acme Pvt. Ltd.` stays; `https://evil.example` becomes `https: evil example`.
 *
 * @param name A name that a customer has chosen: of an account, a person, a brand or a key.
 *
 * @example
 * nameInMail('Book.My.Show Ltd') // 'Book My Show Ltd'
 */
export function nameInMail(name: string): string {
  const plain = name
    .replace(UNPRINTABLE, ' ')
    .replace(SLASHES, ' ')
    .replace(SCHEME, ': ')
    .replace(IPV4, (address) => address.replace(new RegExp(`[${DOT}]`, 'gu'), ' '))
    .replace(DOMAIN_DOT, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const characters = [...plain]
  return characters.length <= LONGEST
    ? plain
    : `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}

/** A scheme, `www.`, an email address, or a domain whose last part is written in one case, as in `evil.example` and `EVIL.EXAMPLE`. */
const WEB_ADDRESS = [
  new RegExp(`[${COLON}][${SLASH}]{2}|\\\\`, 'u'),
  new RegExp(`(?<![\\p{L}\\p{N}])www[${DOT}]`, 'iu'),
  new RegExp(`\\S@\\S+[${DOT}]\\S`, 'u'),
  new RegExp(
    `[\\p{L}\\p{M}\\p{N}\\u200c\\u200d-][${DOT}]+(?:\\p{Ll}[\\p{Ll}\\p{N}-]+|\\p{Lu}[\\p{Lu}\\p{N}-]+)(?![\\p{L}\\p{M}])`,
    'u',
  ),
  new RegExp(`\\d+(?:[${DOT}]\\d+){3}`, 'u'),
]

/** Whether a name contains a web or email address. `Acme Pvt. Ltd.` and `Book.My.Show Ltd` do not. */
export const hasWebAddress = (name: string): boolean => WEB_ADDRESS.some((pattern) => pattern.test(name))
