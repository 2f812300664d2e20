import { MantineProvider } from '@mantine/core'
import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { ApiError } from './api/api-error.ts'
import { ApiProvider, createConsoleApi } from './api/console-api.tsx'
import type { Facts } from './boot.ts'
import { BrandProvider } from './brand.tsx'
import { createPages } from './router.tsx'
import { createProofRequests, type ProofRequests } from './session/proof-requests.ts'
import { chosenMembership, type Entrance, SESSION_KEY } from './session/session.ts'
import { LanguageProvider } from './texts/language.tsx'
import { themeOf, variables } from './theme/theme.ts'

// Few visits need a proof.
const ProofDialog = lazy(async () => ({ default: (await import('./session/proof-dialog.tsx')).ProofDialog }))

/** Answers are fresh for so long: a page that is left and opened again asks no second time. */
const FRESH_MS = 15_000

/** Makes what lives as long as the page. */
function start({ mount, base }: Facts) {
  const router = createPages(base)
  const queries: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The account is a header: without it a page would show the answers that another account had.
        queryKeyHashFn: (key) => hashKey(key[0] === SESSION_KEY[0] ? key : [account(), ...key]),
        // What the server refused it refuses again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'NO_ANSWER',
      },
    },
  })
  function account(): string | null {
    const memberships = queries.getQueryData<Entrance>(SESSION_KEY)?.session?.memberships ?? []
    const membership = chosenMembership(memberships, router.state.location.search.account)
    return membership ? (membership.account_id ?? 'operator') : null
  }
  const proofs = createProofRequests()
  const api = createConsoleApi(mount, {
    sessionEnded: () => void queries.invalidateQueries({ queryKey: SESSION_KEY }),
    prove: (methods, path) => proofs.ask(methods, path),
    account,
  })
  return { queries, proofs, router, api }
}

function Proofs({ requests }: { readonly requests: ProofRequests }) {
  const pending = useSyncExternalStore(requests.subscribe, requests.pending)
  return <Suspense>{pending && <ProofDialog pending={pending} />}</Suspense>
}

/** The console. */
export function App({ facts }: { readonly facts: Facts }) {
  const [{ queries, proofs, router, api }] = useState(() => start(facts))
  const [theme] = useState(() => themeOf(facts.brand.colour))
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => facts.nonce}
    >
      <BrandProvider value={facts.brand}>
        <LanguageProvider>
          <QueryClientProvider client={queries}>
            <ApiProvider value={api}>
              <RouterProvider router={router} />
              <Proofs requests={proofs} />
            </ApiProvider>
          </QueryClientProvider>
        </LanguageProvider>
      </BrandProvider>
    </MantineProvider>
  )
}
