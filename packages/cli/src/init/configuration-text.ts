import type { InitAnswers } from './answers.ts'

/** Where a new deployment keeps things. */
export interface InitPlace {
  /** Absolute. */
  readonly folder: string
  /** The names of its plugins. */
  readonly plugins: readonly string[]
}

const quoted = (text: string): string => JSON.stringify(text)

function databaseLines({ postgres }: InitAnswers): readonly string[] {
  if (postgres !== null) return ['database:', '  client: pg', '  connection: ${DATABASE_URL}']
  return [
    '# One process. For several: parakh database copy, docs/guides/scaling.md.',
    ...['database:', '  client: sqlite3', '  filename: ./data/parakh.db'],
  ]
}

/** Of a server that callers on this machine reach without a proxy, the port that they use. */
function portOf(publicUrl: string | null): number {
  const { hostname, port } = new URL(publicUrl ?? 'http://localhost:3000')
  return port !== '' && (hostname === 'localhost' || hostname === '127.0.0.1') ? Number(port) : 3000
}

const MAIL = [
  ...['# Codes, invitations and alerts of the console.', '# mail:', '#   host: smtp.acme.example'],
  ...['#   from: Acme Verify <no-reply@acme.example>', "#   auth: { user: acme, pass: '${SMTP_PASSWORD}' }", ''],
]

function serverLines({ publicUrl }: InitAnswers): readonly string[] {
  const listens = ['server:', `  port: ${portOf(publicUrl)}`]
  if (publicUrl === null)
    return [
      ...listens,
      '  # How your callers reach it, once a proxy with TLS is in front.',
      '  # publicUrl: https://api.acme.example',
    ]
  return [
    ...[...listens, `  publicUrl: ${quoted(publicUrl)}`],
    ...['  # The proxy with TLS on this machine says who calls.', '  trustProxy: loopback'],
    ...['  # /metrics, and the detail of /readyz, for this machine alone.', '  operations: { port: 9464 }'],
  ]
}

/** The text of `parakh.yaml`. Secrets are named, not told. */
export const configurationText = (answers: InitAnswers, place: InitPlace): string =>
  [
    '# What may stand here: docs/reference/configuration.md, or for an editor "parakh config schema".',
    ...['brand:', `  name: ${quoted(answers.name)}`],
    ...(answers.supportEmail === null ? [] : [`  supportEmail: ${quoted(answers.supportEmail)}`]),
    ...['', ...serverLines(answers), '', ...(place.plugins.includes('@parakh/console') ? MAIL : [])],
    ...[...databaseLines(answers), ''],
    '# With {} a lookup answers in the sandbox. "live" below it names the source of production: docs/guides/upstreams.',
    ...(place.plugins.length === 0
      ? ['plugins: {}']
      : ['plugins:', ...place.plugins.map((name) => `  ${quoted(name)}: {}`)]),
    ...(place.plugins.includes('@parakh/console')
      ? ['  # Mails of alerts, once there is mail: docs/guides/alerts.md.', '  # "@parakh/alerts": {}']
      : []),
    ...['', '# Their values are in .env, which only its owner reads.', 'secrets:'],
    ...['  pepper: ${PARAKH_PEPPER}', '  subjectKeys: ${PARAKH_SUBJECT_KEY}'],
    ...['  masterKey: ${PARAKH_MASTER_KEY}', '  jwtKeys: ${PARAKH_JWT_KEY}', ''],
  ].join('\n')

/** The text of `.env`. @param secret Makes 32 random bytes, in base64. */
export const environmentText = ({ postgres }: InitAnswers, secret: () => string): string =>
  [
    '# Keep a copy of these where you keep your passwords, apart from backups of the database.',
    ...['PEPPER', 'SUBJECT_KEY', 'MASTER_KEY', 'JWT_KEY'].map((name) => `PARAKH_${name}=${secret()}`),
    ...(postgres === null ? [] : [`DATABASE_URL=${postgres}`]),
    '',
  ].join('\n')
