import { fileURLToPath } from 'node:url'

/** The built pages. They stand beside `src` and `dist`: from a file at the root of either the path is the same. */
export const SITE_FOLDER = fileURLToPath(new URL('../site', import.meta.url))
