// Records the statements of an operation, and explains how PostgreSQL executes each.
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

export interface Explained {
  text: string
  /** Number of 8 KiB pages read. */
  pages: number
  /** Number of rows returned or changed. */
  rows: number
  /** Large tables that are scanned completely, with these values or with any values. */
  scanned: string[]
}

const MANY_ROWS = 10_000

interface Recorder {
  /** Returns the statements sent during the work, by connection. One call at a time. */
  during(work: () => Promise<unknown>): Promise<Statement[]>
}

/** Records on every connection of this process. */
export const recorder: Recorder = (() => {
  let heard: Map<pg.Client, Statement[]> | null = null
  const send = Reflect.get(pg.Client.prototype, 'query') as (...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const own = heard?.get(this) ?? []
    if (typeof query === 'string') own.push({ text: query, values: Array.isArray(values) ? values : [] })
    else if (typeof query?.text === 'string') own.push({ text: query.text, values: query.values ?? [] })
    heard?.set(this, own)
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
  return {
    during: async (work) => {
      heard = new Map()
      await work()
      // A transaction that is open at the end of one connection must not include the next connection's statements.
      const statements = [...heard.values()].flatMap((own) => [...own, { text: 'rollback', values: [] }])
      heard = null
      return statements
    },
  }
})()

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops'?: number
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/**
 * Matches inserts, including those of events with their deliveries. They can't be repeated, because the IDs then already
 * exist.
 */
const INSERTS = /^\s*(\/\*[^*]*\*\/\s*)?(with \w+ as \(\s*)?insert\b/i

/** Repeats the statements in their transactions, and rolls all back. Inserts are not explained. */
export async function explain(db: pg.Client, statements: readonly Statement[]): Promise<Explained[]> {
  const large = await largeTables(db)
  const version = await versionOf(db)
  const explained: Explained[] = []
  let open = false
  for (const { text, values } of statements) {
    if (/^begin/i.test(text)) {
      if (open) await db.query('rollback')
      await db.query(text)
      open = true
    } else if (/^(commit|rollback)$/i.test(text)) {
      if (open) await db.query('rollback')
      open = false
    } else if (
      !INSERTS.test(text) &&
      /^\s*(select|update|delete|with|\()/i.test(text) &&
      !/^\s*select[^;]*;\s*\S/i.test(text)
    ) {
      if (!open) await db.query('begin')
      const { rows } = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      )
      const generic = values.length > 0 && version >= 160_000 ? await genericPlan(db, text) : null
      if (!open) await db.query('rollback')
      const [answer] = rows[0]?.['QUERY PLAN'] ?? []
      if (answer)
        explained.push({
          text,
          rows: Math.max(answer.Plan['Actual Rows'], changed(answer.Plan)),
          pages: answer.Plan['Shared Hit Blocks'] + answer.Plan['Shared Read Blocks'],
          scanned: [...new Set([answer.Plan, generic].flatMap(scans))].filter((table) => large.has(table)),
        })
    } else if (!INSERTS.test(text)) await db.query(text, values)
  }
  if (open) await db.query('rollback')
  return explained
}

const changed = (plan: Plan): number =>
  plan['Node Type'] === 'ModifyTable' ? (plan.Plans?.[0]?.['Actual Rows'] ?? 0) : 0

/** Returns the generic plan of a prepared statement, which is independent of its values. */
async function genericPlan(db: pg.Client, text: string): Promise<Plan | null> {
  const { rows } = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (generic_plan, format json) ${text}`)
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? null
}

const scans = (plan: Plan | null): string[] =>
  plan === null
    ? []
    : [
        ...(plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] !== 0 && plan['Relation Name']
          ? [plan['Relation Name']]
          : []),
        ...(plan.Plans ?? []).flatMap(scans),
      ]

async function largeTables(db: pg.Client): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class 
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and reltuples > $1`,
    [MANY_ROWS],
  )
  return new Set(rows.map(({ name }) => name))
}

async function versionOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  return rows[0]?.version ?? 0
}
