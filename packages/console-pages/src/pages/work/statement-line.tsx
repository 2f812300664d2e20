import { Text, TextInput } from '@mantine/core'
import type { Funding } from '../../api/rows.ts'
import { useTexts } from '../../texts/language.tsx'
import { workTexts } from './work-texts.ts'

/** Whether a line of a bank statement is of a transfer: by its UTR, and by its amount with or without separators. */
export function fitOf(line: string, { utr, amount }: Pick<Funding, 'utr' | 'amount'>): 'fits' | 'utr' | 'amount' {
  const written = line.toUpperCase()
  if (utr === null || !written.split(/[^A-Z0-9]+/).includes(utr.toUpperCase())) return 'utr'
  const amounts = (written.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((text) => Number(text.replaceAll(',', '')))
  return amounts.includes(Number(amount)) ? 'fits' : 'amount'
}

/** Compares a transfer with the line of the bank statement that is pasted. Nothing is sent. */
export function StatementLine(props: {
  readonly funding: Funding
  readonly line: string
  readonly onLine: (line: string) => void
}) {
  const { funding, line, onLine } = props
  const texts = useTexts(workTexts)
  const told = { fits: texts.lineFits, utr: texts.lineNoUtr, amount: texts.lineNoAmount }
  const fit = fitOf(line, funding)
  return (
    <div>
      <TextInput
        label={texts.line}
        description={texts.lineHint}
        value={line}
        onChange={(event) => onLine(event.currentTarget.value)}
        {...(line.trim() !== '' && fit !== 'fits' && { error: told[fit] })}
      />
      <Text fz="sm" mt={4} role="status">
        {line.trim() !== '' && fit === 'fits' && told.fits}
      </Text>
    </div>
  )
}
