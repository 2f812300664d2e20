import { Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Brand } from '../../api/rows.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import classes from './brand.module.css'
import { BrandPreview } from './brand-preview.tsx'
import { brandTexts } from './brand-texts.ts'
import { HostProof } from './host-proof.tsx'

const BRAND = '/admin/v1/accounts/{account_id}/brand'
const NONE: Brand = { host: '', name: '', support_email: null, colour: null }
/** A colour as the server takes it. */
const COLOUR = /^#[0-9a-f]{6}$/i

/** The brand of a reseller at its own domain. */
export function BrandPage() {
  const texts = useTexts(brandTexts)
  const { accountId } = useWorkplace()
  const query = useAdmin().useQuery('get', BRAND, { params: { path: { account_id: accountId } } })
  return (
    <Page title={texts.title} description={texts.description}>
      <Loaded query={query}>{({ brand }) => <BrandForm kept={brand} />}</Loaded>
    </Page>
  )
}

function BrandForm({ kept }: { readonly kept: Brand | null }) {
  const texts = useTexts(brandTexts)
  const { accountId, membership, may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const [brand, setBrand] = useState(kept ?? NONE)
  // When the field is left: not each letter is looked for.
  const [asked, setAsked] = useState(brand.host)
  const params = { path: { account_id: accountId } }
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['get', BRAND] })
  const set = admin.useMutation('put', BRAND, { onSuccess })
  const clear = admin.useMutation('delete', BRAND, {
    onSuccess: () => {
      setBrand(NONE)
      void onSuccess()
    },
  })
  const { host, name, support_email, colour } = brand
  const wrongColour = colour !== null && !COLOUR.test(colour)
  const field = (label: string, value: string, change: (typed: string) => Partial<Brand>) => ({
    ...{ label, value, w: '100%', disabled: !may('brands:write') },
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setBrand({ ...brand, ...change(event.currentTarget.value) }),
  })
  return (
    <div className={classes.sides}>
      <Surface>
        <Stack gap="lg">
          <ActForm
            act={set}
            label={texts.save}
            disabled={wrongColour || !may('brands:write')}
            onAct={() => set.mutate({ params, body: { ...brand, host: host.trim(), name: name.trim() } })}
          >
            <TextInput
              required
              description={texts.hostHint}
              placeholder="api.yourcompany.in"
              onBlur={() => setAsked(host.trim().toLowerCase())}
              {...field(texts.host, host, (typed) => ({ host: typed }))}
            />
            {may('brands:write') && membership.account_role !== 'super_admin' && <HostProof key={asked} host={asked} />}
            <TextInput required maxLength={80} {...field(texts.name, name, (typed) => ({ name: typed }))} />
            <TextInput
              type="email"
              description={texts.emailHint}
              {...field(texts.email, support_email ?? '', (typed) => ({ support_email: typed || null }))}
            />
            <TextInput
              description={texts.colourHint}
              error={wrongColour && texts.colourWrong}
              {...field(texts.colour, colour ?? '', (typed) => ({ colour: typed.trim() || null }))}
            />
            {set.isSuccess && (
              <Text fz="sm" role="status">
                {texts.saved}
              </Text>
            )}
          </ActForm>
          {kept !== null && may('brands:write') && (
            <ActForm
              danger
              act={clear}
              label={texts.remove}
              text={texts.removeText}
              onAct={() => clear.mutate({ params })}
            />
          )}
        </Stack>
      </Surface>
      <BrandPreview brand={wrongColour ? { ...brand, colour: null } : brand} />
    </div>
  )
}
