import type * as z from 'zod'

/**
 * A protected identity number (an Aadhaar). It is not a string, so that it cannot reach an answer, a log or an error by mistake: its
 * text comes from `reveal` (masked unless the licence allows the complete number) or from `masked`.
 */
export class Identifier {
  readonly kind = 'identifier'
  readonly #text: string
  constructor(
    text: string,
    readonly masked: string,
  ) {
    this.#text = text
  }
  toString(): string {
    return this.masked
  }
  toJSON(): string {
    return this.masked
  }
  /** The whole number: for the host, and for providers in code. A handler is given `reveal` instead. */
  static text(identifier: Identifier): string {
    return identifier.#text
  }
}

/**
 * A schema whose text becomes an `Identifier` as soon as it is parsed.
 *
 * @param shape The schema of the text.
 * @param mask What may be shown of it.
 * @example
 * const Voter = identifier(z.string().length(10), (text) => `******${text.slice(-4)}`)
 */
export const identifier = <S extends z.ZodType<string, string>>(shape: S, mask: (text: string) => string) =>
  shape.transform((text) => new Identifier(text, mask(text)))
