// Tests signing in through a company's provider, a real one on loopback: successful sign-ins, and every kind of
// refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOpenId } from '../../../src/adapters/openid.ts'
import { newTotpSecret } from '../../../src/app/people/sign-in/totp.ts'
import { setTotp } from '../../../src/store/users/users.ts'
import type { UserOut } from '../../../src/contract/office/users.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, PASSWORD, signedIn, visitor, withSetCookies } from '../../helpers/office.ts'
import { CLIENT, startProvider, strangeKey } from '../../helpers/openid-provider.ts'
import { type Client, startService } from '../../helpers/service.ts'

const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
service.app.publicUrl = service.url
const callback = `${service.url}/sign-in/company/callback`
const provider = await startProvider([callback])

let companies = 0
/** A business with single sign-on through the provider, and its own mail domain. */
async function company(settings: Record<string, unknown> = {}) {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId)
  const domain = `company-${++companies}.test`
  const body = {
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    mail_domains: [domain],
    role_claim: 'groups',
    role_rules: [
      { value: 'dispatch', role: 'DISPATCHER' },
      { value: 'heads', role: 'OWNER' },
    ],
    default_role: null,
    required: false,
    version: 0,
    ...settings,
  }
  const { status, body: answer } = await owner.send('PATCH', '/single-sign-on', body)
  assert.equal(status, 200, answer.message)
  let version = 1
  const change = async (changes: Record<string, unknown>) => {
    const changed = { ...body, client_secret: null, version, ...changes }
    const answered = await owner.send('PATCH', '/single-sign-on', changed)
    if (answered.status === 200) version++
    return answered
  }
  return { shop, owner, domain, change }
}

let people = 0
/** Adds a person to the provider. Returns the subject and the mail address. */
function person(domain: string, claims: Record<string, unknown> = {}): { sub: string; email: string } {
  const sub = `person-${++people}`
  const email = `${sub}@${domain}`
  provider.people.set(sub, { email, email_verified: true, name: `Test ${sub}`, groups: ['dispatch'], ...claims })
  return { sub, email }
}

/** Follows an address of the service like a browser. Returns the target of the redirect. */
async function go(office: Office, path: string, address = '127.0.0.1'): Promise<string> {
  const headers = { cookie: office.cookie, 'x-forwarded-for': address }
  const response = await fetch(new URL(path, service.url), { redirect: 'manual', headers })
  office.cookie = withSetCookies(office.cookie, response.headers.getSetCookie())
  assert.ok(response.status === 302 || response.status === 303, `${path} answered ${response.status}`)
  return response.headers.get('location') ?? ''
}
const start = (shop: Client) => `/sign-in/company/${shop.businessId}`
/** A complete sign-in. Returns the last address of the browser. */
async function enter(shop: Client, sub: string, office = visitor(service)): Promise<{ office: Office; end: string }> {
  const end = await go(office, await provider.signIn(await go(office, start(shop)), sub))
  if (end === '/') await office.open()
  return { office, end }
}
const refusedOf = (end: string) => new URL(end, service.url).searchParams.get('refused')
const refusal = async (shop: Client, sub: string) => refusedOf((await enter(shop, sub)).end)

const usersOf = async (owner: Office) => (await owner.get<UserOut[]>('/users')).body.data
const secondFactor = (shop: Client, owner: Office) =>
  service.app.db.asBusiness(shop.businessId, (tx) =>
    setTotp(tx, owner.session?.user.user_uuid ?? '', {
      secret: service.app.secrets.encrypt(newTotpSecret()),
      usedStep: 0,
    }),
  )

