// Signing in to the office: passwords, throttling, second factor, sessions, other sites, and the first business.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '../../../src/app/setup/create-user.ts'
import { newSetUpLink } from '../../../src/app/sign-in/set-up.ts'
import { totpCode } from '../../../src/app/sign-in/totp.ts'
import type { SessionOut } from '../../../src/contract/office/sign-in.ts'
import { testClock } from '../../helpers/clock.ts'
import { PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const firstBusiness = {
  business_name: 'Test bakery',
  time_zone: 'America/Chicago',
  name: 'Test owner',
  email: 'first@office.test',
  password: PASSWORD,
}

test('the set-up link creates the first business and its owner, once', async () => {
  const old = await newSetUpLink(app)
  const link = await newSetUpLink(app)
  const token = (url: string | null) => url?.split('/').at(-1) ?? ''
  const office = visitor(service)
  const replaced = await office.post('/set-up', { ...firstBusiness, token: token(old) })
  assert.equal(replaced.body.details.code, 'SET_UP_LINK_USED')
  const faulty = await office.post('/set-up', {
    ...firstBusiness,
    token: token(link),
    password: 'short',
    time_zone: 'x',
  })
  assert.deepEqual(faulty.body.details.fields, ['password'])
  const made = await office.post('/set-up', { ...firstBusiness, token: token(link) })
  assert.equal(made.status, 200, made.body.message)
  await office.open()
  assert.equal(office.session?.business.name, 'Test bakery')
  assert.equal(office.session?.user.role, 'OWNER')
  const again = await visitor(service).post('/set-up', { ...firstBusiness, token: token(link) })
  assert.equal(again.status, 410)
  assert.equal(await newSetUpLink(app), null)
})

test('a wrong password and an unknown account are answered alike; the cookie is for this host and unseen by scripts', async () => {
  const { businessId } = await service.business()
  await createUser(app, businessId, { email: 'Ann@Office.test', name: 'Ann', role: 'VIEWER', password: PASSWORD })
  const office = visitor(service)
  const wrong = await office.post('/sign-in', { email: 'ann@office.test', password: 'wrong' })
  const unknown = await office.post('/sign-in', { email: 'nobody@office.test', password: 'wrong' })
  assert.deepEqual([wrong.status, wrong.body], [401, unknown.body])
  const { headers } = await office.post('/sign-in', { email: 'ANN@office.test', password: PASSWORD })
  assert.match(headers.getSetCookie()[0] ?? '', /^roundsman=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
})

test('after five failures an account has to wait, longer each time, also with the right password', async () => {
  const { businessId } = await service.business()
  await createUser(app, businessId, { email: 'slow@office.test', name: 'Slow', role: 'VIEWER', password: PASSWORD })
  const office = visitor(service)
  const attempt = (password: string) => office.post('/sign-in', { email: 'slow@office.test', password })
  for (let i = 0; i < 5; i++) assert.equal((await attempt('wrong')).status, 401)
  const refused = await attempt(PASSWORD)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '2')
  clock.advance(3)
  assert.equal((await attempt('wrong')).status, 401)
  clock.advance(3)
  assert.equal((await attempt(PASSWORD)).headers.get('retry-after'), '1')
  clock.advance(2)
  assert.equal((await attempt(PASSWORD)).status, 200)
  assert.equal((await attempt('wrong')).status, 401, 'signing in clears the count')
})

test('many tries at once do not slip past the count', async () => {
  const { businessId } = await service.business()
  await createUser(app, businessId, { email: 'many@office.test', name: 'Many', role: 'VIEWER', password: PASSWORD })
  const office = visitor(service)
  const tries = Array.from({ length: 12 }, () => office.post('/sign-in', { email: 'many@office.test', password: 'no' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 5)
  clock.advance(3_600)
})

test('a change needs the token and may not come from another site; a viewer may only look', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'VIEWER')
  const bare = await office.send('POST', '/sign-out', undefined, { 'x-csrf-token': 'wrong' })
  assert.equal(bare.status, 403)
  const foreign = await office.send('POST', '/sign-out', undefined, { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  assert.equal((await visitor(service).get('/session')).body.data, null)
  assert.equal((await office.post('/sign-out')).status, 200)
  assert.equal((await office.get('/session')).body.data, null)
})

test('a new password ends the other sessions; signing out everywhere ends all; two weeks idle end one, and 90 days any', async () => {
  const { businessId } = await service.business()
  const here = await signedIn(service, businessId)
  const email = here.session?.user.email ?? ''
  const there = visitor(service)
  await there.post('/sign-in', { email, password: PASSWORD })
  const wrong = await here.post('/account/password', { current_password: 'x', new_password: 'another password' })
  assert.deepEqual(wrong.body.details.fields, ['current_password'])
  await here.post('/account/password', { current_password: PASSWORD, new_password: 'another password' })
  assert.equal((await there.get('/session')).body.data, null)
  assert.ok((await here.get('/session')).body.data)
  await there.post('/sign-in', { email, password: 'another password' })
  assert.equal((await here.post('/sign-out-everywhere')).status, 200)
  assert.equal((await there.get('/session')).body.data, null)
  await there.post('/sign-in', { email, password: 'another password' })
  clock.advance(13 * 86_400)
  assert.ok((await there.get('/session')).body.data)
  clock.advance(13 * 86_400)
  assert.ok((await there.get('/session')).body.data, 'being seen prolongs it')
  clock.advance(15 * 86_400)
  assert.equal((await there.get('/session')).body.data, null)
  await there.post('/sign-in', { email, password: 'another password' })
  for (let days = 0; days < 90; days += 10) {
    assert.ok((await there.get('/session')).body.data)
    clock.advance(10 * 86_400)
  }
  assert.equal((await there.get('/session')).body.data, null, 'seen all the time, it ends after 90 days')
})

test('a new password may not be one of the first that anyone tries', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const refused = await office.post('/account/password', { current_password: PASSWORD, new_password: 'Password2026!' })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.details.fields, ['new_password'])
})

test('a second factor is asked for once it is proved, and a code works once', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const email = office.session?.user.email ?? ''
  const { body } = await office.post<{ secret: string; uri: string }>('/account/totp/begin')
  const { secret } = body.data
  const code = () => totpCode(secret, Math.floor(clock.now().getTime() / 30_000))
  assert.match(body.data.uri, /^otpauth:\/\/totp\/Roundsman/)
  assert.equal((await office.post('/account/totp', { secret, code: '000000' })).status, 400)
  assert.equal((await office.post('/account/totp', { secret, code: code() })).status, 200)
  const other = visitor(service)
  const without = await other.post('/sign-in', { email, password: PASSWORD })
  assert.equal(without.body.details.code, 'CODE_NEEDED')
  assert.equal((await other.post('/sign-in', { email, password: PASSWORD, code: code() })).status, 200)
  const replayed = await other.post('/sign-in', { email, password: PASSWORD, code: code() })
  assert.equal(replayed.body.details.code, 'CODE_WRONG')
  await other.open()
  await other.send('DELETE', '/account/totp', { current_password: PASSWORD })
  assert.equal((await other.get<SessionOut>('/session')).body.data.user.has_totp, false)
})

test('codes are those of RFC 6238', () => {
  // Appendix B: the secret "12345678901234567890", the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  assert.equal(totpCode(secret, Math.floor(59 / 30)), '287082')
  assert.equal(totpCode(secret, Math.floor(1_111_111_109 / 30)), '081804')
  assert.equal(totpCode(secret, Math.floor(20_000_000_000 / 30)), '353130')
})

test('text over its limit is refused before any pattern reads it', async () => {
  // A pattern that backtracks would take minutes over this.
  const { status, body } = await visitor(service).post('/forgot-password', { email: `a@${'.'.repeat(300_000)}@` })
  assert.ok([400, 413].includes(status), body.message)
})
