// Links that grant access end when their creator loses the right to create them. Access that an owner set up is kept or
// revoked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyOut, ListedEndpointOut } from '../../../src/contract/office/integrations.ts'
import type { SessionListed } from '../../../src/contract/office/sessions.ts'
import type { SingleSignOnOut } from '../../../src/contract/office/single-sign-on.ts'
import type { MadeAccessOut, PendingLinkOut, UserOut } from '../../../src/contract/office/users.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

/** Two owners. */
async function owners() {
  const shop = await service.business()
  const [rogue, office] = [await signedIn(service, shop.businessId), await signedIn(service, shop.businessId)]
  const idOf = ({ session }: Office): string => session?.user.user_uuid ?? ''
  return { shop, rogue, office, rogueId: idOf(rogue), officeId: idOf(office) }
}

let people = 0
const address = (): string => `guest-${++people}@office.test`

const tokenIn = (link: string): string => link.split('/').at(-1) ?? ''

async function invite(office: Office, email = address(), role = 'OWNER'): Promise<string> {
  const { status, body } = await office.post<{ link: string }>('/users/invite', { email, role })
  assert.equal(status, 200, body.message)
  return tokenIn(body.data.link)
}

/** The status and code of the response to the link. */
async function use(token: string): Promise<[number, unknown]> {
  const { status, body } = await visitor(service).post('/welcome', { token, name: 'Guest', password: PASSWORD })
  return [status, body.details?.code]
}

const OVER: [number, unknown] = [410, 'USER_LINK_OVER']
const WORKS: [number, unknown] = [200, undefined]

const pending = async (office: Office): Promise<PendingLinkOut[]> =>
  (await office.get<PendingLinkOut[]>('/users/links')).body.data

test('a removed owner can’t return by an invitation or a password link', async () => {
  const { shop, rogue, office, rogueId, officeId } = await owners()
  const email = address()
  const invitation = await invite(rogue, email)
  const reset = await rogue.post<{ link: string }>(`/users/${officeId}/reset-link`)
  assert.equal((await pending(office)).length, 2)
  assert.equal((await office.send('DELETE', `/users/${rogueId}`)).status, 200)
  assert.deepEqual(await use(invitation), OVER)
  assert.deepEqual(await use(tokenIn(reset.body.data.link)), OVER)
  assert.equal((await visitor(service).post('/welcome/read', { token: invitation })).body.data, null)
  assert.deepEqual(await pending(office), [])
  await expectAuditRow(service, shop, 'user.link_ended', { times: 2 })
  await expectAuditRow(service, shop, 'user.link_ended', {
    entityId: officeId,
    by: { kind: 'OFFICE', id: officeId },
    detail: { email: office.session?.user.email, why: 'its creator was removed' },
  })
})

test('an owner with another role can’t return to the old role by an invitation', async () => {
  const { shop, rogue, office, rogueId } = await owners()
  const invitation = await invite(rogue)
  assert.equal((await office.send('PATCH', `/users/${rogueId}`, { role: 'DISPATCHER' })).status, 200)
  assert.deepEqual(await use(invitation), OVER)
  assert.equal((await office.send('PATCH', `/users/${rogueId}`, { role: 'OWNER' })).status, 200)
  assert.deepEqual(await use(invitation), OVER, 'the invitation ended')
  const row = await expectAuditRow(service, shop, 'user.link_ended')
  assert.equal(row.detail?.why, 'its creator may no longer make it')
})

test('links end if another owner ends a session of their creator, or the creator signs out everywhere', async () => {
  const { rogue, office, rogueId } = await owners()
  const first = await invite(rogue)
  const [session] = (await office.get<SessionListed[]>(`/users/${rogueId}/sessions`)).body.data
  await office.send('DELETE', `/users/${rogueId}/sessions/${session?.session_uuid}`)
  assert.deepEqual(await use(first), OVER)
  const second = await invite(office)
  assert.equal((await office.post('/sign-out-everywhere')).status, 200)
  assert.deepEqual(await use(second), OVER)
})

