import { Text, TextInput } from '@mantine/core'
import type { Funding } from '../../api/rows.ts'
import { useTexts } from '../../texts/language.tsx'
import { workTexts } from './work-texts.ts'

/** By what a line of a bank statement differs from a transfer. An amount is found with or without separators. */
export function differencesOf(
  line: string,
  { utr, amount }: Pick<Funding, 'utr' | 'amount'>,
): readonly ('utr' | 'amount')[] {
  const written = line.toUpperCase()
  const hasUtr = utr !== null && written.split(/[^A-Z0-9]+/).includes(utr.toUpperCase())
  const amounts = (written.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((text) => Number(text.replaceAll(',', '')))
  return [...(hasUtr ? [] : (['utr'] as const)), ...(amounts.includes(Number(amount)) ? [] : (['amount'] as const))]
}

/** Compares a transfer with the line of the bank statement that is pasted. Nothing is sent. */
export function StatementLine(props: {
  readonly funding: Funding
  readonly line: string
  readonly onLine: (line: string) => void
}) {
  const { funding, line, onLine } = props
  const texts = useTexts(workTexts)
  const differences = differencesOf(line, funding)
  const isEmpty = line.trim() === ''
  return (
    <div>
      <TextInput
        label={texts.line}
        description={texts.lineHint}
        value={line}
        onChange={(event) => onLine(event.currentTarget.value)}
        {...(!isEmpty &&
          differences.length > 0 && { error: differences.map((one) => texts.lineDiffers[one]).join(' ') })}
      />
      <Text fz="sm" mt={4} role="status">
        {!isEmpty && differences.length === 0 && texts.lineFits}
      </Text>
    </div>
  )
}
