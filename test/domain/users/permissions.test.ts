// Permissions of a role. test/http/office/permissions.test.ts tests the table at every endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, type UserRole } from '../../../src/domain/users/permissions.ts'

test('a role of a later version, unknown here, has no permission', () => {
  assert.deepEqual(permissionsOf('ROLE_TO_COME' as UserRole), [])
})
