// Pipelined statements succeed or fail with their transaction, and keep their order.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { insert as insertion, sendPipelined, openDatabase, type AnyTx, type Tx } from '../../src/store/database.ts'
import { transaction } from '../../src/store/transaction.ts'
import { testDatabase } from '../helpers/database.ts'

const { url, drop } = await testDatabase()
const sent: string[] = []
const db = openDatabase(url, 1, () => {}, {
  around: (text, run) => {
    sent.push(text.trim().split(' ', 2).join(' '))
    return run()
  },
})
await db.query('create table kept (n int primary key)', [])
await db.query('grant select, insert on kept to roundsman_system', [])
after(async () => {
  await db.close()
  await drop()
})

const OF = { businessId: 'b', depots: null }
const insert = (n: number) => sql`insert into kept values (${n})`
const pass = (tx: AnyTx, n: number) => sendPipelined(tx, { compile: () => insert(n).compile(tx) })
const kept = async () => (await db.query<{ n: number }>('select n from kept order by n', [])).map(({ n }) => n)
const breaks = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23505'

test('pipelined statements are visible to the next statement and after the end, and are committed together', async () => {
  const seen = await db.asSystem(async (tx) => {
    pass(tx, 1)
    pass(tx, 2)
    const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(tx)
    pass(tx, 3)
    return rows.map(({ n }) => n)
  })
  assert.deepEqual(
    [seen, await kept()],
    [
      [1, 2],
      [1, 2, 3],
    ],
  )
})

test('a failed statement fails the others and is the error, whether it is the last or an earlier one', async () => {
  const last = db.asSystem(async (tx) => {
    pass(tx, 4)
    pass(tx, 1)
  })
  await assert.rejects(last, breaks)
  const before = db.asSystem(async (tx) => {
    pass(tx, 1)
    await insert(4).execute(tx)
  })
  await assert.rejects(before, breaks)
  const refused = db.asSystem(async (tx) => {
    pass(tx, 4)
    await insert(5).execute(tx)
    throw new Error('refused')
  })
  await assert.rejects(refused, /refused/)
  assert.deepEqual(await kept(), [1, 2, 3])
})

test('a transaction whose work ignores a failure does not commit', async () => {
  const over = db.asSystem(async (tx) => {
    pass(tx, 4)
    await insert(1)
      .execute(tx)
      .catch(() => {})
  })
  await assert.rejects(over, /failed statement/)
  assert.deepEqual(await kept(), [1, 2, 3])
})

test('a first query is sent together with the begin, and a first change waits for it', async () => {
  const order: string[] = []
  let begin = () => {}
  const answer = { command: 'COMMIT', rows: [], rowCount: 0 } as unknown as pg.QueryResult
  const send = (text: string) => {
    order.push(text)
    return text === 'begin'
      ? new Promise<pg.QueryResult>((resolve) => (begin = () => resolve(answer)))
      : Promise.resolve(answer)
  }
  const work = (first: string) => async (tx: Tx) => {
    const asked = sql.raw(first).execute(tx)
    await new Promise((resolve) => setImmediate(resolve))
    order.push('begun')
    begin()
    await asked
  }
  await transaction(send, 'begin', OF, work('select 1'))
  await transaction(send, 'begin', OF, work('update kept set n = 1'))
  assert.deepEqual(order, ['begin', 'select 1', 'begun', 'commit', 'begin', 'begun', 'update kept set n = 1', 'commit'])
})

test('a transaction that could not begin sends no statement', async () => {
  const order: string[] = []
  const send = (text: string) => {
    order.push(text)
    return Promise.reject(new Error(text === 'begin' ? 'canceled' : 'not connected'))
  }
  const failed = transaction(send, 'begin', OF, async (tx: Tx) => {
    pass(tx, 9)
    await insert(10).execute(tx)
  })
  await assert.rejects(failed, /canceled/)
  assert.deepEqual(order, ['begin', 'rollback'])
})

test('consecutive inserts are one statement, and visible to the next statement', async () => {
  const given = (tx: AnyTx, ...rows: number[]) => insertion(tx, `insert into kept values ${places(rows.length)}`, rows)
  const places = (count: number) => Array.from({ length: count }, (_, i) => `($${i + 1})`).join(', ')
  sent.length = 0
  const seen = await db.asSystem(async (tx) => {
    given(tx, 21)
    given(tx, 22, 23)
    given(tx, 24)
    const { rows } = await sql<{ n: number }>`select n from kept where n > 20 order by n`.execute(tx)
    given(tx, 25)
    return rows.map(({ n }) => n)
  })
  assert.deepEqual(seen, [21, 22, 23, 24])
  assert.deepEqual(sent, ['begin; select', '/* insert', 'select n', 'insert into', 'commit'])
  const before = await kept()
  const taken = db.asSystem(async (tx) => {
    given(tx, 26)
    given(tx, 21)
  })
  await assert.rejects(taken, breaks)
  const refused = db.asSystem(async (tx) => {
    given(tx, 26)
    throw new Error('refused')
  })
  await assert.rejects(refused, /refused/)
  assert.deepEqual(await kept(), before)
})

test('a loop inserts all of its rows, with several rows per statement', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => 31 + i)
  sent.length = 0
  await db.asSystem(async (tx) => {
    for (const row of rows) insertion(tx, 'insert into kept values ($1)', [row])
  })
  assert.deepEqual(sent, ['begin; select', '/* insert', '/* insert', '/* insert', 'commit'])
  assert.deepEqual((await kept()).slice(-rows.length), rows)
})

test('nothing is sent on a transaction that has ended', async () => {
  const late = await db.asSystem(async (tx) => tx)
  sent.length = 0
  await assert.rejects(insert(4).execute(late), /after the end/)
  assert.deepEqual(sent, [])
})
