/**
 * The PostgreSQL server of the run: what `PARAKH_TEST_POSTGRES` named, or what test/postgres.ts started.
 *
 * @throws Error where there is none; the first lines of the run say why.
 */
export function postgresUrl(): string {
  const url = process.env['PARAKH_TEST_POSTGRES']
  if (!url) throw new Error('there is no PostgreSQL: the beginning of the run says why, and how to name one')
  return url
}
