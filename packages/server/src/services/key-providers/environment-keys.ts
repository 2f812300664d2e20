import { KeyProviders } from '@parakh/core'
import { localKeyProvider } from '@parakh/store'
import * as z from 'zod'
import type { SecretsSection } from '../../config/secrets.ts'

/** The driver `environment`: the master keys of `secrets.masterKey`, whose first wraps. */
export const environmentKeys = ({ masterKey }: Pick<SecretsSection, 'masterKey'>) =>
  KeyProviders.driver({
    id: 'environment',
    options: z.object({}),
    needs: {},
    make: () => localKeyProvider(masterKey),
  })
