// Tests permissions of a role. test/http/office/permissions.test.ts tests the table at every endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isForOwners,
  PERMISSION_NAMES,
  permissionsOf,
  USER_ROLES,
  type UserRole,
} from '../../../src/domain/users/permissions.ts'

test('a role of a later version, unknown here, has no permission', () => {
  assert.deepEqual(permissionsOf('ROLE_TO_COME' as UserRole), [])
})

test('an owner has all permissions, and a viewer only those that change nothing', () => {
  assert.deepEqual(permissionsOf('OWNER'), PERMISSION_NAMES)
  assert.ok(permissionsOf('DISPATCHER').includes('dispatchRoutes'))
  assert.ok(!permissionsOf('VIEWER').includes('dispatchRoutes'))
})

test('permissions of no other role are for owners', () => {
  const others = USER_ROLES.filter((role) => role !== 'OWNER').flatMap(permissionsOf)
  for (const permission of PERMISSION_NAMES)
    assert.equal(isForOwners(permission), !others.includes(permission), permission)
})
