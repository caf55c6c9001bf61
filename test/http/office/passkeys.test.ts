// Tests passkeys over real HTTP: a signature is accepted once, only at this site, and only for one purpose and one
// person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PasskeyOut } from '../../../src/contract/office/passkeys.ts'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { passkeyPlace } from '../../../src/app/people/sign-in/passkeys.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type SoftPasskey, softPasskey } from '../../helpers/authenticator.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const ORIGIN = 'https://routes.office.test'
const clock = testClock()
const service = await startService({ replaced: { clock: clock.now, publicUrl: ORIGIN } })

type Options = Parameters<SoftPasskey['get']>[0]
const begun = async (office: Office, path: string): Promise<Options> => {
  const { status, body } = await office.post<{ options: Options }>(`${path}/begin`)
  assert.equal(status, 200, body.message)
  clock.advance(1)
  return body.data.options
}
const add = async (office: Office, passkey = softPasskey(ORIGIN), name = 'Laptop') => {
  const credential = passkey.create(await begun(office, '/account/passkeys'))
  const { status, body } = await office.post<{ recovery_codes: string[] | null }>('/account/passkeys', {
    name,
    credential,
  })
  assert.equal(status, 200, body.message)
  return { passkey, codes: body.data.recovery_codes }
}
const signIn = (office: Office, credential: unknown) => office.post('/sign-in/passkey', { credential })
const outcome = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.details?.code]

const withPasskey = async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const userId = office.session?.user.user_uuid ?? ''
  return { shop, office, userId, email: office.session?.user.email ?? '', ...(await add(office)) }
}

test('a passkey signs in without a name or password, is named and removed, and is in the audit log', async () => {
  const { shop, office, userId, passkey, codes } = await withPasskey()
  assert.equal(codes?.length, 10, 'recovery codes are created for a lost passkey')
  const by = { kind: 'OFFICE' as const, id: userId }
  await expectAuditRow(service, shop, 'user.passkey_added', { entityId: userId, by, detail: { name: 'Laptop' } })
  const guest = visitor(service)
  assert.equal((await signIn(guest, passkey.get(await begun(guest, '/sign-in/passkey')))).status, 200)
  await guest.open()
  assert.equal(guest.session?.user.user_uuid, userId)
  assert.equal(guest.session?.user.has_passkey, true)
  assert.equal((await add(office, softPasskey(ORIGIN), 'Phone')).codes, null, 'the user has a second factor already')
  const { passkeys } = (await office.get<{ passkeys: PasskeyOut[] }>('/account/passkeys')).body.data
  assert.deepEqual(
    passkeys.map(({ name, last_used_at }) => [name, last_used_at !== null]),
    [
      ['Laptop', true],
      ['Phone', false],
    ],
  )
  const [laptop] = passkeys
  const stranger = await signedIn(service, shop.businessId)
  assert.equal((await stranger.send('DELETE', `/account/passkeys/${laptop?.passkey_uuid}`)).status, 404)
  assert.equal((await office.send('DELETE', `/account/passkeys/${laptop?.passkey_uuid}`)).status, 200)
  await expectAuditRow(service, shop, 'user.passkey_removed', { entityId: userId, by, detail: { name: 'Laptop' } })
  const late = await signIn(visitor(service), passkey.get(await begun(guest, '/sign-in/passkey')))
  assert.deepEqual(outcome(late), [401, 'PASSKEY_REFUSED'])
})

test('a signature counts once, soon, here, for signing in, and only with user verification', async () => {
  const { office, passkey, userId } = await withPasskey()
  const guest = visitor(service)
  const options = () => begun(guest, '/sign-in/passkey')
  const before = await options()
  const answer = passkey.get(await options())
  assert.equal((await signIn(guest, answer)).status, 200)
  const refusals: Record<string, unknown> = {
    'the same again': answer,
    'one asked for before it': passkey.get(before),
    'another site': passkey.get(await options(), { origin: 'https://routes.office.test.evil.test' }),
    'another host': passkey.get(await options(), { host: 'evil.test' }),
    'nobody verified': passkey.get(await options(), { verifies: false }),
    'a counter gone back': passkey.get(await options(), { counter: 1 }),
    'another person’s handle': passkey.get(await options(), { userHandle: 'AAAA' }),
    'the making of one': passkey.get(await options(), { type: 'webauthn.create' }),
    'a challenge for confirming': passkey.get(await begun(office, '/account/confirm/passkey')),
    'a challenge of its own': passkey.get({ ...(await options()), challenge: 'AAAA' }),
    'a passkey nobody knows': softPasskey(ORIGIN).get(await options()),
  }
  for (const [what, credential] of Object.entries(refusals))
    assert.deepEqual(outcome(await signIn(visitor(service), credential)), [401, 'PASSKEY_REFUSED'], what)
  const old = await options()
  clock.advance(5 * 60)
  assert.deepEqual(outcome(await signIn(guest, passkey.get(old))), [401, 'PASSKEY_REFUSED'])
  assert.equal((await signIn(guest, passkey.get(await options()))).status, 200)
  await service.app.db.query('delete from users where user_uuid = $1', [userId])
  assert.deepEqual(outcome(await signIn(guest, passkey.get(await options()))), [401, 'PASSKEY_REFUSED'])
})

