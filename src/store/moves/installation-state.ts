// Reads the state of an installation from its database, as the owner of the tables: businesses with their load, moves, and
// the state of the replication.
import type pg from 'pg'
import { firstIdAt } from '../../domain/ordered-id.ts'
import type { LoadedBusiness } from '../../domain/installations/plan-moves.ts'
import type { MoveStatus } from './move-status.ts'
import { replicationOf } from './replication.ts'

/** State of the database server. */
interface ServerState {
  databaseBytes: number
  /** Seconds that the standby furthest behind is behind. Null if there is none. */
  standbyLagSeconds: number | null
  /** Bytes of the log that replication slots keep. */
  keptLogBytes: number
  /** When the log was last archived, for continuous backups. Null if it is not archived. */
  archivedAt: Date | null
}

export interface InstallationState extends ServerState {
  /** Businesses that the installation serves, without test sides. A business's load includes its test side's. */
  businesses: LoadedBusiness[]
  /** Businesses that are moving away or have moved away, without test sides. */
  leaving: {
    businessId: string
    place: Exclude<MoveStatus, null>
    /** Whether the publication of the move still exists. */
    isPublished: boolean
  }[]
  /** Businesses that are moving to the installation, with test sides. */
  coming: string[]
}

const DAY_MS = 24 * 60 * 60_000

/** The load of a business is the number of its audit rows of the last 24 hours, because each write has one. */
const BUSINESSES = `
  select b.business_uuid as "businessId",
    (select count(*)::int from businesses side join audit_log a using (business_uuid)
     where (side.business_uuid = b.business_uuid or side.test_of = b.business_uuid) and a.audit_uuid >= $1::uuid) as load
  from businesses b
  where b.test_of is null and not exists (
    select from moves m where m.business_uuid = b.business_uuid and m.place in ('GONE', 'COMING'))
  order by b.business_uuid`

const LEFT = `
  select m.business_uuid as "businessId", m.place from moves m join businesses b using (business_uuid)
  where b.test_of is null and m.place <> 'COMING' order by m.business_uuid`

const COMING = `select business_uuid as "businessId" from moves where place = 'COMING'`

const SERVER = `
  select pg_database_size(current_database())::float8 as "databaseBytes",
    (select extract(epoch from max(coalesce(replay_lag, interval '0')))::float8 from pg_stat_replication
     where application_name not like 'roundsman_move_%') as "standbyLagSeconds",
    (select coalesce(sum(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 from pg_replication_slots)
      as "keptLogBytes",
    (select last_archived_time from pg_stat_archiver) as "archivedAt"`

export async function readInstallationState(client: pg.Client, now: Date): Promise<InstallationState> {
  const { rows: businesses } = await client.query<LoadedBusiness>(BUSINESSES, [
    firstIdAt(new Date(now.getTime() - DAY_MS)),
  ])
  const { rows: left } = await client.query<Omit<InstallationState['leaving'][number], 'isPublished'>>(LEFT)
  const { rows: publications } = await client.query<{ name: string }>('select pubname as name from pg_publication')
  const published = new Set(publications.map(({ name }) => name))
  const leaving = left.map((one) => ({ ...one, isPublished: published.has(replicationOf(one.businessId)) }))
  const { rows: coming } = await client.query<{ businessId: string }>(COMING)
  const { rows: servers } = await client.query<ServerState>(SERVER)
  return { businesses, leaving, coming: coming.map(({ businessId }) => businessId), ...servers[0]! }
}
