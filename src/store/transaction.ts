// One transaction on one connection. What nobody waits for travels with what comes next: its beginning, the audit row,
// the events and the stored response cost no round trip of their own. Measured: docs/benchmarks.md.
import { type Compilable, Kysely, PostgresDialect, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { snake } from '../domain/names.ts'
import { CommitUnanswered, isUnreachable } from './faults.ts'
import type { Schema } from './tables/all.ts'

declare const scoped: unique symbol
/** A transaction of one business, which it names: row level security lets it see no other. Only `asBusiness` makes one. */
export type Tx = Kysely<Schema> & {
  readonly [scoped]: 'business'
  readonly businessId: string
  /** Whose depots alone it sees; null for all. What has to be right for the whole business must not count on what these see. */
  readonly depots: readonly string[] | null
}
/** A transaction across businesses, with the few grants of the system role. Only `asSystem` makes one. */
export type SystemTx = Kysely<Schema> & { readonly [scoped]: 'system' }
/** Either. */
export type AnyTx = Tx | SystemTx
/** Whose it is. */
export type Named<K> = Pick<K, Extract<keyof K, 'businessId' | 'depots'>>

export type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

interface Statement {
  text: string
  values: readonly unknown[]
}

const passing = new WeakMap<AnyTx, Record<'pass' | 'insert', (statement: Statement) => void>>()

/** Sends a statement without waiting for it. When it fails the transaction fails with its error, at the latest at its end. */
export function pipelined(tx: AnyTx, statement: Compilable): void {
  const { sql, parameters } = statement.compile()
  pass(tx, sql, parameters)
}

/** As `pipelined`, a statement that is text already, in the database's names: to build one takes longer than to send it. */
export function pass(tx: AnyTx, text: string, values: readonly unknown[]): void {
  passingOf(tx).pass({ text, values })
}

/**
 * As `pass`, an insert of rows that are given. Those that follow each other are one statement, of which the database
 * begins and ends less; which of them runs first is its choice (docs/decisions/012-pipelined-statements.md).
 */
export function insert(tx: AnyTx, text: string, values: readonly unknown[]): void {
  passingOf(tx).insert({ text, values })
}

function passingOf(tx: AnyTx) {
  const ways = passing.get(tx)
  if (!ways) throw new Error('not a transaction of this database')
  return ways
}

/** Runs `work` between `opening`, which begins a transaction, and `end`; `send` must keep the order of its calls. */
export async function transaction<T, K extends AnyTx>(
  send: Send,
  opening: string,
  of: Named<K>,
  work: (tx: K) => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const opened = send(opening, [])
  const passed: Promise<unknown>[] = [opened]
  let [isOpen, held, wrote, ended] = [false, false, false, false]
  opened.then(
    () => (isOpen = true),
    () => {},
  )
  // Only a question may travel with the opening: should that fail, nothing is written outside a transaction. Once one
  // statement has waited for it the others do, so that they keep their order.
  const sendNext: Send = async (text, values) => {
    if (ended) throw new Error('a statement came after the end of its transaction')
    const isQuestion = /^\s*select\b/i.test(text)
    wrote ||= !isQuestion && text !== end
    if (held || (!isOpen && !isQuestion)) {
      held = true
      await opened
    }
    return send(text, values)
  }
  const keep = (answer: Promise<unknown>): void => {
    answer.catch(() => {})
    passed.push(answer)
  }
  let inserts: Statement[] = []
  const sendInserts = (): void => {
    if (inserts.length === 0) return
    const all = asOne(inserts)
    inserts = []
    keep(sendNext(all.text, all.values))
  }
  const run: Send = (text, values) => {
    sendInserts()
    return sendNext(text, values)
  }
  const tx = Object.assign(transactionOver(run), of) as unknown as K
  passing.set(tx, {
    pass: ({ text, values }) => keep(run(text, values)),
    insert: (statement) => {
      inserts.push(statement)
      if (inserts.length === MOST_AS_ONE) sendInserts()
    },
  })
  try {
    const result = await work(tx)
    const ending = run(end, [])
    ended = true
    const { command } = await allAnswered([...passed, ending]).catch((error: unknown) => {
      // Nothing was refused, so that it may stand.
      throw isOpen && wrote && end === 'commit' && isUnreachable(error)
        ? new CommitUnanswered('', { cause: error })
        : error
    })
    // What it says when a statement before it has failed, and the work went on as if it had not.
    if (command !== end.toUpperCase()) throw new Error('a transaction with a failed statement was to be committed')
    return result
  } catch (error) {
    ended = true
    if (error instanceof CommitUnanswered) throw error
    await Promise.allSettled(passed)
    await send('rollback', []).catch(() => {})
    // Of statements that failed one after the other the first says why.
    await allAnswered(passed)
    throw error
  }
}

/** A loop that inserts must neither reach the most values of a statement nor be a new statement for each length. */
const MOST_AS_ONE = 8

/** The first with the others beside it. */
function asOne(inserts: readonly Statement[]): Statement {
  const [first] = inserts
  if (first && inserts.length === 1) return first
  const key = inserts.map(({ text }) => text).join(';')
  let text = joined.get(key)
  if (text === undefined) {
    text = joinedText(inserts)
    joined.set(key, text)
  }
  return { text, values: inserts.flatMap(({ values }) => values) }
}

/** As many as there are ways to write: the text of an insert is its table and columns. */
const joined = new Map<string, string>()

function joinedText(inserts: readonly Statement[]): string {
  let before = 0
  const [first, ...others] = inserts.map(({ text, values }) => {
    const shifted = text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`)
    before += values.length
    return shifted
  })
  // Whoever looks at what runs sees first what it is about.
  const [about = ''] = /^insert into \S+/.exec(first ?? '') ?? []
  return `/* ${about} */ with ${others.map((text, i) => `other_${i + 1} as (${text})`).join(', ')} ${first}`
}

/** The last answer; rejects as the first that did, when all have come. */
async function allAnswered(answers: readonly Promise<unknown>[]): Promise<pg.QueryResult> {
  const settled = await Promise.allSettled(answers)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return (settled.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value
}

/** Statements are written in the names that code has for tables and columns, and sent in the database's. */
class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new QueryCompiler()
  }
}

class QueryCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snake(name))
  }
}

const transactionOver = (run: Send): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new Dialect({
      pool: {
        options: {},
        connect: async () => ({
          query: (text: unknown, values?: readonly unknown[]) => run(String(text), values ?? []) as never,
          release: () => {},
        }),
        end: async () => {},
      },
    }),
  })
