// Everything the audit log can hold has its words.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AUDIT_ACTIONS, actionInWords, changesBetween } from '../../src/domain/audit.ts'

test('every action of the source has words, and no other has', () => {
  const used = new Set<string>()
  for (const file of globSync('src/app/**/*.ts'))
    for (const [, action = ''] of readFileSync(file, 'utf8').matchAll(/'([a-z_]+\.[a-z_-]+)'/g)) used.add(action)
  const known = new Set(Object.values(AUDIT_ACTIONS).flatMap((actions) => Object.keys(actions)))
  assert.deepEqual([...known.difference(used)], [], 'words for what is never written')
  const written = [...globSync('src/app/**/*.ts')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\baction(?::|,)?[^\n]*?'([a-z_]+\.[a-z_-]+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  assert.ok(written.length > 30)
  assert.deepEqual(
    [...new Set(written)].filter((action) => !known.has(action)),
    [],
    'to be added to domain/audit.ts',
  )
  assert.equal(actionInWords('order.updated'), 'changed the delivery')
})

test('changes are the fields that differ, long values cut', () => {
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

test('every action is asserted somewhere by expectAuditRow', () => {
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
