// Statements name the business of their transaction, and a missing value is an error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Tx } from '../../src/store/database.ts'
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../../src/store/own.ts'

const tx = Object.assign(
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  { businessId: 'b1', depots: null },
) as unknown as Tx

test('each statement names the business in addition to the given values', () => {
  const { sql, parameters } = selectOwn(tx, 'routes', { routeId: 'r1' }).select('name').compile()
  assert.equal(sql, 'select "name" from "routes" where ("businessId" = $1 and "routeId" = $2)')
  assert.deepEqual(parameters, ['b1', 'r1'])
  const changed = updateOwn(tx, 'routes').set({ name: 'North' }).compile()
  assert.deepEqual(
    [changed.sql, changed.parameters],
    ['update "routes" set "name" = $1 where "businessId" = $2', ['North', 'b1']],
  )
  assert.deepEqual(deleteOwn(tx, 'routes', { routeId: 'r1' }).compile().parameters, ['b1', 'r1'])
  const added = insertOwn(tx, 'removedUsers', { emailHash: Buffer.of(1), removedAt: new Date(0) }).compile()
  assert.deepEqual(added.parameters, [Buffer.of(1), new Date(0), 'b1'])
})

test('a missing value is an error, not a statement on all rows', () => {
  const missing: { routeId?: string } = {}
  assert.throws(() => deleteOwn(tx, 'routes', { routeId: missing.routeId }), /no value for routeId/)
})
