/**
 * Looks at a logo before anything is made with it.
 *
 * @param bytes A PNG or JPEG of at most 1,000,000 pixels.
 * @throws `LOGO_UNUSABLE`
 * @example
 * await checkLogo(await readFile('./logo.png'))
 */
export async function checkLogo(bytes: Uint8Array): Promise<void> {
  const { logoOf } = await import('./logo.ts')
  logoOf(bytes)
}
