// Runs one transaction on one connection. Statements whose results nobody awaits are sent together with the next
// statement. The begin, the audit row, the events and the stored response therefore cost no extra round trip.
// Measurements: docs/benchmarks.md.
import { type Compilable, Kysely, PostgresDialect, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { snake } from '../domain/names.ts'
import { CommitOutcomeUnknown, isUnreachable } from './database-errors.ts'
import type { Schema } from './tables/all.ts'

declare const scoped: unique symbol
/** A transaction of one business, `businessId`. Row-level security hides all others. Only `asBusiness` creates it. */
export type Tx = Kysely<Schema> & {
  readonly [scoped]: 'business'
  readonly businessId: string
  /**
   * Depots that it is restricted to. Null: all. A rule that must hold for the whole business must not rely on the rows
   * that a restricted transaction sees.
   */
  readonly depots: readonly string[] | null
}
/** A transaction across businesses, with the few grants of the system role. Only `asSystem` creates it. */
export type SystemTx = Kysely<Schema> & { readonly [scoped]: 'system' }
export type AnyTx = Tx | SystemTx
/** Members that identify the business and the depots of a transaction. */
export type Named<K> = Pick<K, Extract<keyof K, 'businessId' | 'depots'>>

export type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

interface Statement {
  text: string
  values: readonly unknown[]
}

const pipelines = new WeakMap<AnyTx, Record<'pass' | 'insert', (statement: Statement) => void>>()

/**
 * Sends a statement without waiting for its result. If it fails, the transaction fails with its error, at the latest at
 * its end.
 */
export function sendPipelined(tx: AnyTx, statement: Compilable): void {
  const { sql, parameters } = statement.compile()
  sendSqlText(tx, sql, parameters)
}

/**
 * Like `sendPipelined`, but for a statement that is already text with the database's names. To build a statement takes
 * longer than to send it.
 */
export function sendSqlText(tx: AnyTx, text: string, values: readonly unknown[]): void {
  pipelineOf(tx).pass({ text, values })
}

/**
 * Like `pass`, but for an insert of literal rows. Consecutive inserts become one statement, which the database starts
 * and ends only once. The database chooses the order in which they run (docs/decisions/012-pipelined-statements.md).
 */
export function insert(tx: AnyTx, text: string, values: readonly unknown[]): void {
  pipelineOf(tx).insert({ text, values })
}

function pipelineOf(tx: AnyTx) {
  const ways = pipelines.get(tx)
  if (!ways) throw new Error('not a transaction of this database')
  return ways
}

/** Runs `work` between `opening`, which begins a transaction, and `end`. `send` must keep the order of its calls. */
export async function transaction<T, K extends AnyTx>(
  send: Send,
  opening: string,
  of: Named<K>,
  work: (tx: K) => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const opened = send(opening, [])
  const passed: Promise<unknown>[] = [opened]
  const sender = sendAfter(opened, send, end)
  const keep = (answer: Promise<unknown>): void => {
    answer.catch(() => {})
    passed.push(answer)
  }
  let inserts: Statement[] = []
  const sendInserts = (): void => {
    if (inserts.length === 0) return
    const all = joinedInserts(inserts)
    inserts = []
    keep(sender.send(all.text, all.values))
  }
  const run: Send = (text, values) => {
    sendInserts()
    return sender.send(text, values)
  }
  const tx = Object.assign(transactionOver(run), of) as unknown as K
  pipelines.set(tx, {
    pass: ({ text, values }) => keep(run(text, values)),
    insert: (statement) => {
      inserts.push(statement)
      if (inserts.length === MAX_STATEMENTS_TOGETHER) sendInserts()
    },
  })
  try {
    const result = await work(tx)
    const ending = run(end, [])
    sender.close()
    const { command } = await awaitAll([...passed, ending]).catch((error: unknown) => {
      // The server rejected nothing, so the commit may have succeeded.
      throw sender.mayHaveWritten() && end === 'commit' && isUnreachable(error)
        ? new CommitOutcomeUnknown('', { cause: error })
        : error
    })
    // PostgreSQL answers a commit with ROLLBACK if an earlier statement has failed and `work` ignored the failure.
    if (command !== end.toUpperCase()) throw new Error('a transaction with a failed statement was to be committed')
    return result
  } catch (error) {
    sender.close()
    if (error instanceof CommitOutcomeUnknown) throw error
    await Promise.allSettled(passed)
    await send('rollback', []).catch(() => {})
    // Report the first failure. The later ones are its consequences.
    await awaitAll(passed)
    throw error
  }
}

/**
 * Returns the sender of the statements of a transaction whose opening was sent. Only a query may be sent together with
 * the opening. If the opening fails, nothing is then written outside a transaction. After one statement has waited for
 * the opening, the later ones wait too, so that they keep their order.
 */
function sendAfter(opened: Promise<unknown>, send: Send, end: string) {
  let [isOpen, held, wrote, ended] = [false, false, false, false]
  opened.then(
    () => (isOpen = true),
    () => {},
  )
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
  return {
    send: sendNext,
    /** Rejects all later statements. */
    close: () => {
      ended = true
    },
    mayHaveWritten: () => isOpen && wrote,
  }
}

/**
 * Maximum number of inserts in one statement. An inserting loop must not exceed the maximum number of values per
 * statement, nor create a new statement text for each length.
 */
const MAX_STATEMENTS_TOGETHER = 8

/** Joins the inserts into one statement: the first one, with the others in its `with` clause. */
function joinedInserts(inserts: readonly Statement[]): Statement {
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

/** Joined texts by their parts. The number is bounded, because the text of an insert is only its table and columns. */
const joined = new Map<string, string>()

function joinedText(inserts: readonly Statement[]): string {
  let before = 0
  const [first, ...others] = inserts.map(({ text, values }) => {
    const shifted = text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`)
    before += values.length
    return shifted
  })
  // Lists of running statements show the first table at the beginning.
  const [about = ''] = /^insert into \S+/.exec(first ?? '') ?? []
  return `/* ${about} */ with ${others.map((text, i) => `other_${i + 1} as (${text})`).join(', ')} ${first}`
}

/** Waits for all responses. Returns the last. If any failed, rejects with the first failure. */
async function awaitAll(answers: readonly Promise<unknown>[]): Promise<pg.QueryResult> {
  const settled = await Promise.allSettled(answers)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return (settled.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value
}

/** Compiles statements that use the names in code into the database's names of tables and columns. */
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
