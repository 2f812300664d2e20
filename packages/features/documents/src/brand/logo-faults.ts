import { type ConfigurationFault, isParakhError, type ServerBrand } from '@parakh/core'

/**
 * Looks at the logo of a server before anything is drawn with it: it can be shown on pages and still be none that is drawn.
 *
 * @returns `LOGO_UNUSABLE` at `brand.logo`.
 */
export async function logoFaults({ logo }: ServerBrand): Promise<readonly ConfigurationFault[]> {
  if (!logo) return []
  // What draws is loaded only where there is a logo to look at.
  const { logoOf } = await import('./logo.ts')
  try {
    logoOf(logo)
    return []
  } catch (error) {
    if (!isParakhError(error)) throw error
    return [{ code: error.code, path: 'brand.logo', message: error.message }]
  }
}
