import { type Document, type ErrorCode, Lexer, type ParsedNode, visit } from 'yaml'

/** A syntax error in YAML with our own message: messages of the library never reach a user. */
export interface YamlMistake {
  /** Position in the text, from 0. */
  readonly offset: number
  /** What is wrong, and what is allowed. It repeats keys but no values, which may be secrets. */
  readonly detail: string
  /** The library's error. */
  readonly cause?: unknown
}

const UNKNOWN_MISTAKE = 'what stands here does not fit what stands before it. Allowed: YAML or JSON'
const UNKNOWN_ALIAS =
  'a word that begins with * is an alias, and no anchor (&) above it has its name. Allowed: the text in quotes, or such an anchor'
const TOO_MANY_ALIASES =
  'aliases (*name) repeat too much of the file. Allowed: each part where it is needed, written out'

/** The messages for codes of the library that need no further analysis of the text. */
const DETAILS: Partial<Readonly<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'a tab indents this line. Allowed: spaces',
  BAD_INDENT:
    'this line is indented unlike its neighbours. Allowed: the same number of spaces for all keys of a section',
  MULTILINE_IMPLICIT_KEY:
    'a colon with a space after it, or a comma, is missing here, or the next line is indented wrongly. Allowed: key: value',
  BLOCK_IN_FLOW:
    'within { } or [ ] a comma is missing here, or a bracket is not closed. Allowed: { key: value, key: value }',
  MISSING_CHAR: 'a colon with a space after it, or a comma, is missing here. Allowed: key: value',
  BAD_ALIAS: UNKNOWN_ALIAS,
  BAD_SCALAR_START: 'an unquoted text begins with a character that it may not begin with. Allowed: the text in quotes',
  BAD_DQ_ESCAPE: 'this backslash begins no escape that there is. Allowed: the text in single quotes',
  TAG_RESOLVE_FAILED: 'a word that begins with ! is a tag, and there is none of this name. Allowed: the text in quotes',
  NON_STRING_KEY: 'a key is a list or a map. Allowed: a text; braces within a text are written in quotes',
  MULTIPLE_DOCS: 'a second document begins here. Allowed: one document a file',
}

/** A text with an opening quote and no closing one. */
const OPEN_QUOTE = /^(?!"(?:[^"\\]|\\.)*"$|'(?:[^']|'')*'$)["']/s
/** The lexer's marks for the start of a document and of a scalar, which have no characters, and for the end of a flow collection. */
const NO_CHARACTERS = ['\u0002', '\u001f']
const END_OF_BRACKETS = '\u0018'
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The first quote or bracket that is never closed; null: none. */
function unclosed(text: string): YamlMistake | null {
  const open: number[] = []
  let offset = 0
  const mistake = (at: number): YamlMistake => {
    const opened = text.charAt(at)
    const detail = `the ${opened} that is opened here is not closed. Allowed: one more ${CLOSING[opened] ?? opened}`
    return { offset: at, detail }
  }
  for (const lexeme of new Lexer().lex(text)) {
    if (NO_CHARACTERS.includes(lexeme)) continue
    if (lexeme === END_OF_BRACKETS) break
    if (Object.hasOwn(CLOSING, lexeme)) open.push(offset)
    else if (lexeme === '}' || lexeme === ']') open.pop()
    else if (OPEN_QUOTE.test(lexeme)) return mistake(offset)
    offset += lexeme.length
  }
  const last = open.at(-1)
  return last === undefined ? null : mistake(last)
}

/** A value followed by `key: value`: it contains a colon itself, or the next line is indented too deep. */
function nested(text: string, offset: number): YamlMistake {
  const rest = text.slice(offset)
  const below = /\n\s*(?=\S)/.exec(rest)
  if (!below || /:\s/.test(rest.slice(0, below.index)))
    return { offset, detail: 'a value with a colon and a space in it. Allowed: the value in quotes' }
  return {
    offset: offset + below.index + below[0].length,
    detail:
      'this line is indented deeper than the one above it, whose key has a value. Allowed: as many spaces as that one has',
  }
}

/** An alias without an anchor above it, or within its own anchor. */
function aliasMistake(document: Document): YamlMistake | null {
  let found: YamlMistake | null = null
  visit(document, {
    Alias(_key, alias, ancestors) {
      const target = alias.resolve(document)
      if (target !== undefined && !ancestors.some((one) => one === target)) return undefined
      const detail = target
        ? 'this alias stands within its own anchor. Allowed: an anchor that ends above it'
        : UNKNOWN_ALIAS
      found = { offset: alias.range?.[0] ?? 0, detail }
      return visit.BREAK
    },
  })
  return found
}

/**
 * The first error of a parsed document, since the others are mostly its consequences; null: none.
 *
 * @param text The parsed text.
 */
export function yamlMistake(document: Document.Parsed<ParsedNode>, text: string): YamlMistake | null {
  // The library only warns of unknown tags and drops them: `!env PEPPER` would be the text "PEPPER".
  const [cause] = [...document.errors, ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')]
  if (!cause) return aliasMistake(document)
  const [start] = cause.pos
  const offset = start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0)
  const mayBeUnclosed = ['MISSING_CHAR', 'BAD_INDENT', 'BLOCK_IN_FLOW', 'UNEXPECTED_TOKEN'].includes(cause.code)
  const open = mayBeUnclosed ? unclosed(text) : null
  if (open) return { ...open, cause }
  if (cause.code === 'BLOCK_AS_IMPLICIT_KEY') return { ...nested(text, offset), cause }
  if (cause.code === 'DUPLICATE_KEY') {
    const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:]+)/.exec(text.slice(offset))?.[0] ?? ''
    return { offset, cause, detail: `the key ${key} stands twice in one section. Allowed: once` }
  }
  return { offset, cause, detail: DETAILS[cause.code] ?? UNKNOWN_MISTAKE }
}

/**
 * The value of a document without errors.
 *
 * @returns An error instead if its aliases expand too much.
 */
export function readValue(document: Document): { readonly value: unknown } | YamlMistake {
  try {
    return { value: document.toJS() }
  } catch (cause) {
    return { offset: 0, detail: TOO_MANY_ALIASES, cause }
  }
}
