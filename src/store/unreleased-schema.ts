// Databases of the versions before the first release, which had 50 migrations in place of the baseline.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Migration } from './migration-files.ts'

export const LAST_UNRELEASED = '0049_unnamed_files.sql'
/** The last commit that has those migrations. */
const LAST_UNRELEASED_COMMIT = 'e52d2a91'
const FIRST_UNRELEASED = '0001_foundation.sql'
/** SHA-256 of the 50 names in order, a line each. */
const UNRELEASED_NAMES = '10f8e9ffe354bb875c9cb8b0db7394b7386ac56c20e0894f9bd257b6e35cf006'

/**
 * Records a database that has all of those migrations as being at the baseline, and removes what the baseline left out.
 * Throws when it has only some of them.
 */
export async function adoptUnreleased(
  client: pg.Client,
  applied: readonly string[],
  baseline: Migration,
): Promise<void> {
  if (!applied.includes(FIRST_UNRELEASED)) return
  const names = createHash('sha256')
    .update([...applied].sort().join('\n'))
    .digest('hex')
  if (names !== UNRELEASED_NAMES)
    throw new Error(
      `The database is from an unreleased version of Roundsman, and not from the last one: its newest migration is ${[...applied].sort().at(-1)}.\n` +
        `Start the last unreleased version, commit ${LAST_UNRELEASED_COMMIT}, once, which brings it to ${LAST_UNRELEASED}. Or restore a backup that was made at ${LAST_UNRELEASED} into a new database.`,
    )
  await client.query('begin')
  await client.query('drop function own_words, order_words')
  await client.query('drop table sign_in_failures')
  await client.query('delete from schema_migrations')
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    baseline.name,
    baseline.checksum,
  ])
  await client.query('commit')
}
