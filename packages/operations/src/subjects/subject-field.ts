import { type Subjects, shownSubject, subjectText } from '@parakh/core'
import * as z from 'zod'

/** How an identifier is typed on the command line: `-` reads it from standard input. */
export const PRIVATE = { identifier: { read: 'private' } } as const

/** An identifier of a person. Never in a path: an address is logged. */
export const SubjectField = z
  .string()
  .max(200)
  .refine((text) => subjectText(text).length >= 4, 'must be an identifier of at least 4 characters')
  .describe('PAN, Aadhaar, mobile, voter card, driving licence, ration card, vehicle or other number of the person')

/** The person in the audit log. */
export const auditedSubject = (subjects: Pick<Subjects, 'hash'>, identifier: string): string =>
  `subject/${shownSubject(subjects.hash(identifier).subject)}`