test('only the permitted owner can use a passkey if single sign-on is the only way in', async () => {
  const { shop, office: owner, passkey: own } = await withPasskey()
  const other = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { passkey } = await add(other)
  const settings = {
    issuer: 'https://provider.test',
    client_id: 'client',
    client_secret: 'secret',
    mail_domains: ['office.test'],
    role_claim: null,
    role_rules: [],
    default_role: 'VIEWER',
    required: true,
    version: 0,
  }
  const { status, body } = await owner.send('PATCH', '/single-sign-on', settings)
  assert.equal(status, 200, body.message)
  const guest = visitor(service)
  const refused = await signIn(guest, passkey.get(await begun(guest, '/sign-in/passkey')))
  assert.deepEqual(outcome(refused), [401, 'COMPANY_SIGN_IN_NEEDED'])
  assert.equal((await guest.get('/session')).body.data, null)
  assert.equal((await signIn(guest, own.get(await begun(guest, '/sign-in/passkey')))).status, 200)
})

test('a challenge creates one passkey, and a user has at most twenty', async () => {
  const { office } = await withPasskey()
  const make = (credential: unknown) => office.post('/account/passkeys', { name: 'More', credential })
  const long = softPasskey(ORIGIN, 1_024).create(await begun(office, '/account/passkeys'))
  assert.deepEqual(outcome(await make(long)), [400, 'PASSKEY_REFUSED'])
  const options = await begun(office, '/account/passkeys')
  assert.equal((await make(softPasskey(ORIGIN).create(options))).status, 200)
  assert.deepEqual(outcome(await make(softPasskey(ORIGIN).create(options))), [400, 'PASSKEY_REFUSED'])
  for (let made = 2; made < 19; made++) await add(office)
  const [first, second] = [await begun(office, '/account/passkeys'), await begun(office, '/account/passkeys')]
  assert.equal((await make(softPasskey(ORIGIN).create(first))).status, 200)
  assert.deepEqual(outcome(await make(softPasskey(ORIGIN).create(second))), [409, 'TOO_MANY_PASSKEYS'])
})

test('passkeys sign in after the clock is set back, and earlier challenges no longer count', async () => {
  const { office, passkey } = await withPasskey()
  // The two visitors have separate networks. After the clock is set back, a network that was used before has no call
  // left.
  const [guest, early] = [visitor(service, '198.51.100.8'), visitor(service, '198.51.100.9')]
  const enter = async () => outcome(await signIn(guest, passkey.get(await begun(guest, '/sign-in/passkey'))))
  assert.deepEqual(await enter(), [200, undefined])
  const ahead = passkey.get(await begun(guest, '/sign-in/passkey'))
  clock.advance(-86_400)
  assert.deepEqual(outcome(await office.post('/account/passkeys/begin')), [403, 'CONFIRM_NEEDED'])
  assert.deepEqual(outcome(await signIn(early, ahead)), [401, 'PASSKEY_REFUSED'])
  clock.advance(60)
  assert.deepEqual(await enter(), [200, undefined])
  clock.advance(86_400)
})

test('two responses to one challenge at the same time sign in once', async () => {
  const { passkey } = await withPasskey()
  const answer = passkey.get(await begun(visitor(service), '/sign-in/passkey'))
  const both = await Promise.all([signIn(visitor(service), answer), signIn(visitor(service), answer)])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 401]))
})

