// Tests signing in to the office: passwords, throttling, second factor, sessions, cross-site requests, and the first
// business.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '../../../src/app/people/users/create-user.ts'
import { newSetUpLink } from '../../../src/app/people/sign-in/set-up.ts'
import { totpCode } from '../../../src/app/people/sign-in/totp.ts'
import { WORK_LIMITS } from '../../../src/contract/limits.ts'
import type { SessionListed } from '../../../src/contract/office/sessions.ts'
import type { SessionOut } from '../../../src/contract/office/sign-in.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, PASSWORD, PASSWORD_HASH, signedIn, visitor } from '../../helpers/office.ts'
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

test('the setup link creates the first business and its owner, once', async () => {
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

test('a wrong password and an unknown account get the same response, and the cookie is only for this host and hidden from scripts', async () => {
  const { businessId } = await service.business()
  await createUser(app, businessId, { email: 'Ann@Office.test', name: 'Ann', role: 'VIEWER', password: PASSWORD })
  const office = visitor(service)
  const wrong = await office.post('/sign-in', { email: 'ann@office.test', password: 'wrong' })
  const unknown = await office.post('/sign-in', { email: 'nobody@office.test', password: 'wrong' })
  assert.deepEqual([wrong.status, wrong.body], [401, unknown.body])
  const { headers } = await office.post('/sign-in', { email: 'ANN@office.test', password: PASSWORD })
  const [session, browser, ...more] = headers.getSetCookie()
  assert.match(session ?? '', /^roundsman=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
  assert.match(browser ?? '', /^roundsman-browser=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
  assert.deepEqual(more, [])
})

/** Signs in from this address and returns the response. */
const attemptFrom = (address: string, email: string, password: string) =>
  visitor(service, address).post('/sign-in', { email, password })

const newUser = async (email: string): Promise<string> => {
  const { businessId } = await service.business()
  await createUser(app, businessId, { email, name: 'Test', role: 'VIEWER', password: PASSWORD_HASH })
  return email
}

test('an account allows ten failed tries from one network, then one every six minutes, also with the right password', async () => {
  const email = await newUser('slow@office.test')
  const attempt = (password: string) => attemptFrom('198.51.100.1', email, password)
  for (let i = 0; i < 10; i++) assert.equal((await attempt('wrong')).status, 401)
  const refused = await attempt(PASSWORD)
  assert.deepEqual([refused.status, refused.body.details.code], [429, 'RATE_LIMITED'])
  assert.equal(refused.headers.get('retry-after'), '360')
  assert.equal(refused.body.message, 'Too many attempts. Try again in 6 minutes.')
  clock.advance(300)
  assert.equal((await attempt(PASSWORD)).headers.get('retry-after'), '60', 'a refused try does not extend the wait')
  clock.advance(60)
  assert.equal((await attempt(PASSWORD)).status, 200)
  assert.equal((await attempt(PASSWORD)).status, 200, 'a successful sign-in does not count as a try')
})

test('an IPv6 network counts as one, whichever of its addresses is used', async () => {
  const email = await newUser('six@office.test')
  for (let i = 0; i < 10; i++) assert.equal((await attemptFrom(`2001:db8:0:1::${i + 1}`, email, 'wrong')).status, 401)
  assert.equal((await attemptFrom('2001:db8:0:1:ffff::1', email, PASSWORD)).status, 429)
  assert.equal((await attemptFrom('2001:db8:0:2::1', email, PASSWORD)).status, 200)
})

test('a user can sign in by a known browser while others guess from many networks', async () => {
  const email = await newUser('owner@office.test')
  const known = visitor(service, '198.51.100.2')
  assert.equal((await known.post('/sign-in', { email, password: PASSWORD })).status, 200)
  for (let i = 0; i < 50; i++)
    assert.equal((await attemptFrom(`203.0.113.${i}`, email, 'wrong')).status, 401, `guess ${i}`)
  assert.equal((await attemptFrom('203.0.113.200', email, PASSWORD)).status, 429, 'an unknown browser has to wait')
  // A known browser can sign in even after many wrong guesses from its own network.
  for (let i = 0; i < 10; i++) await attemptFrom('198.51.100.2', email, 'wrong')
  await known.post('/sign-out')
  assert.equal((await known.post('/sign-in', { email, password: PASSWORD })).status, 200)
  // A known browser has its own limit of tries.
  for (let i = 0; i < 10; i++) assert.equal((await known.post('/sign-in', { email, password: 'wrong' })).status, 401)
  assert.equal((await known.post('/sign-in', { email, password: PASSWORD })).status, 429)
})

test('the token of a known browser works only for its account, and not after a new password', async () => {
  const [mine, other] = [await newUser('mine@office.test'), await newUser('other@office.test')]
  const browser = visitor(service, '198.51.100.3')
  await browser.post('/sign-in', { email: mine, password: PASSWORD })
  const token = browser.cookie
  for (let i = 0; i < 10; i++) await browser.post('/sign-in', { email: other, password: 'wrong' })
  assert.equal((await browser.post('/sign-in', { email: other, password: PASSWORD })).status, 429)
  await browser.open()
  const changed = await browser.post('/account/password', {
    current_password: PASSWORD,
    new_password: 'another password',
  })
  assert.equal(changed.status, 200)
  for (let i = 0; i < 10; i++) await attemptFrom('198.51.100.3', mine, 'wrong')
  assert.equal((await browser.post('/sign-in', { email: mine, password: 'another password' })).status, 200)
  browser.cookie = token
  assert.equal((await browser.post('/sign-in', { email: mine, password: 'another password' })).status, 429)
})

test('a network’s tries at many accounts have the same limit, and refused tries leave no rows', async () => {
  const address = '198.51.100.4'
  for (let i = 0; i < 30; i++) assert.equal((await attemptFrom(address, `a${i}@office.test`, 'wrong')).status, 401)
  const rows = async () =>
    (
      await app.db.query<{ rows: number; seen: string }>(
        `select count(*)::int as rows, string_agg(b::text, ' ') as seen from rate_buckets b`,
        [],
      )
    )[0]
  const before = await rows()
  for (let i = 30; i < 60; i++) assert.equal((await attemptFrom(address, `a${i}@office.test`, 'wrong')).status, 429)
  const after = await rows()
  assert.equal(after?.rows, before?.rows)
  assert.doesNotMatch(after?.seen ?? '', /office\.test|198\.51/, 'the rows contain neither addresses nor accounts')
})

test('concurrent tries do not exceed the limit, over two processes', async () => {
  const email = await newUser('many@office.test')
  const beside = await startService({ beside: service, replaced: { clock: clock.now } })
  const tries = Array.from({ length: 48 }, (_, i) =>
    visitor(i % 2 ? service : beside, '198.51.100.5').post('/sign-in', { email, password: 'no' }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 38)
  const waits = (await Promise.all(tries)).map(({ headers }) => Number(headers.get('retry-after')))
  assert.ok(Math.max(...waits) <= 360, 'the wait is not longer')
})

test('too many unknown senders are refused without losing a try, but not a known browser or session', async () => {
  const email = await newUser('busy@office.test')
  const browser = visitor(service, '198.51.100.7')
  await browser.post('/sign-in', { email, password: PASSWORD })
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const over = Promise.withResolvers<void>()
  const strangers = Array.from({ length: WORK_LIMITS.passwords.business }, (_, i) =>
    app.workLimiters.passwords.hold({ businessId: 'none', sender: `network ${i}` }, () =>
      Promise.race([over.promise, sleep(500)]),
    ),
  )
  const refused = await attemptFrom('198.51.100.6', email, 'wrong')
  const known = await Promise.all([
    browser.post('/sign-in', { email, password: PASSWORD }),
    office.post('/account/password', { current_password: PASSWORD, new_password: 'another password' }),
  ])
  over.resolve()
  await Promise.all(strangers)
  const { status, body, headers } = refused
  assert.deepEqual([status, body.details.code, headers.get('retry-after')], [503, 'SIGN_INS_BUSY', '3'])
  for (const answer of known) assert.equal(answer.status, 200, answer.body.message)
  for (let i = 0; i < 10; i++) assert.equal((await attemptFrom('198.51.100.6', email, 'wrong')).status, 401)
  assert.equal((await attemptFrom('198.51.100.6', email, 'wrong')).status, 429)
})

test('a change needs the token and the same site, and a viewer may only read', async () => {
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

test('a new password ends the other sessions, signing out everywhere ends all, and a session ends after two idle weeks or 90 days', async () => {
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
  assert.ok((await there.get('/session')).body.data, 'use extends the session')
  clock.advance(15 * 86_400)
  assert.equal((await there.get('/session')).body.data, null)
  await there.post('/sign-in', { email, password: 'another password' })
  for (let days = 0; days < 90; days += 10) {
    assert.ok((await there.get('/session')).body.data)
    clock.advance(10 * 86_400)
  }
  assert.equal((await there.get('/session')).body.data, null, 'a session in use ends after 90 days')
})

test('a common password is refused as a new password', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const refused = await office.post('/account/password', { current_password: PASSWORD, new_password: 'Password2026!' })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.details.fields, ['new_password'])
})

const codeOf = (secret: string, stepsAhead = 0) =>
  totpCode(secret, Math.floor(clock.now().getTime() / 30_000) + stepsAhead)

test('a second factor is required after it is confirmed, and a code works once', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const email = office.session?.user.email ?? ''
  const begun = await office.post<{ secret: string; uri: string }>('/account/totp/begin')
  const { secret, uri } = begun.body.data
  assert.match(uri, /^otpauth:\/\/totp\/Roundsman/)
  assert.deepEqual((await office.post('/account/totp', { code: '000000' })).body.details.fields, ['code'])
  assert.equal((await office.post('/account/totp', { code: codeOf(secret) })).status, 200)
  const other = visitor(service)
  const without = await other.post('/sign-in', { email, password: PASSWORD })
  assert.equal(without.body.details.code, 'CODE_NEEDED')
  const signIn = (code: string) => other.post('/sign-in', { email, password: PASSWORD, code })
  assert.equal((await signIn(codeOf(secret))).body.details.code, 'CODE_WRONG', 'the code was used during setup')
  clock.advance(30)
  assert.equal((await signIn(codeOf(secret))).status, 200)
  assert.equal((await signIn(codeOf(secret))).body.details.code, 'CODE_WRONG')
  await other.open()
  await other.send('DELETE', '/account/totp')
  assert.equal((await other.get<SessionOut>('/session')).body.data.user.has_totp, false)
})

test('a code of the current time signs in once after the clock is set back', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const { secret } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  assert.equal((await office.post('/account/totp', { code: codeOf(secret) })).status, 200)
  clock.advance(30)
  // The last accepted time step is two hours ahead (240 steps of 30 s), as after the clock was set back.
  await service.app.db.query(
    'update users set totp_last_step = totp_last_step + 240 where business_uuid = $1 and totp_secret is not null',
    [businessId],
  )
  const code = codeOf(secret)
  assert.equal((await confirm(office, code)).status, 200)
  assert.equal((await confirm(office, code)).body.details.code, 'CODE_WRONG')
})

test('the secret of a second factor must come from this server, in this session, recently', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const email = office.session?.user.email ?? ''
  const chosen = 'A'.repeat(32)
  const sent = await office.post('/account/totp', { secret: chosen, code: codeOf(chosen) })
  assert.deepEqual(sent.body.details.fields, ['secret'], 'a secret from elsewhere is refused')
  const none = await office.post('/account/totp', { code: codeOf(chosen) })
  assert.equal(none.body.details.code, 'TOTP_SETUP_EXPIRED')

  const { secret } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  const [kept] = await app.db.query<{ pending: Buffer }>(
    'select pending_totp as pending from sessions where pending_totp is not null',
    [],
  )
  assert.doesNotMatch(kept?.pending.toString('latin1') ?? '', new RegExp(secret), 'stored encrypted')
  const elsewhere = visitor(service)
  await elsewhere.post('/sign-in', { email, password: PASSWORD })
  await elsewhere.open()
  const foreign = await elsewhere.post('/account/totp', { code: codeOf(secret) })
  assert.equal(foreign.body.details.code, 'TOTP_SETUP_EXPIRED')
  clock.advance(15 * 60)
  assert.equal((await office.post('/account/totp', { code: codeOf(secret) })).body.details.code, 'TOTP_SETUP_EXPIRED')
})

/** Confirms the user's identity, a quarter of an hour after the last time. */
const confirm = (office: Office, code?: string, password = PASSWORD) =>
  office.post('/account/confirm', { current_password: password, ...(code && { code }) })

test('an action that could take the business over is confirmed a quarter of an hour after signing in, in this session', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const { user_uuid: own = '', email = '' } = office.session?.user ?? {}
  const { version } = (await office.get('/settings')).body.data as { version: number }
  const nowhere = app.newId()
  const guarded: [string, string, object?][] = [
    ['POST', '/account/totp/begin'],
    ['POST', '/account/recovery-codes'],
    ['DELETE', '/account/totp'],
    ['POST', '/keys', { name: 'Shop' }],
    ['PATCH', `/keys/${nowhere}`, { name: 'Shop' }],
    ['POST', `/keys/${nowhere}/roll-over`, { overlap_hours: 0 }],
    ['POST', `/keys/${nowhere}/revoke`],
    ['POST', '/users/invite', { email: 'new@office.test', role: 'VIEWER' }],
    ['PATCH', `/users/${own}`, { role: 'VIEWER' }],
    ['DELETE', `/users/${own}`],
    ['POST', `/users/${own}/reset-link`],
    ['PATCH', '/settings', { version, keep_photos_days: 90 }],
  ]
  const codesOf = async (from: Office) => {
    const answers = []
    for (const [method, path, body] of guarded) answers.push(await from.send(method, path, body))
    return answers.filter(({ body }) => body.details?.code === 'CONFIRM_NEEDED').map(({ status }) => status)
  }
  clock.advance(15 * 60)
  assert.deepEqual(
    await codesOf(office),
    guarded.map(() => 403),
  )
  assert.equal((await office.send('PATCH', '/settings', { version, name: 'Bakery' })).status, 200, 'not guarded')
  // A wrong password does not confirm, and a confirmation does not apply to another session of the same user.
  assert.equal((await confirm(office, undefined, 'wrong')).body.details.code, 'PASSWORD_WRONG')
  const elsewhere = visitor(service)
  await elsewhere.post('/sign-in', { email, password: PASSWORD })
  assert.equal((await office.post('/keys', { name: 'Shop' })).status, 403)
  assert.equal((await confirm(office)).status, 200)
  assert.deepEqual(await codesOf(office), [])
  clock.advance(15 * 60)
  assert.equal((await office.post('/keys', { name: 'Shop' })).body.details.code, 'CONFIRM_NEEDED')
})

test('with a second factor, confirming takes one of its codes, and each code works once', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const { secret } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  const made = await office.post<{ recovery_codes: string[] }>('/account/totp', { code: codeOf(secret) })
  const [recovery] = made.body.data.recovery_codes
  const password = { current_password: PASSWORD, new_password: 'another password' }
  for (const [path, body] of [
    ['/account/confirm', { current_password: PASSWORD }],
    ['/account/password', password],
  ] as const) {
    const bare = await office.post(path, body)
    assert.deepEqual([bare.status, bare.body.details.code], [400, 'CODE_NEEDED'], path)
    const used = await office.post(path, { ...body, code: codeOf(secret) })
    assert.equal(used.body.details.code, 'CODE_WRONG', path)
  }
  clock.advance(2 * 3_600)
  assert.equal((await confirm(office, codeOf(secret))).status, 200)
  const { secret: next } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  assert.notEqual(next, secret)
  clock.advance(30)
  const early = await confirm(office, codeOf(next))
  assert.equal(early.body.details.code, 'CODE_WRONG', 'the old factor stays until the new one is confirmed')
  assert.equal((await office.post('/account/totp', { code: codeOf(next) })).status, 200)
  clock.advance(30)
  assert.equal((await confirm(office, recovery)).body.details.code, 'CODE_WRONG', 'its recovery codes ended, too')
  assert.equal((await confirm(office, codeOf(next))).status, 200)
})

