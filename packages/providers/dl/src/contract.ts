import { defineProvider, operation } from '@parakh/core'
import { BirthDay, Day, Licence, Mobile, orElse } from '@parakh/core/formats'
import * as z from 'zod'

/** What a source leaves out, gives as null or leaves empty is null. */
const filled = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value || null)
const text = filled.pipe(z.string().nullable())
const day = filled.pipe(Day.nullable())
/** Without it there is nothing to tell of. */
const known = z.string().trim().min(1)
const count = z.int().min(0)

/** One class of vehicle that a licence covers. */
export const CoveredClass = z.object({
  cov: known.describe('Code of the class of vehicle, such as LMV'),
  issue_date: day.describe('The day on which this class was added'),
  category: z.enum(['NT', 'TR']).nullable().default(null).describe('NT: non-transport, TR: transport'),
})

/**
 * What the register knows of a driving licence (decisions.md section 8). Null is not known or does not apply, never a guess; what
 * a provider leaves out or leaves empty is not known either.
 */
export const DrivingLicence = z.object({
  dl_number: Licence.describe('Driving licence number, without spaces and hyphens'),
  name: known,
  father_or_husband_name: text,
  dob: BirthDay.describe('YYYY-MM-DD'),
  gender: z.enum(['M', 'F', 'T']).nullable().default(null),
  blood_group: text,
  date_of_issue: day.describe('The day of the first issue'),
  issuing_rto: known.describe('The regional transport office that issued it'),
  state: text,
  permanent_address: text,
  non_transport_from: day,
  non_transport_upto: day.describe('Null where it is not known, and for a licence for transport vehicles alone'),
  transport_from: day,
  transport_upto: day.describe('Null where it is not known, and for a licence without transport vehicles'),
  vehicle_classes: z.array(known).min(1).describe('Codes of all classes covered, such as MCWG and LMV'),
  cov_details: orElse(z.array(CoveredClass), []).describe('What is known of each class'),
  status: known.describe('As the source words it, such as ACTIVE'),
})
/** One driving licence. */
export type LicenceRecord = z.output<typeof DrivingLicence>

/** Number of an application for a learner's licence, as the transport office gave it; lower case is made upper case. */
export const ApplicationNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,20}$/, 'must be 6 to 20 letters and digits')
  .describe("Number of the application for a learner's licence")

/**
 * Where the request for an exam slot stands.
 *
 * - `PENDING`: taken in, and no slot given yet; also where a slot was withdrawn and another one is to come.
 * - `SCHEDULED`: a slot is given.
 * - `PASSED`, `FAILED`: the applicant sat the exam.
 * - `EXPIRED`: the slot, or the application, lapsed before the applicant sat it.
 * - `CANCELLED`: the request or its slot was taken back, and no other one comes.
 */
export const ExamStatus = z.enum(['PENDING', 'SCHEDULED', 'PASSED', 'FAILED', 'EXPIRED', 'CANCELLED'])

/** The exam of an application, from the request for a slot to the result (decisions.md section 8). */
export const Exam = z.object({
  exam_status: ExamStatus,
  exam_date: day.describe('The day of the slot; null until one is given'),
  score: count.nullable().default(null).describe('Questions answered correctly; null before the exam'),
  total_questions: count.nullable().default(null),
  attempts: orElse(count, 0).describe('How often the applicant has sat the exam; 0 where the source does not say'),
  ll_number: text.describe("Number of the learner's licence; null until it is issued"),
  ll_valid_from: day,
  ll_valid_upto: day,
  remarks: orElse(z.string(), '').describe('As the source words it; empty where it says nothing'),
})
/** One exam. */
export type ExamRecord = z.output<typeof Exam>

/** A request for an exam slot, as the source tells of it. */
export const ExamRequest = z.object({
  ll_application_no: ApplicationNumber.nullable().describe(
    'The application; null where later results name the request by its reference alone',
  ),
  ...Exam.shape,
})

/** A state by the two letters of its number plates; lower case is made upper case. */
export const StateCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be two letters')
  .describe('State of the transport office, two letters as on number plates')

/** Who sits an exam: an application, and the applicant's date of birth to go with it. */
const Applicant = z.object({ ll_application_no: ApplicationNumber, dob: BirthDay })

/**
 * What the plugin asks of the world. A provider may leave operations out; the endpoints that use them are then locked in
 * production.
 *
 * @example
 * const mine = DlProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ licence: async ({ dl_number, dob }) => lookUp(dl_number, dob, options.token) }),
 * })
 */
export const DlProvider = defineProvider('dl', {
  /** The record of a licence and its holder's date of birth (dl-pdf and dl-print). */
  licence: operation({
    effect: 'read',
    input: z.object({ dl_number: Licence, dob: BirthDay }),
    same: ['dl_number', 'dob'],
    output: DrivingLicence,
  }),
  /**
   * Asks the transport office for a slot (ll-exam). Null where it takes no request for this application. The call's reference is
   * the idempotency key; by it `status` says what became of the request, and results of it come.
   */
  requestExam: operation({
    effect: 'write',
    input: z.object({ ...Applicant.shape, mobile: Mobile.optional(), state_code: StateCode.optional() }),
    same: ['ll_application_no'],
    output: ExamRequest,
  }),
  /** Where the exam of an application stands, whoever asked for the slot (ll-exam-status). */
  exam: operation({
    effect: 'read',
    input: Applicant,
    same: ['ll_application_no', 'dob'],
    output: z.object({ ...Applicant.shape, ...Exam.shape }),
  }),
})
