// Tests audit rows of accounts: joining, leaving, roles, and account security.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserOut } from '../../../../src/contract/office/users.ts'
import { newSetUpLink } from '../../../../src/app/people/sign-in/set-up.ts'
import { totpCode } from '../../../../src/app/people/sign-in/totp.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import type { SessionListed } from '../../../../src/contract/office/sessions.ts'
import { testClock } from '../../../helpers/clock.ts'
import { PASSWORD, signedIn, visitor } from '../../../helpers/office.ts'
import { startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

const tokenOf = (link: string): string => link.split('/').at(-1) ?? ''

async function owner() {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const userId = office.session?.user.user_uuid ?? ''
  return { shop, office, userId, by: { kind: 'OFFICE', id: userId } as const }
}

test('the user who sets up a business is its first owner', async () => {
  const link = await newSetUpLink(service.app)
  assert.ok(link)
  const guest = visitor(service)
  const answer = await guest.post('/set-up', {
    token: tokenOf(link),
    business_name: 'New business',
    time_zone: 'America/New_York',
    name: 'First',
    email: 'first@office.test',
    password: PASSWORD,
  })
  assert.equal(answer.status, 200, answer.body.message)
  await guest.open()
  const entityId = guest.session?.user.user_uuid ?? ''
  const [business] = await service.app.db.query<{ id: string }>('select business_uuid as id from businesses', [])
  const shop = { businessId: business?.id ?? '' }
  const by = { kind: 'OFFICE', id: entityId } as const
  await expectAuditRow(service, shop, 'business.created', { entityId: shop.businessId, by })
  await expectAuditRow(service, shop, 'user.created', { entityId, by, detail: { role: 'OWNER' } })
})

test('records an invitation and its use, and a password link and its use', async () => {
  const { shop, office, by } = await owner()
  const invited = await office.post<{ link: string }>('/users/invite', { email: 'new@office.test', role: 'VIEWER' })
  await expectAuditRow(service, shop, 'user.invited', { by, detail: { email: 'new@office.test', role: 'VIEWER' } })
  const guest = visitor(service)
  await guest.post('/welcome', { token: tokenOf(invited.body.data.link), name: 'New', password: PASSWORD })
  const users = (await office.get<UserOut[]>('/users')).body.data
  const joined = users.find(({ email }) => email === 'new@office.test')?.user_uuid ?? ''
  await expectAuditRow(service, shop, 'user.joined', { entityId: joined, by: { kind: 'OFFICE', id: joined } })

  const made = await office.post<{ link: string }>(`/users/${joined}/reset-link`)
  await expectAuditRow(service, shop, 'user.reset_link_made', { entityId: joined, by })
  await guest.post('/welcome', { token: tokenOf(made.body.data.link), password: 'another password' })
  await expectAuditRow(service, shop, 'user.password_reset', { entityId: joined, by: { kind: 'OFFICE', id: joined } })
})

test('records a changed role and a removed user with the acting owner, but no rejected change', async () => {
  const { shop, office, userId, by } = await owner()
  const second = (await signedIn(service, shop.businessId, 'DISPATCHER')).session?.user.user_uuid ?? ''
  await expectAuditRow(service, shop, 'user.created', {
    entityId: second,
    by: { kind: 'OPERATOR', id: null },
    detail: { role: 'DISPATCHER' },
  })
  assert.equal((await office.send('PATCH', `/users/${userId}`, { role: 'VIEWER' })).status, 409)
  await expectNoAuditRow(service, shop, 'user.role_changed')
  await office.send('PATCH', `/users/${second}`, { role: 'VIEWER' })
  await expectAuditRow(service, shop, 'user.role_changed', { entityId: second, by, detail: { role: 'VIEWER' } })
  await office.send('DELETE', `/users/${second}`)
  await expectAuditRow(service, shop, 'user.removed', { entityId: second, by })
})

test('records a new password, and setup, recovery codes and removal of a second factor, at the account', async () => {
  const { shop, office, userId, by } = await owner()
  const mine = { entityId: userId, by, detail: null }
  const begun = await office.post<{ secret: string }>('/account/totp/begin')
  const code = () => totpCode(begun.body.data.secret, Math.floor(clock.now().getTime() / 30_000))
  assert.equal((await office.post('/account/totp', { code: code() })).status, 200)
  await expectAuditRow(service, shop, 'user.totp_set', mine)
  const renewed = await office.post('/account/recovery-codes')
  assert.equal(renewed.status, 200, renewed.body.message)
  await expectAuditRow(service, shop, 'user.recovery_codes_made', mine)
  const removed = await office.send('DELETE', '/account/totp')
  assert.equal(removed.status, 200, removed.body.message)
  await expectAuditRow(service, shop, 'user.totp_removed', mine)
  await office.post('/account/password', { current_password: PASSWORD, new_password: 'another password' })
  await expectAuditRow(service, shop, 'user.password_changed', mine)
})

test('records a session ended by its user or an owner with its browser, and the end of all sessions', async () => {
  const { shop, office, userId, by } = await owner()
  const other = await signedIn(service, shop.businessId, 'VIEWER')
  const otherId = other.session?.user.user_uuid ?? ''
  const [session] = (await office.get<SessionListed[]>(`/users/${otherId}/sessions`)).body.data
  await office.send('DELETE', `/users/${otherId}/sessions/${session?.session_uuid}`)
  await expectAuditRow(service, shop, 'user.session_ended', { entityId: otherId, by, detail: { browser: null } })
  await office.post('/sign-out-everywhere')
  await expectAuditRow(service, shop, 'user.signed_out_everywhere', { entityId: userId, by, detail: null })
})