test('confirming the password is limited per account, even for concurrent tries', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const tries = await Promise.all(Array.from({ length: 20 }, () => confirm(office, undefined, 'wrong')))
  assert.equal(tries.filter(({ status }) => status === 400).length, 10)
  assert.equal(tries.filter(({ status }) => status === 429).length, 10)
  const refused = await confirm(office)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '360'])
  clock.advance(360)
  for (let i = 0; i < 3; i++) assert.equal((await confirm(office)).status, 200, 'a right password does not count')
})

test('a user sees and ends their own sessions, an owner those of the team, and nobody those of other businesses', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'VIEWER')
  const { user_uuid: own = '', email = '' } = office.session?.user ?? {}
  const there = visitor(service)
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  clock.advance(60)
  await there.send('POST', '/sign-in', { email, password: PASSWORD }, { 'user-agent': firefox })
  const listed = async (from: Office, path = '/account/sessions') =>
    (await from.get<SessionListed[]>(path)).body.data.map(({ browser, current }) => [browser, current])
  assert.deepEqual(await listed(office), [
    ['Firefox, Windows', false],
    [null, true],
  ])
  const owner = await signedIn(service, businessId)
  const stranger = await signedIn(service, (await service.business()).businessId)
  const ofUser = `/users/${own}/sessions`
  assert.equal((await office.get(ofUser)).status, 403)
  assert.equal((await stranger.get(ofUser)).status, 404)
  assert.deepEqual(await listed(owner, ofUser), [
    ['Firefox, Windows', false],
    [null, false],
  ])
  const id = (await owner.get<SessionListed[]>(ofUser)).body.data[0]?.session_uuid
  assert.equal((await stranger.send('DELETE', `${ofUser}/${id}`)).status, 404)
  assert.equal((await owner.send('DELETE', `/account/sessions/${id}`)).status, 404, 'not the owner’s own')
  assert.ok((await there.get('/session')).body.data)
  assert.equal((await owner.send('DELETE', `${ofUser}/${id}`)).status, 200)
  assert.equal((await there.get('/session')).body.data, null)
  assert.deepEqual(await listed(office), [[null, true]])
})

