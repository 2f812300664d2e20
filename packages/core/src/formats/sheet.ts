import type { Block } from '../handles.ts'
import { printedDay } from './printed-day.ts'

/** The text for an unknown value. */
export const NOT_RECORDED = 'Not recorded'

const GENDERS = { M: 'Male', F: 'Female', T: 'Transgender' } as const

/** The labelled values of a document. */
export type SheetFields = Extract<Block, { readonly fields: unknown }>['fields']

/** A text as a document shows it; `Not recorded` where it is null or blank. */
export const sheetText = (value: string | null): string => value?.trim() || NOT_RECORDED

/**
 * A day as a document shows it, `DD MMM YYYY`; `Not recorded` where it is null.
 *
 * @param day `YYYY-MM-DD`, a day that exists.
 */
export const sheetDay = (day: string | null): string => (day === null ? NOT_RECORDED : printedDay(day))

/** A gender as a document shows it, a word; `Not recorded` where it is null. */
export const sheetGender = (gender: keyof typeof GENDERS | null): string =>
  gender === null ? NOT_RECORDED : GENDERS[gender]

/**
 * A section of a document with a heading.
 *
 * @example
 * blocks: (record) => [...sheetPart('Owner', { fields: [['Name', sheetText(record.name)], ['Born', sheetDay(record.dob)]] })]
 */
export const sheetPart = (heading: string, block: Block): readonly Block[] => [{ heading }, block]
