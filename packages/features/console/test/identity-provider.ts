import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** Who may sign in at the provider, by the login that is typed there. */
export interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** A public key with its `kid`, `alg` and `use`, as a JWKS has it. */
export type PublishedKey = Readonly<Record<string, unknown>>
/** The answers of a provider that a test replaces. */
interface ReplacedAnswers {
  /** Returns the ID token to send instead. */
  idToken?: ((genuine: string) => string) | undefined
  /** The keys to publish instead. */
  keys?: readonly PublishedKey[] | undefined
  /** How often the keys were downloaded. */
  downloads: number
}

/** A real OpenID provider with its own pages for signing in. @param redirectUris Where it sends browsers back to. */
export async function identityProvider(
  people: Readonly<Record<string, ProviderPerson>>,
  redirectUris: string[],
  port = 0,
) {
  const server = createServer((request, response) => callback?.(request, response))
  let callback: ReturnType<InstanceType<typeof Provider>['callback']> | undefined
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const client = { clientId: 'parakh', clientSecret: 'a secret of the provider' }
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    cookies: { keys: ['a key for tests'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
  })
  const replaced: ReplacedAnswers = { downloads: 0 }
  provider.use(async (context, next) => {
    await next()
    const { path, body } = context
    if (path === '/token' && body?.id_token) body.id_token = replaced.idToken?.(body.id_token) ?? body.id_token
    if (path !== '/jwks') return
    replaced.downloads += 1
    if (replaced.keys) context.body = { keys: replaced.keys }
  })
  callback = provider.callback()
  return {
    issuer,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    replaced,
    /** Signs in as a browser does: form after form. @returns Where the provider sends it back to. */
    async signIn(address: string, login: string): Promise<URL> {
      const cookies = new Map<string, string>()
      let url = new URL(address)
      let form: Readonly<Record<string, string>> | null = null
      for (let step = 0; step < 20 && url.origin === issuer; step += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, {
          ...{ redirect: 'manual', headers: { cookie } },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        })
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const to = reply.headers.get('location')
        const page = await reply.text()
        form =
          to === null ? { prompt: /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '', login, password: 'any' } : null
        url = new URL(to ?? /action="([^"]+)"/.exec(page)?.[1] ?? 'about:blank', url)
      }
      return url
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
