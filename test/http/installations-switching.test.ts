// Tests switching between businesses at several installations in one browser
// (docs/decisions/049-sign-in-asks-every-installation.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { testClock } from '../helpers/clock.ts'
import { accountAt, businessNameOf, type Installation, newEmail, startInstallations } from '../helpers/installations.ts'
import { type Office, PASSWORD, PASSWORD_HASH, visitor } from '../helpers/office.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const installations = (await startInstallations(['a', 'b'], { clock: clock.now })) as [Installation, Installation]
const [a, b] = installations

interface Listed {
  businesses: { key: string; name: string; email: string; active: boolean }[]
  unreachable: number
}

/** One browser, whose requests a proxy leads by its cookies. */
class Browser {
  cookie = ''
  setCookies: string[] = []

  async #at(): Promise<Office> {
    const { installation } = await a.where('/office/api/session', { cookie: this.cookie })
    const office = visitor(installation === 'b' ? b : a)
    office.cookie = this.cookie
    return office
  }

  async post(path: string, body?: unknown, csrf: string | null = null) {
    const office = await this.#at()
    const token = csrf ?? (await office.get<{ csrf_token: string } | null>('/session')).body.data?.csrf_token
    const answer = await office.send('POST', path, body, { ...(token && { 'x-csrf-token': token }) })
    this.cookie = office.cookie
    this.setCookies = answer.headers.getSetCookie()
    return answer
  }

  async signIn(email: string, password = PASSWORD): Promise<void> {
    const { status, body } = await this.post('/sign-in', { email, password })
    assert.equal(status, 200, body.message)
  }

  async list(): Promise<Listed> {
    const { status, body } = await (await this.#at()).get<Listed>('/account/businesses')
    assert.equal(status, 200, body.message)
    return body.data
  }

  async switchTo(name: string) {
    const { businesses } = await this.list()
    return this.post('/account/businesses/switch', { key: businesses.find((one) => one.name === name)?.key })
  }

  async session() {
    const { body } = await (await this.#at()).get<Office['session']>('/session')
    return body.data
  }

  async active(): Promise<string | undefined> {
    return (await this.session())?.business.name
  }
}

const countSessions = async (at: Pick<Installation, 'app'>, userId: string): Promise<number> => {
  const rows = await at.app.db.query<{ count: string }>('select count(*) from sessions where user_uuid = $1', [userId])
  return Number(rows[0]?.count)
}

test('a browser signs in once for each password, and switches without signing in again', async () => {
  const [one, other] = [await accountAt(a), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(one.email)
  assert.equal((await browser.session())?.other_businesses, 0)
  await browser.signIn(other.email)
  assert.equal(await browser.active(), businessNameOf(other.email, b))
  assert.equal((await browser.session())?.other_businesses, 1)
  const { businesses, unreachable } = await browser.list()
  assert.deepEqual(
    [businesses.map(({ name, email, active }) => [name, email, active]), unreachable],
    [
      [
        [businessNameOf(other.email, b), other.email, true],
        [businessNameOf(one.email, a), one.email, false],
      ],
      0,
    ],
  )
  assert.ok(businesses.every(({ key }) => !browser.cookie.includes(key)))
  assert.equal((await browser.switchTo(businessNameOf(one.email, a))).status, 200)
  for (const line of browser.setCookies)
    assert.match(line, /^roundsman(-others)?=[\w~-]+; Path=\/; HttpOnly; SameSite=Lax; /)
  assert.equal(await browser.active(), businessNameOf(one.email, a))
  assert.equal((await browser.switchTo(businessNameOf(other.email, b))).status, 200)
  assert.equal(await browser.active(), businessNameOf(other.email, b))
  assert.equal(await countSessions(b, other.userId), 1)
})

test('a password that both accounts have opens both', async () => {
  const { email } = await accountAt(b)
  await accountAt(a, { email })
  const browser = new Browser()
  await browser.signIn(email)
  const { businesses } = await browser.list()
  assert.deepEqual(businesses.map(({ name }) => name).toSorted(), [businessNameOf(email, a), businessNameOf(email, b)])
  // A user who signs in again after the session has ended continues in the same business.
  await browser.switchTo(businessNameOf(email, b))
  await browser.signIn(email)
  assert.equal(await browser.active(), businessNameOf(email, b))
  assert.equal((await browser.list()).businesses.length, 2)
})

test('a user whose session has ended continues in the same business after signing in again', async () => {
  const { email, userId } = await accountAt(b)
  await accountAt(a, { email })
  const browser = new Browser()
  await browser.signIn(email)
  await browser.switchTo(businessNameOf(email, b))
  assert.equal(await browser.active(), businessNameOf(email, b))
  await b.app.db.query('delete from sessions where user_uuid = $1', [userId])
  await browser.signIn(email)
  assert.equal(await browser.active(), businessNameOf(email, b))
})

test('a switch needs the token of the active session, and a key of this browser', async () => {
  const [one, other] = [await accountAt(a), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(one.email)
  const before = (await browser.session())?.csrf_token ?? ''
  await browser.signIn(other.email)
  const { businesses } = await browser.list()
  const key = businesses.find(({ active }) => !active)?.key
  for (const csrf of ['', 'x', before]) {
    const { status, body } = await browser.post('/account/businesses/switch', { key }, csrf)
    assert.deepEqual([status, body.details.code], [403, 'CSRF'])
  }
  const stranger = new Browser()
  await stranger.signIn((await accountAt(a)).email)
  const { status, body } = await stranger.post('/account/businesses/switch', { key })
  assert.deepEqual([status, body.details.code], [410, 'SIGNED_OUT_THERE'])
  assert.deepEqual(stranger.setCookies, [])
})

test('a list of businesses omits ended sessions, and counts sessions that can’t be reached', async () => {
  const [one, other] = [await accountAt(a), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(other.email)
  await browser.signIn(one.email)
  const { businesses } = await browser.list()
  const key = businesses.find(({ active }) => !active)?.key
  await b.stopDirectory()
  const { unreachable } = await browser.list()
  const refused = await browser.post('/account/businesses/switch', { key })
  await b.startDirectory()
  assert.equal(unreachable, 1)
  assert.deepEqual([refused.status, refused.body.details.code], [503, 'INSTALLATION_UNREACHABLE'])
  await b.app.db.query('delete from sessions where user_uuid = $1', [other.userId])
  assert.deepEqual((await browser.list()).businesses.length, 1)
  const ended = await browser.post('/account/businesses/switch', { key })
  assert.deepEqual([ended.status, ended.body.details.code], [410, 'SIGNED_OUT_THERE'])
  assert.equal(await browser.active(), businessNameOf(one.email, a))
})

for (const path of ['/sign-out', '/sign-out-everywhere'])
  test(`POST ${path} ends all sessions of the browser`, async () => {
    const [one, other] = [await accountAt(a), await accountAt(b)]
    const [elsewhere, browser] = [new Browser(), new Browser()]
    await elsewhere.signIn(one.email)
    await elsewhere.signIn(other.email)
    await browser.signIn(other.email)
    await browser.signIn(one.email)
    assert.equal((await browser.post(path)).status, 200)
    assert.doesNotMatch(browser.cookie, /roundsman(-others)?=/)
    assert.equal(await browser.session(), null)
    // The other account stays signed in in the other browser.
    assert.equal(await countSessions(a, one.userId), path === '/sign-out' ? 1 : 0)
    assert.equal(await countSessions(b, other.userId), 1)
  })

test('after a session has ended, a second person who signs in gets only their own session', async () => {
  const [one, other, second] = [await accountAt(a), await accountAt(b), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(other.email)
  await browser.signIn(one.email)
  await a.app.db.query('delete from sessions where user_uuid = $1', [one.userId])
  await browser.signIn(second.email)
  assert.equal((await browser.list()).businesses.length, 1)
  assert.equal(await countSessions(b, other.userId), 0)
})

test('a session that a sign-in replaces ends at its installation', async () => {
  const [one, other] = [await accountAt(a), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(other.email)
  await browser.signIn(one.email)
  const replaced = browser.cookie
  await browser.signIn(other.email)
  assert.equal(await countSessions(b, other.userId), 1)
  assert.equal(await countSessions(a, one.userId), 1)
  await browser.signIn(one.email)
  assert.equal(await countSessions(a, one.userId), 1)
  const copy = new Browser()
  copy.cookie = replaced
  assert.equal(await copy.session(), null)
})

test('a sign-in succeeds although the installation of a session that it replaces is down', async () => {
  const [one, other] = [await accountAt(a), await accountAt(b)]
  const browser = new Browser()
  await browser.signIn(other.email)
  await browser.signIn(one.email)
  await a.app.db.query('delete from sessions where user_uuid = $1', [one.userId])
  await b.stopDirectory()
  try {
    await browser.signIn(one.email)
  } finally {
    await b.startDirectory()
  }
  assert.equal(await countSessions(b, other.userId), 1, 'it expires later')
  assert.equal(await browser.active(), businessNameOf(one.email, a))
})

test('a browser has at most eight sessions, and drops the oldest one', async () => {
  const accounts = []
  for (let i = 0; i < 9; i++) accounts.push(await accountAt(installations[i % 2] ?? a))
  const browser = new Browser()
  for (const { email } of accounts) await browser.signIn(email)
  const { businesses } = await browser.list()
  assert.equal(await countSessions(a, accounts[0]?.userId ?? ''), 0, 'the dropped session has ended')
  assert.equal(await countSessions(b, accounts[1]?.userId ?? ''), 1)
  assert.deepEqual(
    businesses.map(({ email }) => email).toSorted(),
    accounts
      .slice(1)
      .map(({ email }) => email)
      .toSorted(),
  )
})

test('without several installations, a browser has one session', async () => {
  const service = await startService()
  const office = visitor(service)
  const userIds: string[] = []
  for (let i = 0; i < 2; i++) {
    const { businessId } = await service.business()
    const email = newEmail()
    const { userId } = await createUser(service.app, businessId, {
      email,
      name: 'Test',
      role: 'OWNER',
      password: PASSWORD_HASH,
    })
    userIds.push(userId)
    const { headers } = await office.post('/sign-in', { email, password: PASSWORD })
    assert.equal(headers.getSetCookie().length, 2)
  }
  assert.deepEqual(await Promise.all(userIds.map((id) => countSessions(service, id))), [0, 1])
  await office.open()
  assert.equal(office.session?.other_businesses, null)
  const { body } = await office.get<Listed>('/account/businesses')
  assert.equal(body.data.businesses.length, 1)
})