test('a person with a role from the company joins with it, follows its changes, and stays out after a removal', async () => {
  const { shop, owner, domain } = await company()
  const { sub, email } = person(domain)
  const { office, end } = await enter(shop, sub)
  assert.equal(end, '/')
  const { user_uuid, role, name } = office.session?.user ?? { user_uuid: '' }
  assert.deepEqual([role, name, office.session?.user.email], ['DISPATCHER', `Test ${sub}`, email])
  const by = { kind: 'OFFICE' as const, id: user_uuid }
  await expectAuditRow(service, shop, 'user.joined', { entityId: user_uuid, by })
  await expectAuditRow(service, shop, 'user.company_linked', { entityId: user_uuid, by })
  // From now on, the person is identified by the subject, even if the address changes.
  provider.people.set(sub, { email: `new-${email}`, email_verified: true, groups: ['heads', 'dispatch'] })
  const again = await enter(shop, sub)
  assert.equal(again.office.session?.user.user_uuid, user_uuid)
  assert.equal(again.office.session?.user.role, 'OWNER', 'the role follows the claim')
  provider.people.set(sub, { email, email_verified: true, groups: [] })
  assert.equal(await refusal(shop, sub), 'NO_ROLE')
  provider.people.set(sub, { email, email_verified: true, groups: ['dispatch'] })
  assert.equal((await owner.send('DELETE', `/users/${user_uuid}`)).status, 200)
  assert.equal(await refusal(shop, sub), 'REMOVED')
  provider.people.set(`${sub}-again`, { email, email_verified: true, groups: ['dispatch'] })
  assert.equal(await refusal(shop, `${sub}-again`), 'REMOVED', 'removed under another subject, too')
  await expectAuditRow(service, shop, 'single_sign_on.refused', { entityId: shop.businessId, times: 3 })
  assert.equal((await usersOf(owner)).length, 1)
})

test('a claim can give one of the newer roles, and keeps the depots of the user', async () => {
  const { shop, owner, domain } = await company({
    role_rules: [
      { value: 'loaders', role: 'WAREHOUSE' },
      { value: 'fleet', role: 'DRIVER_MANAGER' },
    ],
  })
  const depot = { name: 'North', address: null, lat: 38.9, lng: -77 }
  const { body } = await owner.post<{ depot_uuid: string }>('/depots', depot)
  const { sub, email } = person(domain, { groups: ['loaders'] })
  const { office } = await enter(shop, sub)
  const { user_uuid, role, depot_uuids } = office.session?.user ?? {}
  assert.deepEqual([role, depot_uuids], ['WAREHOUSE', null])
  assert.equal((await office.get('/orders')).body.details.code, 'ROLE')
  const bound = await owner.post(`/users/${user_uuid}/depots`, { depot_uuids: [body.data.depot_uuid] })
  assert.equal(bound.status, 200, bound.body.message)
  provider.people.set(sub, { email, email_verified: true, groups: ['fleet'] })
  const again = (await enter(shop, sub)).office.session?.user
  assert.deepEqual([again?.role, again?.depot_uuids], ['DRIVER_MANAGER', [body.data.depot_uuid]])
})

test('an address counts if the provider verified it, in this business, for one person', async () => {
  const { shop, owner, domain } = await company({ role_claim: null })
  const address = `Known@${domain}`
  const { data } = (await owner.post<{ link: string }>('/users/invite', { email: address, role: 'VIEWER' })).body
  const token = data.link.split('/').at(-1)
  assert.equal((await visitor(service).post('/welcome', { token, name: 'Known', password: PASSWORD })).status, 200)
  const unverified = person(domain, { email: address.toLowerCase(), email_verified: 'yes' })
  assert.equal(await refusal(shop, unverified.sub), 'UNVERIFIED')
  const { sub } = person(domain, { email: address.toLowerCase() })
  const { office } = await enter(shop, sub)
  assert.deepEqual([office.session?.user.name, office.session?.user.role], ['Known', 'VIEWER'])
  const heir = person(domain, { email: address })
  assert.equal(await refusal(shop, heir.sub), 'TAKEN', 'the address belongs to another person')
  assert.equal(await refusal(shop, person('elsewhere.test').sub), 'DOMAIN')
  assert.equal(await refusal(shop, person(domain).sub), 'NO_ROLE', 'no claim gives a role')
  // A provider's claims count only in the business that chose it.
  const other = await company({ mail_domains: [domain] })
  assert.equal(await refusal(other.shop, sub), 'TAKEN')
  const found = await visitor(service).post<{ path: string }>('/sign-in/company', { email: address })
  assert.equal(found.body.data.path, start(shop), 'the person’s own business, though another one names the domain')
  const nobody = await visitor(service).post('/sign-in/company', { email: `nobody@${domain}` })
  assert.equal(nobody.body.data.path, null, 'two businesses name the domain')
})

