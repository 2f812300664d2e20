import { describe, expect, it } from 'vitest'
import { Exam, type ExamRecord } from './contract.ts'
import { examAfter, FOLLOWED, isKnown, mayHaveGoneOn, REQUESTED, resultStateOf } from './exam-progress.ts'

const exam = (exam_status: ExamRecord['exam_status'], rest: object = {}): ExamRecord =>
  Exam.parse({ exam_status, ...rest })
const DAY = { exam_date: '2026-11-18' }
const SCHEDULED = exam('SCHEDULED', DAY)
const PASSED = exam('PASSED', DAY)

describe('the result state of a request', () => {
  it.each([
    ['waits for a slot', REQUESTED, exam('PENDING'), 'pending'],
    ['waits for the day', REQUESTED, SCHEDULED, 'pending'],
    ['waits for another slot', SCHEDULED, exam('PENDING'), 'pending'],
    ['waits for the number of the licence', SCHEDULED, PASSED, 'pending'],
    ['is done with the licence', PASSED, exam('PASSED', { ll_number: 'XX00/LL/0000001/2026' }), 'completed'],
    ['is done with a failed exam', SCHEDULED, exam('FAILED'), 'completed'],
    ['is done with a failed exam of which no slot was told', REQUESTED, exam('FAILED'), 'completed'],
    ['is done with a slot let pass', SCHEDULED, exam('EXPIRED'), 'completed'],
    ['is done with a slot let pass of which only the day is told', REQUESTED, exam('EXPIRED', DAY), 'completed'],
    ['is done with a slot whose day was never told', exam('SCHEDULED'), exam('EXPIRED'), 'completed'],
    ['failed where it lapsed without a slot', REQUESTED, exam('EXPIRED'), 'failed'],
    ['failed where it was cancelled before a slot', REQUESTED, exam('CANCELLED'), 'failed'],
    ['failed where its slot was taken back', SCHEDULED, exam('CANCELLED'), 'failed'],
    ['is done where an exam that was passed is cancelled', PASSED, exam('CANCELLED'), 'completed'],
    ['is done where an exam that was passed expires', exam('PASSED'), exam('EXPIRED'), 'completed'],
  ] as const)('%s', (_, before, after, state) => {
    expect(resultStateOf(before, after)).toBe(state)
  })
})

describe('an exam after results', () => {
  it('keeps the day of its slot where the results leave it out', () => {
    expect(examAfter(SCHEDULED, exam('FAILED', { score: 6 }))).toEqual(exam('FAILED', { ...DAY, score: 6 }))
  })
  it('keeps the result where the results of the licence leave it out', () => {
    const licence = { ll_number: 'XX00/LL/0000001/2026', ll_valid_from: '2026-11-18', ll_valid_upto: '2027-05-17' }
    const result = { ...DAY, score: 13, total_questions: 15, attempts: 2 }
    const passed = exam('PASSED', result)
    expect(examAfter(passed, exam('PASSED', licence))).toEqual(exam('PASSED', { ...result, ...licence }))
    expect(examAfter(exam('PASSED', licence), exam('PASSED', result))).toEqual(
      exam('PASSED', { ...result, ...licence }),
    )
  })
  it('takes the day of a new slot', () => {
    const later = exam('SCHEDULED', { exam_date: '2026-12-01' })
    expect(examAfter(SCHEDULED, later)).toEqual(later)
  })
  it.each(['PENDING', 'SCHEDULED'] as const)('stays passed where results of %s come late', (status) => {
    const after = examAfter(PASSED, exam(status, { exam_date: '2026-12-01' }))
    expect(after).toEqual(PASSED)
    expect(resultStateOf(after, examAfter(after, exam('CANCELLED')))).toBe('completed')
  })
  it('has no day while it waits for another slot, and lapses without one', () => {
    const waiting = examAfter(SCHEDULED, exam('PENDING'))
    expect(waiting.exam_date).toBeNull()
    expect(resultStateOf(waiting, examAfter(waiting, exam('EXPIRED')))).toBe('failed')
  })
})

it('is known where nothing of it is new', () => {
  expect(isKnown(REQUESTED, exam('PENDING'))).toBe(true)
  expect(isKnown(SCHEDULED, exam('SCHEDULED', DAY))).toBe(true)
  expect(isKnown(REQUESTED, exam('PENDING', { remarks: 'SLOT AWAITED' }))).toBe(false)
  expect(isKnown(SCHEDULED, exam('PENDING'))).toBe(false)
})

describe('an application may have gone on without us', () => {
  const createdAt = new Date('2026-01-15T04:30:00.000Z')
  const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)
  const all = ['PENDING', 'SCHEDULED', 'PASSED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const
  const gone = (at: Date, rest: object = {}) =>
    all.filter((status) => mayHaveGoneOn({ exam: exam(status, rest), createdAt }, at))

  it('after an end without a licence, and at no other time while it is followed', () => {
    expect(gone(after(0))).toEqual(['FAILED', 'EXPIRED', 'CANCELLED'])
    expect(gone(after(FOLLOWED.forSeconds))).toEqual(['FAILED', 'EXPIRED', 'CANCELLED'])
  })
  it('when it is no longer followed, unless its licence has a number', () => {
    const late = after(FOLLOWED.forSeconds + 1)
    expect(gone(late)).toEqual(all)
    expect(gone(late, { ll_number: 'XX00/LL/0000001/2026' })).not.toContain('PASSED')
  })
})
