// Builds with their responses. Each also stores all of its input, compressed.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Balance } from '../../domain/planning/balance.ts'
import type { BuildAnswer, UnassignedAnswer } from '../../domain/planning/build-answer.ts'
import type { Tx } from '../database.ts'

export interface Build {
  buildId: string
  deliveryDate: string
  createdAt: Date
  /** Time at which its routes were written to the day. Null if they were not. */
  madeAt: Date | null
  balance: Balance
  seed: number
  /** Version of the engine that solved it. */
  engine: string
  answer: BuildAnswer
}

/** Number of builds that are stored per business, newest first. */
const MAX_STORED = 200

export async function insertBuild(tx: Tx, { answer, ...build }: Build & { record: Buffer }): Promise<void> {
  await insertOwn(tx, 'builds', { ...build, answer: JSON.stringify(answer) }).execute()
  const oldest = selectOwn(tx, 'builds')
    .select('buildId')
    .orderBy('createdAt', 'desc')
    .orderBy('buildId', 'desc')
    .offset(MAX_STORED)
  await deleteOwn(tx, 'builds').where('buildId', 'in', oldest).execute()
}

export async function markBuildMade(tx: Tx, buildId: string, at: Date): Promise<void> {
  await updateOwn(tx, 'builds', { buildId }).set({ madeAt: at }).execute()
}

const COLUMNS = ['buildId', 'deliveryDate', 'createdAt', 'madeAt', 'balance', 'seed', 'engine', 'answer'] as const

/** Returns the builds of a day, newest first. */
export async function buildsOfDay(tx: Tx, day: string): Promise<Build[]> {
  const rows = await selectOwn(tx, 'builds', { deliveryDate: day })
    .select(COLUMNS)
    .orderBy('createdAt', 'desc')
    .orderBy('buildId', 'desc')
    .execute()
  return rows.map(buildOf)
}

/**
 * Returns the orders that the latest applied build of a day left unassigned, keyed by order ID, and the time of this
 * build. Null if there is no such build.
 */
export async function lastUnassigned(
  tx: Tx,
  day: string,
): Promise<{ at: Date; orders: Map<string, UnassignedAnswer> } | null> {
  const row = await selectOwn(tx, 'builds', { deliveryDate: day })
    .select(['createdAt', sql<UnassignedAnswer[]>`answer -> 'unassigned'`.as('orders')])
    .where('madeAt', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.createdAt, orders: new Map(row.orders.map((order) => [order.orderId, order])) } : null
}

export async function readBuild(tx: Tx, buildId: string): Promise<Build | null> {
  const row = await selectOwn(tx, 'builds', { buildId }).select(COLUMNS).executeTakeFirst()
  return row ? buildOf(row) : null
}

export async function readBuildRecord(tx: Tx, buildId: string): Promise<Buffer | null> {
  const row = await selectOwn(tx, 'builds', { buildId }).select('record').executeTakeFirst()
  return row?.record ?? null
}

const buildOf = <B extends { seed: string | number; balance: string }>(row: B) => ({
  ...row,
  seed: Number(row.seed),
  balance: row.balance as Balance,
})
