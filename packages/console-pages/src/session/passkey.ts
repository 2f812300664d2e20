/** Whether this browser can use passkeys by the JSON that servers speak. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/**
 * Asks for a passkey.
 *
 * @returns What the server verifies; null: the person declined.
 */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return await asJson(() => navigator.credentials.get({ publicKey }))
}

/**
 * Makes a passkey on this device.
 *
 * @returns What the server verifies; null: the person declined, or the device has one of this person already.
 */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return await asJson(() => navigator.credentials.create({ publicKey }))
}

async function asJson(ask: () => Promise<Credential | null>): Promise<object | null> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null
  } catch {
    return null
  }
}
