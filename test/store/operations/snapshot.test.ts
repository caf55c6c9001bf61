import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import {
  copiedTables,
  insertRows,
  rowsOf,
  sequenceValues,
  setSequence,
} from '../../../src/store/operations/snapshot.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const TABLES = `
  create table kinds (
    id bigint generated always as identity primary key, text text, bytes bytea, at timestamptz, exact numeric,
    float double precision, ordered json, json jsonb, list text[], clock time, span interval,
    doubled numeric generated always as (exact * 2) stored);
  create unlogged table forgotten (id int);
  create table schema_migrations (name text)`

describe('a copy of a table', () => {
  let from: pg.Client
  let to: pg.Client
  const drops: (() => Promise<void>)[] = []

  before(async () => {
    const open = async () => {
      const { url, drop } = await emptyDatabase()
      drops.push(drop)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(TABLES)
      return client
    }
    from = await open()
    to = await open()
  })
  after(async () => {
    await Promise.all([from.end(), to.end()])
    for (const drop of drops) await drop()
  })

  it('has every value exactly, and the sequences', async () => {
    await from.query(
      `insert into kinds (text, bytes, at, exact, float, ordered, json, list, clock, span) values
         ($1, '\\x00ff0a0d5c22', '2026-03-08 01:59:59.123456+00', 12345678901234567890.000000001, 0.1,
          $2, '{"n": 1e400, "s": "\\\\"}', '{"a,b","\\"c\\"",null,""}', '24:00', '1 mon -3 days 04:05:06.000007'),
         (null, null, 'infinity', 'NaN', '-Infinity', 'null', 'null', '{}', null, null),
         ('', '', '0044-03-15 00:00:00+00 BC', -0.10, 5e-324, '[]', '""', null, '00:00', '0')`,
      ['line\nbreak \u2028 \r quote " 🚚 é', '{"z": 1,\n "a": 2, "z": 3}'],
    )
    const [kinds, ...others] = await copiedTables(from)
    assert.ok(kinds)
    assert.deepEqual(others, [], 'unlogged tables and the record of migrations are not copied')
    await from.query('begin')
    const lines: string[] = []
    for await (const line of rowsOf(from, kinds)) lines.push(line)
    await from.query('commit')
    assert.ok(lines.every((line) => !line.includes('\n')))
    await insertRows(to, kinds, lines)
    for (const sequence of await sequenceValues(from)) await setSequence(to, sequence)

    const whole = 'select k::text as row from kinds k order by id'
    assert.deepEqual((await to.query(whole)).rows, (await from.query(whole)).rows)
    const next = await to.query<{ id: string }>('insert into kinds default values returning id')
    assert.equal(next.rows[0]?.id, '4')
  })
})
