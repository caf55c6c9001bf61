// Tests a business that requires a second factor from everyone who signs in with a password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { totpCode } from '../../../src/app/people/sign-in/totp.ts'
import { expectAuditRow, expectNoAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { signedIn } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
type Office = Awaited<ReturnType<typeof signedIn>>

async function addSecondFactor(office: Office): Promise<void> {
  const { secret } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  const { status } = await office.post('/account/totp', {
    code: totpCode(secret, Math.floor(clock.now().getTime() / 30_000)),
  })
  assert.equal(status, 200)
}

const codeOf = ({ status, body }: { status: number; body: { details?: { code?: unknown } } }) => [
  status,
  body.details?.code,
]
const REFUSED = [403, 'SECOND_FACTOR_REQUIRED']

test('a user without the required second factor can only add one, or sign out', async () => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.deepEqual(codeOf(await owner.post('/users/second-factor', { required: true })), [409, 'NO_SECOND_FACTOR'])
  await expectNoAuditRow(service, shop, 'business.second_factor_changed')
  assert.equal((await dispatcher.get('/orders')).status, 200)

  await addSecondFactor(owner)
  assert.equal((await owner.post('/users/second-factor', { required: true })).status, 200)
  const by = { kind: 'OFFICE', id: owner.session?.user.user_uuid ?? '' } as const
  await expectAuditRow(service, shop, 'business.second_factor_changed', { by, detail: { required: true } })
  assert.equal((await owner.get('/orders')).status, 200)
  for (const path of ['/orders', '/users', '/undo-steps', '/changes'])
    assert.deepEqual(codeOf(await dispatcher.get(path)), REFUSED, path)
  assert.deepEqual(codeOf(await dispatcher.post('/zones', {})), REFUSED)

  await dispatcher.open()
  assert.equal(dispatcher.session?.user.must_add_second_factor, true)
  await dispatcher.post('/side', { test: true })
  assert.deepEqual(codeOf(await dispatcher.get('/orders')), REFUSED, 'also on the test side')
  await dispatcher.open()
  await dispatcher.post('/side', { test: false })
  await dispatcher.open()
  await addSecondFactor(dispatcher)
  assert.equal((await dispatcher.get('/orders')).status, 200)
  await dispatcher.open()
  assert.equal(dispatcher.session?.user.must_add_second_factor, false)

  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.deepEqual(codeOf(await viewer.get('/orders')), REFUSED)
  assert.equal((await viewer.post('/sign-out')).status, 200)
  assert.equal((await owner.post('/users/second-factor', { required: false })).status, 200)
  const later = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await later.get('/orders')).status, 200)
})

test('a company is responsible for the second factor of users who sign in with it', async () => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  await addSecondFactor(owner)
  await owner.post('/users/second-factor', { required: true })
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.deepEqual(codeOf(await viewer.get('/orders')), REFUSED)
  const { db } = service.app
  const userId = viewer.session?.user.user_uuid
  await db.query('update sessions set by_company = true where user_uuid = $1', [userId])
  await db.query(
    `insert into single_sign_on (business_uuid, issuer, client, client_secret, mail_domains, role_rules)
     values ($1, 'https://login.example', 'roundsman', '', '{example.com}', '[]')`,
    [shop.businessId],
  )
  await db.query(
    `insert into identities (business_uuid, issuer, subject, user_uuid, linked_at)
     values ($1, 'https://login.example', 'viewer', $2, now())`,
    [shop.businessId, userId],
  )
  assert.equal((await viewer.get('/orders')).status, 200)

  await db.query('delete from single_sign_on where business_uuid = $1', [shop.businessId])
  assert.deepEqual(codeOf(await viewer.get('/orders')), REFUSED)
})

test('the team shows when each person was last seen, and their sessions', async () => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  const viewerId = viewer.session?.user.user_uuid
  const viewerRow = async () =>
    (await owner.get<UserOut[]>('/users')).body.data.find(({ user_uuid }) => user_uuid === viewerId)
  const signedInAt = clock.now().toISOString()
  assert.deepEqual([(await viewerRow())?.last_seen_at, (await viewerRow())?.sessions], [signedInAt, 1])
  await viewer.post('/sign-out')
  assert.deepEqual([(await viewerRow())?.last_seen_at, (await viewerRow())?.sessions], [null, 0])
})
