import { describe, expect, it } from 'vitest'
import { DlProvider, DrivingLicence, Exam } from './contract.ts'
import { CAR_AND_MOTORCYCLE } from './fixtures/licences.ts'

const { dl_number, name, dob, issuing_rto, vehicle_classes, status } = CAR_AND_MOTORCYCLE
const BARE = { dl_number, name, dob, issuing_rto, vehicle_classes, status }
const PENDING = { exam_status: 'PENDING' } as const

/** All that a record may lack, said to be something else that means nothing. */
const lacking = (shape: object, given: object, value: unknown) =>
  Object.fromEntries(Object.keys(shape).flatMap((field) => (field in given ? [] : [[field, value]])))

describe('a licence', () => {
  it('may lack all but who holds what, given as null or left out', () => {
    const unknown = DrivingLicence.parse(BARE)
    expect(Object.values(unknown).filter((value) => value === null)).toHaveLength(10)
    expect(unknown.cov_details).toEqual([])
    expect(DrivingLicence.parse({ ...BARE, ...lacking(DrivingLicence.shape, BARE, null) })).toEqual(unknown)
  })
  it('lacks what is empty', () => {
    const empty = { father_or_husband_name: ' ', date_of_issue: '', state: '', non_transport_upto: '' }
    expect(DrivingLicence.parse({ ...BARE, ...empty })).toEqual(DrivingLicence.parse(BARE))
  })
  it.each(['dl_number', 'name', 'dob', 'issuing_rto', 'status'])('is refused with an empty %s', (field) => {
    expect(DrivingLicence.safeParse({ ...BARE, [field]: '' }).success).toBe(false)
    expect(DrivingLicence.safeParse({ ...BARE, [field]: ' ' }).success).toBe(false)
  })
  it.each([[[]], [['']], [null], [undefined]])('is refused where the classes that it covers are %j', (classes) => {
    expect(DrivingLicence.safeParse({ ...BARE, vehicle_classes: classes }).success).toBe(false)
  })
})

describe('an exam', () => {
  it('may lack all but its status, given as null or left out', () => {
    const unknown = { ...PENDING, exam_date: null, score: null, total_questions: null, attempts: 0 }
    const licence = { ll_number: null, ll_valid_from: null, ll_valid_upto: null, remarks: '' }
    expect(Exam.parse(PENDING)).toEqual({ ...unknown, ...licence })
    expect(Exam.parse({ ...PENDING, ...lacking(Exam.shape, PENDING, null) })).toEqual({ ...unknown, ...licence })
  })
  it('has no licence where its number is empty', () => {
    expect(Exam.parse({ exam_status: 'PASSED', ll_number: '', exam_date: '' })).toEqual(
      Exam.parse({ exam_status: 'PASSED' }),
    )
  })
})

describe('the request for an exam slot', () => {
  const { input } = DlProvider.operations.requestExam
  it.each(['mh', ' MH '])('takes the state %s as two capital letters', (state_code) => {
    const applicant = { ll_application_no: '0000000101', dob: '2007-05-12' }
    expect(input.parse({ ...applicant, state_code })).toEqual({ ...applicant, state_code: 'MH' })
    expect(input.safeParse({ ...applicant, state_code: 'MAHARASHTRA' }).success).toBe(false)
  })
})