test('a response counts only for the browser and the purpose of the request, and once', async () => {
  const { shop, domain } = await company()
  const { sub } = person(domain)
  const [victim, attacker] = [visitor(service), visitor(service)]
  const theirs = await provider.signIn(await go(attacker, start(shop)), sub)
  assert.equal(refusedOf(await go(victim, theirs)), 'ELSEWHERE', 'no cookie')
  await go(victim, start(shop))
  assert.equal(refusedOf(await go(victim, theirs)), 'ELSEWHERE', 'with the state of another browser')
  const own = new URL(await provider.signIn(await go(victim, start(shop)), sub))
  const mixed = new URL(own)
  mixed.searchParams.set('code', new URL(theirs).searchParams.get('code') ?? '')
  assert.equal(refusedOf(await go(victim, mixed.href)), 'CODE', 'with the code of another browser')
  // The injected code is used up by now, and so is this sign-in attempt.
  assert.equal(refusedOf(await go(victim, own.href)), 'ELSEWHERE')
  const office = visitor(service)
  const answer = await provider.signIn(await go(office, start(shop)), sub)
  const before = office.cookie
  assert.equal(await go(office, answer), '/')
  assert.equal(refusedOf(await go(office, answer)), 'ELSEWHERE', 'the response is used again')
  const copy = visitor(service)
  copy.cookie = before
  assert.equal(refusedOf(await go(copy, answer)), 'CODE', 'used again with the browser’s cookie')
  const denied = visitor(service)
  const state = new URL(await go(denied, start(shop))).searchParams.get('state')
  const said = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer })
  assert.equal(refusedOf(await go(denied, `/sign-in/company/callback?${said.toString()}`)), 'DENIED')
  const mixUp = visitor(service)
  const honest = new URL(await provider.signIn(await go(mixUp, start(shop)), sub))
  honest.searchParams.set('iss', 'https://another-issuer.test')
  assert.equal(refusedOf(await go(mixUp, honest.href)), 'TOKEN', 'from another issuer')
  assert.equal(refusedOf(await go(visitor(service), '/sign-in/company/not-a-business')), 'NOT_SET_UP')
  assert.equal(refusedOf(await go(visitor(service), start(await service.business()))), 'NOT_SET_UP')
})

test('a sign-in leads to the requested page, but never to another site', async () => {
  const { shop, domain } = await company()
  const { sub } = person(domain)
  const led = async (to: string, who = sub) => {
    const office = visitor(service)
    const path = `${start(shop)}?to=${encodeURIComponent(to)}`
    return go(office, await provider.signIn(await go(office, path), who))
  }
  assert.equal(await led('/orders?search=a&date=2026-11-25'), '/orders?search=a&date=2026-11-25')
  assert.equal(await led('https://evil.test/'), '/')
  const refused = await led('/orders?search=a', person('elsewhere.test').sub)
  assert.equal(refused, '/sign-in?to=%2Forders%3Fsearch%3Da&refused=DOMAIN')
})

