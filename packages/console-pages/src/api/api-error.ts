/** Why a request failed, in the words of the server where it answered. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** By field, what is wrong and what is allowed. */
  readonly fields: Readonly<Record<string, string>>
  /** Null: no answer came. */
  readonly requestId: string | null
  /** By what this person can prove itself, where a proof is asked. */
  readonly methods: readonly string[]
  readonly triesLeft: number | null
  /** The address where the request can be made; null: this one. */
  readonly url: string | null

  constructor(facts: Partial<Omit<ApiError, 'name'>> & { readonly message: string; readonly code: string }) {
    super(facts.message)
    this.name = 'ApiError'
    this.status = facts.status ?? 0
    this.code = facts.code
    this.fields = facts.fields ?? {}
    this.requestId = facts.requestId ?? null
    this.methods = facts.methods ?? []
    this.triesLeft = facts.triesLeft ?? null
    this.url = facts.url ?? null
  }
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly fields?: Readonly<Record<string, string>>
    readonly methods?: readonly string[]
    readonly tries_left?: number
    readonly url?: string
  }
}

/** Reads the error of an answer that is not 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const { error = {} } = parsed(text)
  return new ApiError({
    status: response.status,
    code: error.code ?? `HTTP_${response.status}`,
    message: error.message ?? response.statusText,
    fields: error.fields ?? {},
    requestId: response.headers.get('x-request-id'),
    methods: error.methods ?? [],
    triesLeft: error.tries_left ?? null,
    url: error.url ?? null,
  })
}

function parsed(text: string): ErrorBody {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
