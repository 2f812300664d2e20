import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const SOURCE = fileURLToPath(new URL('../../../console-pages/src/shell/menu.ts', import.meta.url))
const Menu = z.object({
  MENU: z
    .array(
      z.object({
        path: z.string(),
        of: z.enum(['operators', 'resellers', 'parents', 'everybody']).optional(),
      }),
    )
    .min(1),
})
const { MENU } = Menu.parse(await import(SOURCE))
const pagesOf = (
  whose: (of: 'operators' | 'resellers' | 'parents' | 'everybody' | undefined) => boolean,
): readonly string[] => MENU.filter(({ of }) => whose(of)).map(({ path }) => path.slice(1))

/** The addresses of all pages of an account below the console, as its menu has them, so that a new page is in every journey: '' is Home. */
export const MENU_PAGES = pagesOf((of) => of === undefined || of === 'everybody')
/** Those of operators. */
export const OPERATOR_PAGES = pagesOf((of) => of !== undefined && of !== 'resellers')
/** Those that a reseller has besides those of an account. */
export const RESELLER_PAGES = pagesOf((of) => of === 'parents' || of === 'resellers')
