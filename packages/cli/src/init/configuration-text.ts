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

function serverLines({ publicUrl }: InitAnswers): readonly string[] {
  const listens = ['server:', '  port: 3000']
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
    ...['', ...serverLines(answers), '', ...databaseLines(answers), ''],
    '# With {} a lookup answers in the sandbox. "live" below it names the source of production: docs/guides/upstreams.',
    ...(place.plugins.length === 0
      ? ['plugins: {}']
      : ['plugins:', ...place.plugins.map((name) => `  ${quoted(name)}: {}`)]),
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
