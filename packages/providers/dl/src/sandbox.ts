import { rowFor } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { DlProvider } from './contract.ts'
import { CAR_AND_MOTORCYCLE, TRANSPORT } from './fixtures/licences.ts'

/** Answers licences that no fixture lists: one number has one holder, whatever day of birth it is asked with (decisions.md section 13). */
export const sandbox = DlProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({
    licence: async ({ dl_number, dob }) => ({ ...rowFor([CAR_AND_MOTORCYCLE, TRANSPORT], dl_number), dl_number, dob }),
  }),
})