test('failed responses are limited per network', async () => {
  const { shop } = await company()
  const office = visitor(service)
  const denied = async (address: string) => {
    const state = new URL(await go(office, start(shop), address)).searchParams.get('state') ?? ''
    const said = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    return refusedOf(await go(office, `/sign-in/company/callback?${said.toString()}`, address))
  }
  const counts = new Map<string | null, number>()
  for (let i = 0; i < 62; i++) {
    const why = await denied('198.51.100.7')
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  assert.deepEqual(Object.fromEntries(counts), { DENIED: 60, TOO_MANY: 2 })
  assert.equal(await denied('198.51.100.8'), 'DENIED')
})

test('a token that is wrongly signed, expired, or for another client is refused', async (t) => {
  const { shop, domain } = await company()
  const { sub } = person(domain)
  t.after(() => void (provider.lie = null))
  const lies: Record<string, [typeof provider.lie, string]> = {
    'another key': [(token) => ({ ...token, key: strangeKey() }), 'TOKEN'],
    'a key that it does not have': [(token) => ({ ...token, header: { ...token.header, kid: 'unknown' } }), 'TOKEN'],
    'for another client': [(token) => ({ ...token, claims: { ...token.claims, aud: 'another' } }), 'TOKEN'],
    'of another issuer': [(token) => ({ ...token, claims: { ...token.claims, iss: 'https://another.test' } }), 'TOKEN'],
    'of another sign-in': [(token) => ({ ...token, claims: { ...token.claims, nonce: 'another' } }), 'TOKEN'],
    'run out': [(token) => ({ ...token, claims: { ...token.claims, exp: 1_700_000_000 } }), 'CLOCK'],
    'of nobody': [(token) => ({ ...token, claims: { ...token.claims, sub: 'a\u0000b' } }), 'TOKEN'],
    'not signed at all': [(token) => ({ ...token, header: { ...token.header, alg: 'none' } }), 'TOKEN'],
  }
  for (const [name, [lie, why]] of Object.entries(lies)) {
    provider.lie = lie
    assert.equal(await refusal(shop, sub), why, name)
  }
})

test('a name becomes one line, and an invalid address is not verified', async (t) => {
  const { shop, domain } = await company()
  const { office } = await enter(shop, person(domain, { name: 'Some\u0000one' }).sub)
  assert.equal(office.session?.user.name, 'Some one')
  for (const local of ['a\u0000b', 'a\r\nBcc: b', 'a'.repeat(100_000)])
    assert.equal(await refusal(shop, person(domain, { email: `${local}@${domain}` }).sub), 'UNVERIFIED')
  // The ID token verifies an address, but the address itself comes from another response, in which it is not verified.
  const { sub } = person(domain, { email_verified: false })
  t.after(() => void (provider.lie = null))
  provider.lie = (token) => ({ ...token, claims: { ...token.claims, email_verified: true } })
  assert.equal(await refusal(shop, sub), 'UNVERIFIED')
})

test('a provider that an owner removes while it responds signs nobody in', async (t) => {
  const { shop, owner, domain } = await company()
  const { sub } = person(domain)
  const { openId } = service.running.app
  const finish = openId.finish.bind(openId)
  const responding = t.mock.method(openId, 'finish', async (...given: Parameters<typeof finish>) => {
    const claims = await finish(...given)
    assert.equal((await owner.send('DELETE', '/single-sign-on')).status, 200)
    return claims
  })
  assert.equal(await refusal(shop, sub), 'NOT_SET_UP')
  responding.mock.restore()
  assert.equal((await usersOf(owner)).length, 1)
})

test('an owner still gets in by password and second factor if single sign-on is the only way in', async () => {
  const { shop, owner, domain, change } = await company()
  const { sub } = person(domain, { groups: ['heads'] })
  const { office } = await enter(shop, sub)
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  const refusedChange = await change({ required: true })
  assert.equal(refusedChange.body.details.code, 'SECOND_FACTOR_NEEDED')
  await secondFactor(shop, owner)
  assert.equal((await change({ required: true })).status, 200)
  assert.equal((await dispatcher.get('/day')).status, 401, 'all other users are signed out')
  const { email = '', user_uuid } = dispatcher.session?.user ?? { user_uuid: '' }
  const byPassword = await visitor(service).post('/sign-in', { email, password: PASSWORD })
  assert.deepEqual([byPassword.status, byPassword.body.details.code], [401, 'COMPANY_SIGN_IN_NEEDED'])
  const wrong = await visitor(service).post('/sign-in', { email, password: 'a wrong password' })
  assert.equal(wrong.body.details.code, 'SIGN_IN_FAILED', 'the response does not reveal that to strangers')
  const link = await owner.post<{ link: string }>(`/users/${user_uuid}/reset-link`)
  const token = link.body.data.link.split('/').at(-1)
  const guest = visitor(service)
  assert.equal((await guest.post('/welcome', { token, name: null, password: `${PASSWORD}, new` })).status, 200)
  assert.equal((await guest.get('/session')).body.data, null, 'a new password does not sign in')
  const own = owner.session?.user ?? { email: '', user_uuid: '' }
  const asked = await visitor(service).post('/sign-in', { email: own.email, password: PASSWORD })
  assert.equal(asked.body.details.code, 'CODE_NEEDED', 'the owner who turned it on signs in with the second factor')
  await enter(shop, sub, office)
  const attempts = [
    await office.send('DELETE', `/users/${own.user_uuid}`),
    await office.send('PATCH', `/users/${own.user_uuid}`, { role: 'VIEWER' }),
    await office.post(`/users/${own.user_uuid}/reset-link`),
    await owner.send('DELETE', '/account/totp'),
  ]
  for (const { status, body } of attempts) assert.deepEqual([status, body.details?.code], [409, 'BREAK_GLASS'])
  assert.equal((await owner.send('DELETE', '/single-sign-on')).status, 200)
  await expectAuditRow(service, shop, 'single_sign_on.removed', { entityId: shop.businessId })
  const after = await visitor(service).post('/sign-in', { email, password: `${PASSWORD}, new` })
  assert.equal(after.status, 200, after.body.message)
})

test('signing in again at the company confirms the user’s identity in their own session', async (t) => {
  const { shop, domain } = await company()
  const { sub } = person(domain, { groups: ['heads'] })
  const { office } = await enter(shop, sub)
  assert.equal(office.session?.user.company_path, start(shop))
  const late = () =>
    service.app.db.query(
      `update sessions set confirmed_at = confirmed_at - interval '1 hour' where business_uuid = $1`,
      [shop.businessId],
    )
  const invite = async () => {
    const { status, body } = await office.post('/users/invite', { email: `a@${domain}`, role: 'VIEWER' })
    return [status, body.details?.code]
  }
  await late()
  const needed = [403, 'CONFIRM_NEEDED']
  assert.deepEqual(await invite(), needed)
  const confirm = async (who: string) => {
    const asked = await go(office, '/account/confirm/company')
    const { searchParams } = new URL(asked)
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0'])
    return refusedOf(await go(office, await provider.signIn(asked, who)))
  }
  t.after(() => void (provider.lie = null))
  const stale = Math.floor(Date.now() / 1000) - 600
  provider.lie = (token) => ({ ...token, claims: { ...token.claims, auth_time: stale } })
  assert.equal(await confirm(sub), 'NOT_ANEW')
  provider.lie = (token) => ({ ...token, claims: { ...token.claims, auth_time: undefined } })
  assert.equal(await confirm(sub), 'NOT_ANEW')
  provider.lie = null
  assert.equal(await confirm(person(domain).sub), 'OTHER_PERSON', 'the person is unknown here')
  const colleague = person(domain)
  await enter(shop, colleague.sub)
  assert.equal(await confirm(colleague.sub), 'OTHER_PERSON')
  assert.deepEqual(await invite(), needed)
  assert.equal(await confirm(sub), null)
  assert.deepEqual(await invite(), [200, undefined])
  // A response to a sign-in does not count as a confirmation.
  await late()
  await enter(shop, sub, visitor(service))
  assert.deepEqual(await invite(), needed)
  assert.equal(refusedOf(await go(visitor(service), '/account/confirm/company')), 'OTHER_PERSON')
})

test('a test of the setup names its faults, and a new issuer needs the secret again', async () => {
  const { shop, owner, domain, change } = await company()
  const tested = async () => (await owner.post<Record<string, unknown>>('/single-sign-on/test')).body.data
  const right = { reached: true, issuer: true, redirect: true, secret: true }
  assert.deepEqual(await tested(), { ...right, said: null })
  await change({ client_secret: 'another secret' })
  assert.deepEqual(await tested(), { ...right, secret: false, said: null })
  await change({ client_id: 'another client', client_secret: 'any' })
  assert.deepEqual(await tested(), { ...right, redirect: false, secret: false, said: null })
  const misnamed = provider.issuer.replace('127.0.0.1', 'localhost')
  assert.deepEqual((await change({ issuer: misnamed })).body.details.fields, ['client_secret'])
  await change({ issuer: misnamed, client_secret: 'any' })
  assert.deepEqual(await tested(), {
    reached: true,
    issuer: false,
    redirect: null,
    secret: null,
    said: provider.issuer,
  })
  await change({ issuer: 'http://127.0.0.1:1025', client_secret: 'any' })
  const unreached = await tested()
  assert.equal(unreached.reached, false)
  assert.ok(typeof unreached.said === 'string' && unreached.said !== '')
  assert.equal(refusedOf(await go(visitor(service), start(shop))), 'UNREACHABLE')
  const { body } = await owner.get<{ settings: object }>('/single-sign-on')
  assert.ok(!JSON.stringify(body).includes('secret'))
  assert.deepEqual((await change({ issuer: 'not a URL', client_secret: 'any' })).body.details.fields, ['issuer'])
  assert.deepEqual((await change({ mail_domains: [] })).body.details.fields, ['mail_domains'])
  assert.equal((await change({ client_secret: 'any', mail_domains: [domain], version: 0 })).status, 409)
})

test('a provider at a private address is not called if webhooks may not go there', async () => {
  const guarded = openOpenId({ allowPrivate: false })
  assert.equal(await guarded.urlFault(provider.issuer), 'must use https')
  const asked = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUri: callback }
  const { reached, said } = await guarded.test({ ...asked, issuer: provider.issuer.replace('http:', 'https:') })
  assert.equal(reached, false)
  assert.match(said ?? '', /must have public addresses only/)
})
