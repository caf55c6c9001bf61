import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayMakeLink } from '../../../src/domain/users/link-creator.ts'
import { USER_ROLES } from '../../../src/domain/users/permissions.ts'

test('only owners create links, for any depots', () => {
  for (const role of USER_ROLES)
    for (const reach of [null, ['a']]) assert.equal(mayMakeLink({ role, depots: null }, reach), role === 'OWNER', role)
  assert.equal(mayMakeLink({ role: 'OWNER', depots: ['a'] }, null), true, 'owners work for all depots')
})

test('a removed user creates none', () => {
  assert.equal(mayMakeLink(null, ['a']), false)
})