test('a passkey is added by the session that began, once, and confirms only that session', async () => {
  const { shop, office, passkey } = await withPasskey()
  const other = await signedIn(service, shop.businessId)
  const own = softPasskey(ORIGIN)
  const credential = own.create(await begun(office, '/account/passkeys'))
  const elsewhere = await other.post('/account/passkeys', { name: 'X', credential })
  assert.deepEqual(outcome(elsewhere), [400, 'PASSKEY_REFUSED'])
  const foreign = own.create(await begun(office, '/account/passkeys'), { origin: 'https://evil.test' })
  assert.deepEqual(outcome(await office.post('/account/passkeys', { name: 'X', credential: foreign })), [
    400,
    'PASSKEY_REFUSED',
  ])
  const taken = passkey.create(await begun(other, '/account/passkeys'))
  assert.deepEqual(outcome(await other.post('/account/passkeys', { name: 'X', credential: taken })), [
    409,
    'PASSKEY_KNOWN',
  ])
  clock.advance(15 * 60)
  assert.deepEqual(outcome(await office.post('/account/passkeys/begin')), [403, 'CONFIRM_NEEDED'])
  const confirm = (from: Office, answer: unknown) => from.post('/account/confirm/passkey', { credential: answer })
  const answer = passkey.get({ ...(await begun(office, '/account/confirm/passkey')), rpId: 'routes.office.test' })
  assert.deepEqual(outcome(await confirm(other, answer)), [400, 'PASSKEY_REFUSED'])
  assert.equal((await confirm(office, answer)).status, 200)
  assert.deepEqual(outcome(await confirm(office, answer)), [400, 'PASSKEY_REFUSED'])
  assert.equal((await office.post('/account/passkeys/begin')).status, 200)
})

test('a password needs the passkey or a recovery code, and an owner’s reset link removes both', async () => {
  const { shop, office, email, userId, passkey, codes } = await withPasskey()
  const guest = visitor(service)
  assert.deepEqual(outcome(await guest.post('/sign-in', { email, password: PASSWORD })), [401, 'CODE_NEEDED'])
  const wrong = await guest.post('/sign-in', { email, password: PASSWORD, code: '123456' })
  assert.deepEqual(outcome(wrong), [401, 'CODE_WRONG'])
  assert.equal((await guest.post('/sign-in', { email, password: PASSWORD, code: codes?.[0] })).status, 200)
  const second = await signedIn(service, shop.businessId)
  const listed = (await second.get<UserOut[]>('/users')).body.data.find(({ user_uuid }) => user_uuid === userId)
  assert.equal(listed?.has_second_factor, true)
  const { link } = (await second.post<{ link: string }>(`/users/${userId}/reset-link`)).body.data
  await guest.post('/welcome', { token: link.split('/').at(-1), password: 'another password' })
  assert.equal((await office.get('/session')).body.data, null)
  assert.equal((await guest.post('/sign-in', { email, password: 'another password' })).status, 200)
  const answer = passkey.get(await begun(guest, '/sign-in/passkey'))
  assert.deepEqual(outcome(await signIn(guest, answer)), [401, 'PASSKEY_REFUSED'])
})

test('unknown passkeys are limited per network, and passwords from there still work', async () => {
  const guest = visitor(service, '198.51.100.7')
  const credential = softPasskey(ORIGIN).get(await begun(guest, '/sign-in/passkey'))
  const tries = await Promise.all(Array.from({ length: 61 }, () => signIn(guest, credential)))
  assert.deepEqual(
    [tries.filter(({ status }) => status === 401).length, tries.filter(({ status }) => status === 429).length],
    [60, 1],
  )
  assert.equal((await guest.post('/sign-in', { email: 'nobody@office.test', password: 'x' })).status, 401)
})

test('the reason is shown if browsers would refuse passkeys', async (t) => {
  const at = (publicUrl: string) => passkeyPlace({ publicUrl })
  const whyNot = (publicUrl: string): string => {
    const place = at(publicUrl)
    assert.ok(typeof place === 'string', publicUrl)
    return place
  }
  assert.deepEqual(at('https://routes.example.com/'), {
    host: 'routes.example.com',
    origin: 'https://routes.example.com',
  })
  assert.deepEqual(at('http://localhost:8080'), { host: 'localhost', origin: 'http://localhost:8080' })
  assert.match(whyNot('http://routes.example.com'), /need https/)
  assert.match(whyNot('https://192.0.2.7'), /need a host name/)
  assert.match(whyNot('https://[2001:db8::7]'), /need a host name/)
  service.app.publicUrl = 'http://roundsman.test'
  t.after(() => void (service.app.publicUrl = ORIGIN))
  const office = await signedIn(service, (await service.business()).businessId)
  const { body } = await office.get<{ impossible: string | null }>('/account/passkeys')
  assert.match(body.data.impossible ?? '', /need https/)
  for (const path of ['/sign-in/passkey/begin', '/account/passkeys/begin'])
    assert.deepEqual(outcome(await office.post(path)), [409, 'PASSKEYS_IMPOSSIBLE'], path)
})
