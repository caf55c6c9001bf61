// Measures pages of the order table with many rows: the time of each page, and the index that the database uses for it.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { ORDER_STATUSES, type OrderStatus } from '../../src/domain/orders/order.ts'
import type { Tx } from '../../src/store/database.ts'
import { tableKeys, type TableFilter, type TablePosition } from '../../src/store/orders/orders-table.ts'

const ALL: TableFilter = {
  statuses: ORDER_STATUSES,
  from: null,
  to: null,
  placements: null,
  farFromRoad: false,
  term: null,
}
const PAGE = 50

const FILTERS: { name: string; filter: TableFilter; after?: TablePosition }[] = [
  { name: 'first page', filter: ALL },
  {
    name: 'a page far down',
    filter: ALL,
    after: { day: '2026-11-24', orderId: '80000000-0000-0000-0000-000000000000' },
  },
  { name: 'one status', filter: { ...ALL, statuses: ['OPEN' satisfies OrderStatus] } },
  { name: 'a week', filter: { ...ALL, from: '2026-11-25', to: '2026-12-01' } },
  { name: 'far from any road', filter: { ...ALL, farFromRoad: true } },
  { name: 'not placed', filter: { ...ALL, placements: ['APPROXIMATE', 'PENDING', 'UNPLACED'] } },
]

/** Returns a row for each kind of page: the time in the database, and the indexes of its plan. */
export async function explainPages(db: pg.Client, businessId: string): Promise<string[]> {
  const lines: string[] = []
  for (const { name, filter, after } of FILTERS) {
    const statement = await statementOf((tx) => tableKeys(tx, businessId, filter, after ?? null, PAGE))
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const indexes = [...new Set([...plan.matchAll(/using (\w+)/g)].map(([, index]) => index))]
    const [, ms = '?'] = /Execution Time: ([\d.]+)/.exec(plan) ?? []
    lines.push(`| ${name} | ${ms} | ${plan.includes('Seq Scan') ? 'a scan of the table' : indexes.join(', ')} |`)
  }
  return lines
}

/** Returns the statement that a query would send. */
async function statementOf(run: (tx: Tx) => Promise<unknown>): Promise<string> {
  let statement = ''
  const silent = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statement = query.sql
    },
  })
  await run(silent as unknown as Tx)
  return statement
}