test('links end if an owner makes their creator choose a new password', async () => {
  const { rogue, office, rogueId } = await owners()
  const invitation = await invite(rogue)
  const { body } = await office.post<{ link: string }>(`/users/${rogueId}/reset-link`)
  assert.deepEqual(await use(tokenIn(body.data.link)), WORKS)
  assert.deepEqual(await use(invitation), OVER)
})

test('a link is refused if its creator may not create it, however it is stored', async () => {
  const { shop, rogue, rogueId } = await owners()
  const invitation = await invite(rogue)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('users').set({ role: 'VIEWER' }).where('userId', '=', rogueId).execute(),
  )
  assert.deepEqual(await use(invitation), OVER)
})

test('a removal and a concurrent use of a link see each other', async () => {
  for (let round = 0; round < 6; round++) {
    const { rogue, office, rogueId } = await owners()
    const email = address()
    const invitation = await invite(rogue, email)
    const [used, removed] = await Promise.all([use(invitation), office.send('DELETE', `/users/${rogueId}`)])
    assert.equal(removed.status, 200, removed.body.message)
    const users = (await office.get<UserOut[]>('/users')).body.data
    const joined = users.some((user) => user.email === email)
    assert.deepEqual(used, joined ? WORKS : OVER)
    assert.deepEqual(await pending(office), [])
  }
})

test('a new invitation replaces the earlier one for the address, in any letter case', async () => {
  const { shop, rogue, office } = await owners()
  const first = await invite(rogue, 'Same.Person@office.test')
  const second = await invite(office, 'same.person@office.test', 'VIEWER')
  assert.deepEqual(await use(first), OVER)
  assert.deepEqual(
    (await pending(office)).map(({ role, made_by }) => [role, made_by]),
    [['VIEWER', 'Test owner']],
  )
  assert.equal((await expectAuditRow(service, shop, 'user.link_ended')).detail?.why, 'replaced by a new one')
  assert.deepEqual(await use(second), WORKS)
  const both = ['both@office.test', 'both@office.test']
  await Promise.all(both.map((email) => invite(office, email)))
  assert.equal((await pending(office)).length, 1)
})

test('only owners of the business list and withdraw its pending links', async () => {
  const { shop, office } = await owners()
  const { office: stranger } = await owners()
  const email = address()
  const token = await invite(office, email, 'DISPATCHER')
  const [link] = await pending(office)
  assert.deepEqual(
    { ...link, link_uuid: '', made_at: '', expires_at: '' },
    {
      link_uuid: '',
      kind: 'INVITATION',
      email,
      role: 'DISPATCHER',
      depot_uuids: null,
      made_by: 'Test owner',
      by_mail: false,
      made_at: '',
      expires_at: '',
    },
  )
  const path = `/users/links/${link?.link_uuid}`
  assert.deepEqual(await pending(stranger), [])
  assert.equal((await stranger.send('DELETE', path)).status, 404)
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.equal((await dispatcher.get('/users/links')).status, 403)
  assert.equal((await dispatcher.send('DELETE', path)).status, 403)
  assert.equal((await office.send('DELETE', path)).status, 200)
  assert.equal((await office.send('DELETE', path)).status, 404)
  assert.deepEqual(await use(token), OVER)
  await expectAuditRow(service, shop, 'user.link_ended', {
    entityId: link?.link_uuid,
    by: { kind: 'OFFICE', id: office.session?.user.user_uuid },
    detail: { email, role: 'DISPATCHER', why: 'withdrawn' },
  })
})

const keyList = async (office: Office): Promise<KeyOut[]> => (await office.get<KeyOut[]>('/keys')).body.data
const endpointList = async (office: Office): Promise<ListedEndpointOut[]> =>
  (await office.get<ListedEndpointOut[]>('/webhooks/subscriptions')).body.data

