/** The languages of the console. */
export const LANGUAGES = ['en', 'hi'] as const
/** A language of the console. */
export type Language = (typeof LANGUAGES)[number]

/** The texts of a page in each language. */
export interface Catalogue<T> {
  readonly en: T
  readonly hi: T
}

/**
 * The texts of one page or part. A text that Hindi lacks is an error of types.
 *
 * @example
 * const texts = catalogue({ title: 'Keys' }, { title: 'कुंजियाँ' })
 */
export const catalogue = <T extends object>(en: T, hi: NoInfer<T>): Catalogue<T> => ({ en, hi })
