import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { SimulationResult } from './simulation-result.tsx'
import { simulationTexts } from './simulation-texts.ts'

const MONTHS = 12
/** From the top. */
const EARNERS = ['master_distributor', 'distributor', 'retailer'] as const
type Earner = (typeof EARNERS)[number]

/** The roles whose rate somebody may set: operators of all, a super admin of master distributors, others of those below. */
function rolesOf(role: string | null): readonly Earner[] {
  if (role === null) return EARNERS
  if (role === 'super_admin') return ['master_distributor']
  const own = EARNERS.find((one) => one === role)
  return own === undefined ? [] : EARNERS.slice(EARNERS.indexOf(own) + 1)
}

/** Rates, tried on what was charged below. */
export function Simulator() {
  const texts = useTexts(simulationTexts)
  const { roles } = useTexts(accountTexts)
  const { language } = useLanguage()
  const { membership } = useWorkplace()
  const [months] = useState(() => lastMonths(MONTHS + 1, Date.now()))
  const [month, setMonth] = useState(months[1] ?? '')
  const [typed, setTyped] = useState<Readonly<Partial<Record<Earner, string>>>>({})
  const simulate = useAdmin().useMutation('post', '/admin/v1/quotes/simulations')
  const given = rolesOf(membership.account_role ?? null).map((role) => ({ role, rate: typed[role]?.trim() ?? '' }))
  const isWrong = (rate: string) => rate !== '' && !/^\d{1,3}(\.\d{1,2})?$/.test(rate)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    simulate.mutate({ body: { month, rates: given.filter(({ rate }) => rate !== '') } })
  }
  return (
    <Surface title={texts.title} note={texts.note}>
      <Stack gap="md">
        <form onSubmit={submit} aria-label={texts.title}>
          <Group align="flex-start" gap="sm">
            <NativeSelect
              flex="1 1 160px"
              maw={{ sm: 240 }}
              label={texts.month}
              value={month}
              onChange={(event) => setMonth(event.currentTarget.value)}
              data={months.map((value) => ({ value, label: monthName(value, language) }))}
            />
            {given.map(({ role, rate }) => (
              <TextInput
                key={role}
                flex="1 1 190px"
                maw={{ sm: 240 }}
                label={texts.rateOf(roles[role])}
                description={texts.rateHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                inputMode="decimal"
                rightSection="%"
                value={typed[role] ?? ''}
                onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [role]: value }))}
                error={isWrong(rate) && texts.rateWrong}
              />
            ))}
            <Button
              type="submit"
              // Below fields it follows their hints; beside the month it stands on its line.
              mt={{ base: given.length === 0 ? 28 : 0, sm: 28 }}
              loading={simulate.isPending}
              disabled={given.some(({ rate }) => isWrong(rate))}
            >
              {texts.simulate}
            </Button>
          </Group>
        </form>
        <Refusal error={simulate.error} />
        {simulate.data && !simulate.error && <SimulationResult simulation={simulate.data} />}
      </Stack>
    </Surface>
  )
}