test('codes are those of RFC 6238', () => {
  // Test vectors of RFC 6238, appendix B: the secret "12345678901234567890", and the last six digits of its eight-digit
  // codes.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  assert.equal(totpCode(secret, Math.floor(59 / 30)), '287082')
  assert.equal(totpCode(secret, Math.floor(1_111_111_109 / 30)), '081804')
  assert.equal(totpCode(secret, Math.floor(20_000_000_000 / 30)), '353130')
})

test('text above its limit is refused before any pattern reads it', async () => {
  // A backtracking pattern would take minutes for this text.
  const { status, body } = await visitor(service).post('/forgot-password', { email: `a@${'.'.repeat(300_000)}@` })
  assert.ok([400, 413].includes(status), body.message)
})

test('each person’s language is stored with the account, and every session gets the business’s', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'VIEWER')
  const other = await signedIn(service, businessId, 'OWNER')
  assert.deepEqual([office.session?.user.language, office.session?.business.office_language], [null, null])
  assert.equal((await office.post('/account/language', { language: 'es' })).status, 200)
  const { version } = (await other.get('/settings')).body.data as { version: number }
  assert.equal((await other.send('PATCH', '/settings', { version, office_language: 'es' })).status, 200)
  await Promise.all([office.open(), other.open()])
  assert.deepEqual([office.session?.user.language, office.session?.business.office_language], ['es', 'es'])
  assert.deepEqual([other.session?.user.language, other.session?.business.office_language], [null, 'es'])
  const { status, body } = await office.post('/account/language', { language: 'fr' })
  assert.deepEqual([status, body.details.fields], [400, ['language']])
  assert.equal((await office.post('/account/language', { language: null })).status, 200)
  await office.open()
  assert.equal(office.session?.user.language, null)
})