/** Creates a key, an endpoint in the office, an endpoint by the key, and single sign-on. */
async function setUp(office: Office): Promise<(url: string) => Promise<number>> {
  const { body } = await office.post<{ api_key: string }>('/keys', { name: 'Shop' })
  const authorization = `Bearer ${body.data.api_key}`
  await office.post('/webhooks/subscriptions', { url: 'http://127.0.0.1:9999/office' })
  const made = await fetch(`${service.url}/api/v1/webhooks/subscriptions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': service.app.newId() },
    body: JSON.stringify({ url: 'http://127.0.0.1:9999/key' }),
  })
  assert.equal(made.status, 201)
  const settings = {
    issuer: 'http://127.0.0.1:9998',
    client_id: 'roundsman',
    client_secret: 'secret',
    mail_domains: ['rogue.test'],
    role_claim: null,
    role_rules: [],
    default_role: 'OWNER',
    required: false,
    version: 0,
  }
  const saved = await office.send('PATCH', '/single-sign-on', settings)
  assert.equal(saved.status, 200, saved.body.message)
  return async (path) => (await fetch(`${service.url}/api/v1${path}`, { headers: { authorization } })).status
}

test('access that an owner set up is listed before the owner is removed, and revoked on request', async () => {
  const { shop, rogue, office, rogueId, officeId } = await owners()
  const call = await setUp(rogue)
  const asked = await office.send('DELETE', `/users/${rogueId}`)
  assert.deepEqual([asked.status, asked.body.details.code], [409, 'MADE_ACCESS'])
  const { keys, endpoints, single_sign_on } = asked.body.details.made as MadeAccessOut
  assert.deepEqual([keys.map(({ name }) => name), endpoints.length, single_sign_on], [['Shop'], 2, true])
  assert.equal(await call('/orders'), 200)
  assert.equal((await rogue.get('/users')).status, 200, 'nothing has changed')
  assert.equal((await office.send('DELETE', `/users/${rogueId}?made=REVOKE`)).status, 200)
  assert.equal(await call('/orders'), 401)
  assert.deepEqual(await endpointList(office), [])
  assert.equal((await office.get<SingleSignOnOut>('/single-sign-on')).body.data.settings, null)
  const by = { kind: 'OFFICE' as const, id: officeId }
  await expectAuditRow(service, shop, 'key.revoked', { entityId: keys[0]?.key_uuid, by })
  await expectAuditRow(service, shop, 'webhook_endpoint.deleted', { by, times: 2 })
  await expectAuditRow(service, shop, 'single_sign_on.removed', { by })
})

test('the deciding owner becomes responsible for kept access, including when they leave later', async () => {
  const { shop, rogue, office, rogueId, officeId } = await owners()
  const call = await setUp(rogue)
  const demote = (made?: string) => office.send('PATCH', `/users/${rogueId}`, { role: 'VIEWER', ...(made && { made }) })
  assert.equal((await demote()).body.details.code, 'MADE_ACCESS')
  assert.equal((await demote('KEEP')).status, 200)
  assert.equal(await call('/orders'), 200)
  const owned = { name: 'Test owner', left: false }
  const shopKey = (await keyList(office)).find(({ name }) => name === 'Shop')
  assert.deepEqual(shopKey?.made_by, owned)
  assert.deepEqual(
    (await endpointList(office)).map(({ made_by }) => made_by),
    [owned, owned],
  )
  const by = { kind: 'OFFICE' as const, id: officeId }
  await expectAuditRow(service, shop, 'key.kept', { entityId: shopKey?.key_uuid, by })
  await expectAuditRow(service, shop, 'webhook_endpoint.kept', { by, times: 2 })
  await expectAuditRow(service, shop, 'single_sign_on.kept', { by })
  const third = await signedIn(service, shop.businessId)
  assert.equal((await third.send('DELETE', `/users/${officeId}`)).body.details.code, 'MADE_ACCESS')
})

test('an owner’s access on the test side is part of the list and the decision', async () => {
  const { rogue, office, rogueId } = await owners()
  await office.post('/side', { test: true })
  const toTest = await rogue.post('/side', { test: true })
  assert.equal(toTest.status, 200, toTest.body.message)
  await Promise.all([office.open(), rogue.open()])
  const { body } = await rogue.post<{ api_key: string }>('/keys', { name: 'Trial' })
  const call = async () =>
    (await fetch(`${service.url}/api/v1/orders`, { headers: { authorization: `Bearer ${body.data.api_key}` } })).status
  assert.equal((await rogue.post('/webhooks/subscriptions', { url: 'http://127.0.0.1:9999/trial' })).status, 200)
  const asked = await office.send('DELETE', `/users/${rogueId}`)
  assert.deepEqual([asked.status, asked.body.details?.code], [409, 'MADE_ACCESS'])
  const { keys, endpoints, single_sign_on } = asked.body.details.made as MadeAccessOut
  assert.deepEqual([keys.map(({ name }) => name), endpoints.length, single_sign_on], [['Trial'], 1, false])
  assert.equal(await call(), 200)
  const demote = (role: string, made?: string) =>
    office.send('PATCH', `/users/${rogueId}`, { role, ...(made && { made }) })
  assert.equal((await demote('OWNER', 'REVOKE')).status, 200)
  assert.equal(await call(), 200, 'an owner who remains keeps their access')
  assert.equal((await demote('VIEWER', 'KEEP')).status, 200)
  assert.equal(await call(), 200)
  assert.deepEqual((await keyList(office)).find(({ name }) => name === 'Trial')?.made_by, {
    name: 'Test owner',
    left: false,
  })
})

test('a removed owner’s access on the test side is revoked there', async () => {
  const { rogue, office, rogueId } = await owners()
  for (const owner of [office, rogue]) {
    assert.equal((await owner.post('/side', { test: true })).status, 200)
    await owner.open()
  }
  const { body } = await rogue.post<{ api_key: string }>('/keys', { name: 'Trial' })
  const call = async () =>
    (await fetch(`${service.url}/api/v1/orders`, { headers: { authorization: `Bearer ${body.data.api_key}` } })).status
  await rogue.post('/webhooks/subscriptions', { url: 'http://127.0.0.1:9999/trial' })
  assert.equal(await call(), 200)
  assert.equal((await office.send('DELETE', `/users/${rogueId}?made=REVOKE`)).status, 200)
  assert.equal(await call(), 401)
  assert.deepEqual(await endpointList(office), [])
})

test('keys and endpoints of a former owner stay marked until an owner keeps or revokes them', async () => {
  const { shop, rogue, office, rogueId } = await owners()
  await setUp(rogue)
  // Changes the role as a claim of the provider does. No owner decides about the keys and endpoints at that moment.
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('users').set({ role: 'VIEWER' }).where('userId', '=', rogueId).execute(),
  )
  const left = { name: 'Test owner', left: true }
  const shopKey = (await keyList(office)).find(({ name }) => name === 'Shop')
  const [endpoint] = await endpointList(office)
  assert.deepEqual([shopKey?.made_by, endpoint?.made_by], [left, left])
  const signOn = (await office.get<SingleSignOnOut>('/single-sign-on')).body.data
  assert.deepEqual(signOn.settings?.made_by, left)
  assert.equal((await office.post(`/keys/${shopKey?.key_uuid}/keep`)).status, 200)
  assert.equal((await office.post(`/webhooks/subscriptions/${endpoint?.endpoint_uuid}/keep`)).status, 200)
  assert.equal((await keyList(office)).find(({ name }) => name === 'Shop')?.made_by?.left, false)
  assert.equal((await endpointList(office))[0]?.made_by?.left, false)
  await expectAuditRow(service, shop, 'key.kept', { entityId: shopKey?.key_uuid })
  await expectAuditRow(service, shop, 'webhook_endpoint.kept', { entityId: endpoint?.endpoint_uuid })
})
