// Compares a business's rows at two installations. While the business is held, it can't write, so the hold must be
// short. Therefore all rows are compared in advance, while the business still writes. During the hold, only the keys of
// all rows and the rows written since are compared.
import type pg from 'pg'
import { type Connection, openClient, withClients } from '../../store/database.ts'
import {
  type Hashes,
  useComparableText,
  markOf,
  partsOf,
  rowsOfParts,
  rowsWithKeys,
  stateSince,
} from '../../store/moves/comparison.ts'
import type { TenantTable } from '../../store/moves/tenant-tables.ts'

/** Thrown if there was not enough time to compare all tables. */
export class OutOfTime extends Error {}

export interface Sides {
  source: Connection
  target: Connection
  tables: readonly TenantTable[]
  ids: readonly string[]
}

/** Connections to the source and to the target. */
export type Pair = [from: pg.Client, to: pg.Client]

/**
 * Result of the comparison in advance. The rows in `unequal` may differ between the two sides, and so may rows written
 * after the marks. All other rows are equal.
 */
export interface PreliminaryComparison {
  /**
   * Transaction IDs at the source and at the target. Rows that are written with these or later IDs must be compared
   * again.
   */
  marks: readonly [string, string]
  /** Keyed by table: the number of rows, and the keys of unequal rows that replication may still deliver. */
  tables: ReadonlyMap<string, { rows: number; unequal: readonly string[] }>
}

/** Tables that are compared at the same time. */
const SIDE_BY_SIDE = 3
const CANCELLED = '57014'

/** Calls `work` with connections without timeouts, on which both databases render values as the same texts. */
export function withPair<T>(
  { source, target }: Pick<Sides, 'source' | 'target'>,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  return withClients([openClient(source), openClient(target)], async (pair) => {
    await onBoth(pair, async (client) => {
      await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
      await useComparableText(client)
    })
    return work(pair)
  })
}

/** Compares all rows while both sides are still being written. */
export async function compareAhead(sides: Sides): Promise<PreliminaryComparison> {
  const { ids } = sides
  // Read the marks before any row. Otherwise a row that is written in between would not be compared again.
  const marks = await withPair(sides, (pair) => onBoth(pair, markOf))
  const tables = new Map<string, { rows: number; unequal: string[] }>()
  await eachTable(
    sides,
    () => Infinity,
    async (pair, table) => {
      const [here, there] = await onBoth(pair, (client) => partsOf(client, table, ids))
      const parts = keysWithDifferentValues(here.parts, there.parts)
      const unequal =
        parts.length === 0
          ? []
          : keysWithDifferentValues(...(await onBoth(pair, (client) => rowsOfParts(client, table, ids, parts))))
      tables.set(table.name, { rows: here.rows, unequal })
    },
  )
  return { marks, tables }
}

/**
 * Completes the comparison when nothing is written any more and the target has received all changes. Returns the number
 * of rows per table. Throws if the sides differ. Throws `OutOfTime` if it takes longer than `left()` milliseconds.
 */
export async function compareNow(
  sides: Sides,
  ahead: PreliminaryComparison,
  left: () => number,
): Promise<Record<string, number>> {
  const { ids } = sides
  const known = ({ name }: TenantTable) => ahead.tables.get(name) ?? { rows: 0, unequal: [] }
  const counts: Record<string, number> = {}
  const faults: string[] = []
  // Begin with the largest tables. The small tables are then spread over the other connections.
  const tables = [...sides.tables].sort((a, b) => known(b).rows - known(a).rows)
  await eachTable({ ...sides, tables }, left, async (pair, table) => {
    const states = await onBoth(pair, (client, side) => stateSince(client, table, ids, ahead.marks[side]))
    const [here, there] = states
    const keys = new Set([...here.written.keys(), ...there.written.keys(), ...known(table).unequal])
    const unequal = keysWithDifferentValues(
      ...(await onBoth(pair, async (client, side): Promise<Hashes> => {
        const { written } = states[side]
        const others = [...keys].filter((key) => !written.has(key))
        return others.length === 0
          ? written
          : new Map([...written, ...(await rowsWithKeys(client, table, ids, others))])
      })),
    )
    if (here.rows !== there.rows || here.keys !== there.keys || unequal.length > 0)
      faults.push(`${table.name} differs: ${here.rows} rows here, ${there.rows} there, ${unequal.length} unequal.`)
    counts[table.name] = here.rows
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return counts
}

const onBoth = <T>(pair: Pair, work: (client: pg.Client, side: 0 | 1) => Promise<T>): Promise<[T, T]> =>
  Promise.all([work(pair[0], 0), work(pair[1], 1)])

/** Returns the keys whose values differ. */
function keysWithDifferentValues(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...here.keys(), ...there.keys()])
  return [...keys].filter((key) => here.get(key) !== there.get(key))
}

/**
 * Calls `work` for each table, on a few pairs of connections at the same time. Throws `OutOfTime` when no time is left.
 */
async function eachTable(
  sides: Sides,
  left: () => number,
  work: (pair: Pair, table: TenantTable) => Promise<void>,
): Promise<void> {
  const waiting = [...sides.tables]
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, () =>
      withPair(sides, async (pair) => {
        for (let table = waiting.shift(); table; table = waiting.shift()) {
          const ms = left()
          if (ms <= 0) throw new OutOfTime('There was not enough time to compare all tables.')
          if (Number.isFinite(ms))
            await onBoth(pair, (client) => client.query(`set statement_timeout = ${Math.max(1, Math.ceil(ms))}`))
          await work(pair, table)
        }
      }).catch((error: unknown) => {
        waiting.length = 0
        throw (error as { code?: string }).code === CANCELLED
          ? new OutOfTime('There was not enough time to compare all tables.')
          : error
      }),
    ),
  )
}
