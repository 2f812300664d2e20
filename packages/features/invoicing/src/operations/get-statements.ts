import { defineOperation, operationFile } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { type Statement, type StatementLine, Statements } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'
import { MonthField } from './month-field.ts'
import { statementsRead } from './scopes.ts'
import { StatementView, statementText } from './statement-view.ts'

const FORMATS = { json: 'application/json', csv: 'text/csv', pdf: 'application/pdf' } as const
type Format = keyof typeof FORMATS
/** Lines that are held in memory at once. */
const MOST_LINES = 50_000

const Input = z.object({
  account_id: z.string(),
  month: MonthField,
  environment: EnvironmentField.default('production'),
  format: z
    .enum(['json', 'csv', 'pdf'])
    .exactOptional()
    .describe(
      `A file: json and csv of any length, pdf of at most 4,000 lines. Without it JSON of at most ${MOST_LINES}`,
    ),
})
const facts = {
  effect: 'read',
  scope: statementsRead,
  output: StatementView,
  needs: { statements: Statements },
} as const
const answered = { files: Object.values(FORMATS), whose: { account: 'account_id' } } as const
const command = { options: { environment: { required: true } }, text: statementText } as const

/** The statement of a wallet. */
export const getWalletStatement = defineOperation({
  ...{ ...facts, ...answered, id: 'statements.wallet', path: '/accounts/{account_id}/statements/{month}/wallet' },
  summary: 'Get the statement of a wallet; charges of a day are one line per endpoint',
  input: Input.extend({ every_movement: z.boolean().default(false).describe('One line per charge and refund') }),
  command,
  async handle({ input: { account_id: accountId, every_movement: everyMovement, format, ...of }, statements }) {
    return await answer(statements, await statements.wallet({ accountId, everyMovement, ...of }), format)
  },
})

/** The commission statement of a reseller. */
export const getCommissionStatement = defineOperation({
  ...{
    ...facts,
    ...answered,
    id: 'statements.commission',
    path: '/accounts/{account_id}/statements/{month}/commission',
  },
  summary: 'Get the commission statement of a reseller',
  input: Input,
  command,
  async handle({ input: { account_id: accountId, format, ...of }, statements }) {
    return await answer(statements, await statements.commission({ accountId, ...of }), format)
  },
})

async function answer(statements: Statements, statement: Statement, format: Format | undefined) {
  if (format === undefined) {
    let text = ''
    for await (const piece of statements.write(ofFewLines(statement), 'json')) text += piece
    return StatementView.parse(JSON.parse(text))
  }
  const { of, month, environment } = statement
  const bytes = format === 'pdf' ? await statements.pdf(statement) : bytesOf(statements.write(statement, format))
  return operationFile({ type: FORMATS[format], name: `${of}-${month}-${environment}.${format}`, bytes })
}

/** A statement that ends with `STATEMENT_TOO_LONG` where it has more lines than memory may hold. */
const ofFewLines = (statement: Statement): Statement => ({
  ...statement,
  async *lines(): AsyncGenerator<StatementLine> {
    let lines = 0
    for await (const line of statement.lines()) {
      lines += 1
      if (lines > MOST_LINES)
        throw invoicingErrors.error('STATEMENT_TOO_LONG', {
          ...{ most: MOST_LINES, what: 'an answer in one piece', allowed: 'format json or csv' },
        })
      yield line
    }
  },
})

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
