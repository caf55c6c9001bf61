// What a role may: the table is tried at every endpoint by test/http/office/permissions.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, type UserRole } from '../../../src/domain/users/permissions.ts'

test('a role that is not known here, of a version to come, has no permission', () => {
  assert.deepEqual(permissionsOf('ROLE_TO_COME' as UserRole), [])
})
