import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

const days = (longest: number) => wholeNumber(1, longest)

/** The section `retention` (decisions.md sections 2 and 11), in days of 24 hours. */
export const RetentionSchema = z
  .strictObject({
    answerDays: days(365)
      .default(7)
      .describe('How long stored answers and documents are kept, and calls replayed, 1 to 365 days'),
    usageVisibleDays: days(3_650).default(90).describe('How long rows of the usage log are visible, 1 to 3,650 days'),
    usageDays: days(3_650)
      .default(365)
      .describe('How long rows of the usage log are kept, 1 to 3,650 days; Indian rules require at least 180'),
    eventDays: days(365)
      .default(30)
      .describe(
        'How long events are kept after their delivery, and the log of webhook attempts, for replay: 1 to 365 days',
      ),
    consentDays: wholeNumber(400, 36_500)
      .optional()
      .describe(
        'How long rows of the index of people are kept, which are also the records of consent: 400 to 36,500 days, without end unless given',
      ),
    erasure: z
      .strictObject({
        keepDays: z
          .record(z.string().min(1).max(100), days(36_500))
          .describe(
            'How long calls are kept although a person asks for their erasure, by purpose of consent or endpoint',
          ),
        reason: z.string().trim().min(1).max(300).describe('The law that asks for it; told with the refusal'),
      })
      .optional(),
    erasureJournal: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The file that lists the erasures of people, for restores of older backups; from the folder of the configuration',
      ),
    addresses: z
      .enum(['whole', 'truncated', 'hashed'])
      .default('whole')
      .describe(
        'How addresses of callers are kept in the usage log and the index of people: whole, their network alone (24 bits of IPv4, 48 of IPv6), or a keyed hash',
      ),
  })
  .refine(({ usageVisibleDays, usageDays }) => usageVisibleDays <= usageDays, {
    path: ['usageVisibleDays'],
    message: 'must not be more than usageDays: what is dropped cannot be shown',
  })
  .refine(
    ({ consentDays = Number.POSITIVE_INFINITY, erasure }) =>
      Math.max(0, ...Object.values(erasure?.keepDays ?? {})) <= consentDays,
    {
      path: ['consentDays'],
      message:
        'must not be less than the longest of erasure.keepDays: without its row nobody knows that a call is to be kept',
    },
  )
