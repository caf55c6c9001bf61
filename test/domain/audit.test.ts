// Tests the changes of a record that an audit row contains. Also checks that a test covers each audit action.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AUDIT_ACTIONS, type AuditEntry, changesBetween } from '../../src/domain/audit.ts'

test('an action with the wrong kind of record does not compile', () => {
  // @ts-expect-error: the order of stops is the route's
  const wrong: AuditEntry = { action: 'route.reordered', entity: 'order', entityId: '' }
  const refused: AuditEntry = { action: 'driver.tap_refused', entity: 'order', entityId: '' }
  assert.ok(wrong && refused)
})

test('changes are the fields that differ, with long values shortened', () => {
  const before = { name: 'Van', capacity: null, classes: ['DRY'], notes: 'x'.repeat(300) }
  const after = { name: 'Van 2', capacity: null, classes: ['DRY', 'FROZEN'], notes: undefined, active: true }
  assert.deepEqual(changesBetween(before, after), {
    name: ['Van', 'Van 2'],
    classes: ['["DRY"]', '["DRY","FROZEN"]'],
    active: [null, true],
  })
  const [cut] = changesBetween(before, { notes: null }).notes ?? []
  assert.equal(String(cut).length, 201)
})

test('every action is asserted by expectAuditRow in a test', () => {
  const tests = globSync('test/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  const asserted = tests.flatMap((text) =>
    [...text.matchAll(/expectAuditRow\(\s*[^']*?[`']([^`']+)[`']/g)].map(([, action = '']) => action),
  )
  const matches = (action: string) =>
    asserted.some((found) => new RegExp(`^${found.replaceAll('.', '\\.').replace('${kind}', '[a-z_]+')}$`).test(action))
  const unasserted = Object.values(AUDIT_ACTIONS)
    .flatMap((actions) => Object.keys(actions))
    .filter((action) => !matches(action))
  assert.deepEqual(unasserted, [])
})
