import { definePlugin } from '@parakh/core'
import { DlProvider } from './contract.ts'
import { dlPdf } from './endpoints/dl-pdf.ts'
import { dlPrint } from './endpoints/dl-print.ts'
import { llExam } from './endpoints/ll-exam.ts'
import { llExamStatus } from './endpoints/ll-exam-status.ts'
import { sandbox } from './sandbox.ts'

export { DlProvider } from './contract.ts'
export { dlPdf } from './endpoints/dl-pdf.ts'
export { dlPrint } from './endpoints/dl-print.ts'
export { llExam } from './endpoints/ll-exam.ts'
export { llExamStatus } from './endpoints/ll-exam-status.ts'

/**
 * Driving licences, and slots for the learner's licence exam. Without a live provider it serves the sandbox alone.
 *
 * @example
 * createServer({ plugins: [documents(), dl({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const dl = definePlugin({
  id: 'dl',
  contract: 1,
  provider: DlProvider,
  sandbox: sandbox({}),
  endpoints: [dlPdf, dlPrint, llExam, llExamStatus],
})

export default dl
