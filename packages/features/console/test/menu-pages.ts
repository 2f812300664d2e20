import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const SOURCE = fileURLToPath(new URL('../../../console-pages/src/shell/menu.ts', import.meta.url))
const Menu = z.object({ MENU: z.array(z.object({ path: z.string() })).min(1) })

/** The addresses of all pages below the console, as its menu has them, so that a new page is in every journey: '' is Home. */
export const MENU_PAGES: readonly string[] = Menu.parse(await import(SOURCE)).MENU.map(({ path }) => path.slice(1))
