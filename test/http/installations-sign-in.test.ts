// Tests sign-in, password links, passkeys and single sign-on if the account may be at another installation
// (docs/decisions/049-sign-in-asks-every-installation.md). Requests go to any installation, as at a shared host name.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, test } from 'node:test'
import pg from 'pg'
import { openSecrets } from '../../src/adapters/secrets.ts'
import { totpCode } from '../../src/app/people/sign-in/totp.ts'
import { newSetUpLink } from '../../src/app/people/sign-in/set-up.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { MAX_PEER_REQUESTS } from '../../src/http/installations/directory-server.ts'
import { PEER_SIGNATURE, signedPeerText } from '../../src/domain/peer-signature.ts'
import { ASK_PATH, openSealed, seal } from '../../src/domain/sealed-request.ts'
import { setMoveStatus } from '../../src/store/moves/move-status.ts'
import { type SoftPasskey, softPasskey } from '../helpers/authenticator.ts'
import { testClock } from '../helpers/clock.ts'
import { accountAt, type Installation, moveRows, newEmail, startInstallations } from '../helpers/installations.ts'
import { type Office, PASSWORD, PASSWORD_HASH, signedIn, visitor } from '../helpers/office.ts'
import { CLIENT, startProvider } from '../helpers/openid-provider.ts'
import { TEST_SECRET } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const ORIGIN = 'https://roundsman.example.com'
const clock = testClock()
const mails: { to: string; text: string }[] = []
const installations = await startInstallations(
  ['a', 'b', 'c'],
  {
    clock: clock.now,
    publicUrl: ORIGIN,
    email: {
      name: 'smtp',
      send: async (mail) => {
        mails.push(mail)
        return { kind: 'sent', providerId: null }
      },
    },
  },
  { ALLOW_PRIVATE_WEBHOOKS: '1' },
)
const [a, b, c] = installations as [Installation, Installation, Installation]
const secrets = openSecrets(TEST_SECRET)

let networks = 0
/** A browser on its own network that reaches this installation. */
const browserAt = (at: Installation): Office => visitor(at, `198.51.${++networks}.1`)

/** Creates an account with a second factor. `code` returns its current code. */
async function accountWithCodeAt(at: Installation): Promise<{ email: string; code: () => string }> {
  const { businessId } = await at.business()
  const owner = await signedIn(at, businessId)
  const { secret } = (await owner.post<{ secret: string }>('/account/totp/begin')).body.data
  const code = () => totpCode(secret, Math.floor(clock.now().getTime() / 30_000))
  assert.equal((await owner.post('/account/totp', { code: code() })).status, 200)
  clock.advance(60)
  return { email: owner.session?.user.email ?? '', code }
}

const signIn = (office: Office, email: string, password = PASSWORD, code?: string) =>
  office.post('/sign-in', { email, password, ...(code && { code }) })
/** The same browser at the installation of its session, where a proxy leads it. */
async function led(office: Office): Promise<Office> {
  const { installation } = await a.where('/office/api/session', { cookie: office.cookie })
  const at = installations.find(({ name }) => name === installation)
  assert.ok(at, `a proxy leads to ${installation}`)
  const there = visitor(at)
  there.cookie = office.cookie
  await there.open()
  return there
}
const businessOf = async (office: Office): Promise<string> => (await led(office)).session?.business.name ?? ''
const isDown = async (at: Installation, work: () => Promise<void>): Promise<void> => {
  await at.stopDirectory()
  try {
    await work()
  } finally {
    await at.startDirectory()
  }
}

beforeEach(() => {
  mails.length = 0
})

test('a user signs in with their password at each installation', async () => {
  for (const home of installations) {
    const { email } = await accountAt(home)
    for (const at of installations) {
      const office = browserAt(at)
      const { status, body, headers } = await signIn(office, email.toUpperCase())
      assert.equal(status, 200, `${home.name} by ${at.name}: ${body.message}`)
      assert.equal(await businessOf(office), `${email} at ${home.name}`)
      const names = headers.getSetCookie().map((line) => line.split('=', 1)[0])
      assert.deepEqual(names, ['__Host-roundsman', '__Host-roundsman-browser'])
      assert.ok(headers.getSetCookie().every((line) => /; Path=\/; HttpOnly; SameSite=Lax; Secure; /.test(line)))
    }
  }
})

test('a wrong password, an account elsewhere and an unknown account get the same response', async () => {
  const { email } = await accountAt(b)
  const answers = await Promise.all(
    [email, newEmail()].flatMap((one) =>
      installations.map(async (at) => {
        const { status, body, headers } = await signIn(browserAt(at), one, 'a wrong password')
        return { status, body, cookies: headers.getSetCookie() }
      }),
    ),
  )
  const [first] = answers
  assert.equal(first?.status, 401)
  assert.equal(first.body.details.code, 'SIGN_IN_FAILED')
  for (const one of answers) assert.deepEqual(one, first)
})

test('errors of another installation are in the language of the browser', async () => {
  const office = browserAt(a)
  const { body } = await office.send(
    'POST',
    '/sign-in',
    { email: newEmail(), password: 'x' },
    { 'accept-language': 'es' },
  )
  assert.match(body.message, /^Ninguna cuenta/)
})

test('accounts with the same address are separate, and each password opens its own', async () => {
  const { email } = await accountAt(a)
  await accountAt(b, { email, password: 'another password' })
  const office = browserAt(c)
  assert.equal((await signIn(office, email)).status, 200)
  assert.equal(await businessOf(office), `${email} at a`)
  const other = browserAt(c)
  assert.equal((await signIn(other, email, 'another password')).status, 200)
  assert.equal(await businessOf(other), `${email} at b`)
})

test('the installation of the account requires and checks the second factor', async () => {
  const { email, code } = await accountWithCodeAt(b)
  const office = browserAt(a)
  const codes: unknown[] = []
  for (const given of [undefined, '000000', code()])
    codes.push((await signIn(office, email, PASSWORD, given)).body.details?.code)
  assert.deepEqual(codes, ['CODE_NEEDED', 'CODE_WRONG', undefined])
  assert.equal((await led(office)).session?.user.email, email)
})

test('an account that needs a code can be signed in to although another one accepts the password alone', async () => {
  const { email, code } = await accountWithCodeAt(b)
  const other = await accountAt(a, { email })
  const office = browserAt(c)
  const { status, body, headers } = await signIn(office, email)
  assert.deepEqual([status, body.details?.code, headers.getSetCookie()], [401, 'CODE_NEEDED', []])
  await until('the session that the browser did not get has ended', async () => {
    const rows = await a.app.db.query('select from sessions where business_uuid = $1', [other.businessId])
    return rows.length === 0
  })
  assert.equal((await signIn(office, email, PASSWORD, code())).status, 200)
  assert.equal((await led(office)).session?.other_businesses, 1)
})

test('while an installation is down, users of the others sign in, and nobody else’s password is called wrong', async () => {
  const [atA, atC] = [await accountAt(a), await accountAt(c)]
  await isDown(c, async () => {
    const office = browserAt(b)
    assert.equal((await signIn(office, atA.email)).status, 200)
    assert.equal(await businessOf(office), `${atA.email} at a`)
    for (const [email, password] of [
      [atC.email, PASSWORD],
      [atA.email, 'a wrong password'],
      [newEmail(), 'a wrong password'],
    ] as const) {
      const { status, body, headers } = await signIn(browserAt(b), email, password)
      assert.deepEqual([status, body.details.code], [503, 'INSTALLATION_UNREACHABLE'])
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
  })
  assert.equal((await signIn(browserAt(b), atC.email)).status, 200)
})

test('the limits of an account and of a network hold over all installations', async () => {
  const { email } = await accountAt(b)
  const network = '203.0.113.7'
  const attempts: number[] = []
  for (let i = 0; i < 12; i++) {
    const at = installations[i % 3] as Installation
    attempts.push((await visitor(at, network).post('/sign-in', { email, password: 'a wrong password' })).status)
  }
  assert.deepEqual(attempts, [...Array<number>(10).fill(401), 429, 429])
  const right = await visitor(a, network).post('/sign-in', { email, password: PASSWORD })
  assert.equal(right.status, 429, 'the right password is not revealed')
  const others: number[] = []
  for (let i = 0; i < 22; i++) {
    const at = installations[i % 3] as Installation
    others.push((await visitor(at, network).post('/sign-in', { email: newEmail(), password: 'x' })).status)
  }
  assert.deepEqual(others, [...Array<number>(20).fill(401), 429, 429], 'thirty attempts of a network')
})

test('right passwords use up no limit at other installations', async () => {
  const { email } = await accountAt(a)
  const network = '203.0.113.8'
  for (let i = 0; i < 31; i++) {
    const { status, body } = await visitor(b, network).post('/sign-in', { email, password: PASSWORD })
    assert.equal(status, 200, body.message)
  }
  const other = await accountAt(b)
  await until(
    'the limits have been returned',
    async () => (await visitor(c, network).post('/sign-in', { email: other.email, password: PASSWORD })).status === 200,
  )
})

test('a right password elsewhere returns no attempt on an account with the same address', async () => {
  const { email } = await accountAt(a, { password: 'the password of an attacker' })
  await accountAt(b, { email })
  const network = '203.0.113.9'
  for (let i = 0; i < 11; i++)
    assert.equal(
      (await visitor(c, network).post('/sign-in', { email, password: 'the password of an attacker' })).status,
      200,
    )
  assert.equal((await visitor(c, network).post('/sign-in', { email, password: PASSWORD })).status, 429)
})

test('a user of a known browser sees that the password is wrong although other limits are exceeded', async () => {
  const { email } = await accountAt(b)
  const known = browserAt(a)
  const network = `198.51.${networks}.1`
  assert.equal((await signIn(known, email)).status, 200)
  for (let i = 0; i < 31; i++) await visitor(a, network).post('/sign-in', { email: newEmail(), password: 'x' })
  assert.equal((await visitor(a, network).post('/sign-in', { email, password: PASSWORD })).status, 429)
  assert.equal((await signIn(known, email, 'a wrong password')).status, 401)
  assert.equal((await signIn(known, email)).status, 200)
})

test('a forgotten password is mailed by each installation with the account', async () => {
  const { email } = await accountAt(a)
  await accountAt(c, { email })
  const known = await browserAt(b).post('/forgot-password', { email })
  await until('both mails are sent', async () => mails.length === 2)
  assert.deepEqual(
    mails.map(({ to }) => to),
    [email, email],
  )
  const unknown = await browserAt(b).post('/forgot-password', { email: newEmail() })
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
  const tokens = mails.map(({ text }) => /welcome\/([\w-]+)/.exec(text)?.[1] ?? '')
  for (const token of tokens) {
    const read = await browserAt(b).post<{ email: string }>('/welcome/read', { token })
    assert.equal(read.body.data.email, email)
    const office = browserAt(b)
    const used = await office.post('/welcome', { token, password: `a new password for ${token}` })
    assert.equal(used.status, 200, used.body.message)
    assert.match(await businessOf(office), new RegExp(`^${email} at [ac]$`))
    assert.equal((await browserAt(b).post('/welcome', { token, password: 'a second new password' })).status, 410)
  }
})

test('while an installation is down, forgotten passwords of the others are mailed', async () => {
  const [atA, atC] = [await accountAt(a), await accountAt(c)]
  const forget = async (email: string) => {
    const { status, body } = await browserAt(b).post('/forgot-password', { email })
    return { status, body }
  }
  const answered = await forget(newEmail())
  assert.deepEqual([answered.status, answered.body.data], [200, { mails: true }])
  await isDown(c, async () => {
    for (const email of [atA.email, atC.email, newEmail()]) assert.deepEqual(await forget(email), answered)
  })
  await until('the mail is sent', async () => mails.length > 0)
  assert.deepEqual(
    mails.map(({ to }) => to),
    [atA.email],
  )
})

test('a token of a known browser that is too long is ignored', async () => {
  const { email } = await accountAt(b)
  const office = browserAt(a)
  office.cookie = `__Host-roundsman-browser=${'x'.repeat(201)}~${'y'.repeat(4_000)}`
  assert.equal((await signIn(office, email, 'a wrong password')).status, 401)
  const { status, headers } = await signIn(office, email)
  assert.equal(status, 200)
  assert.doesNotMatch(headers.getSetCookie().join(), /xxx|yyy/)
  assert.equal(await businessOf(office), `${email} at b`)
})

test('a passkey signs in at the installation that knows it', async () => {
  const { businessId } = await c.business()
  const owner = await signedIn(c, businessId)
  type Options = Parameters<SoftPasskey['get']>[0]
  const begin = async (office: Office, path: string): Promise<Options> => {
    const { status, body } = await office.post<{ options: Options }>(`${path}/begin`)
    assert.equal(status, 200, body.message)
    clock.advance(1)
    return body.data.options
  }
  const passkey = softPasskey(ORIGIN)
  const credential = passkey.create(await begin(owner, '/account/passkeys'))
  assert.equal((await owner.post('/account/passkeys', { name: 'Laptop', credential })).status, 200)
  const office = browserAt(a)
  const signed = passkey.get(await begin(browserAt(b), '/sign-in/passkey'))
  assert.equal((await office.post('/sign-in/passkey', { credential: signed })).status, 200)
  assert.equal((await led(office)).session?.user.email, owner.session?.user.email)
  const again = await browserAt(b).post('/sign-in/passkey', { credential: signed })
  assert.deepEqual([again.status, again.body.details.code], [401, 'PASSKEY_REFUSED'])
  const strange = softPasskey(ORIGIN).get(await begin(browserAt(b), '/sign-in/passkey'))
  assert.equal((await browserAt(b).post('/sign-in/passkey', { credential: strange })).status, 401)
})

test('the company of an email address is found at another installation', async () => {
  const provider = await startProvider([`${ORIGIN}/sign-in/company/callback`])
  const domain = 'company.test'
  const company = async (at: Installation) => {
    const { businessId } = await at.business()
    const owner = await signedIn(at, businessId)
    const { status, body } = await owner.send('PATCH', '/single-sign-on', {
      issuer: provider.issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      mail_domains: [domain],
      role_claim: null,
      role_rules: [],
      default_role: 'VIEWER',
      required: false,
      version: 0,
    })
    assert.equal(status, 200, body.message)
    return { businessId }
  }
  const find = async (email: string) => {
    const { status, body } = await browserAt(a).post<{ path: string | null }>('/sign-in/company', { email })
    return status === 200 ? body.data.path : status
  }
  const atB = await company(b)
  const path = `/sign-in/company/${atB.businessId}`
  assert.equal(await find(`someone@${domain}`), path)
  assert.equal(await find('someone@other.test'), null)
  await isDown(c, async () => assert.equal(await find(`someone@${domain}`), 503))
  await accountAt(a, { email: `taken@${domain}` })
  assert.equal(await find(`taken@${domain}`), null, 'an address leads only to the business of its account')
  await createUser(b.app, atB.businessId, {
    email: `known@${domain}`,
    name: 'Known',
    role: 'VIEWER',
    password: PASSWORD_HASH,
  })
  await company(c)
  assert.equal(await find(`someone@${domain}`), null, 'two companies have the domain')
  assert.equal(await find(`known@${domain}`), path)
  await isDown(c, async () => assert.equal(await find(`known@${domain}`), path))
})

const database = async (at: Installation): Promise<pg.Client> => {
  const client = new pg.Client(at.databaseUrl)
  await client.connect()
  at.besides.unshift(() => client.end())
  return client
}

test('an invitation is opened before and after the move of its business, and stale accounts count nowhere', async () => {
  const { businessId, email } = await accountAt(a)
  const owner = visitor(a)
  assert.equal((await signIn(owner, email)).status, 200)
  await owner.open()
  const invited = newEmail()
  const { body } = await owner.post<{ link: string }>('/users/invite', {
    email: invited,
    role: 'VIEWER',
    depot_uuids: null,
  })
  const token = body.data.link.split('/').at(-1) ?? ''
  const read = () => browserAt(b).post<{ email: string }>('/welcome/read', { token })
  assert.equal((await read()).body.data.email, invited)

  const [from, to] = [await database(a), await database(c)]
  await moveRows(from, to, businessId)
  for (const table of ['users', 'user_links']) await copy(from, to, table, businessId)
  await setMoveStatus(from, [businessId], 'GONE')
  await to.query('delete from moves where business_uuid = $1', [businessId])
  await to.query('update users set password_hash = $2 where business_uuid = $1', [
    businessId,
    await hashOf('a password chosen after the move'),
  ])
  for (const at of [a, b])
    await until('the lists have been read again', async () => {
      await at.directory.locateMoved({ foundBy: null, hint: null })
      return (await at.where(`/sign-in/company/${businessId}`)).installation === 'c'
    })
  assert.equal((await read()).body.data.email, invited)
  const office = browserAt(b)
  const used = await office.post('/welcome', { token, name: 'New', password: 'a password of my own' })
  assert.equal(used.status, 200, used.body.message)
  assert.equal((await led(office)).session?.user.email, invited)
  assert.equal((await signIn(browserAt(b), email, PASSWORD)).status, 401, 'the source does not check the old password')
  assert.equal((await signIn(browserAt(b), email, 'a password chosen after the move')).status, 200)
})

async function hashOf(password: string): Promise<string> {
  const { hashPassword } = await import('../../src/app/people/users/passwords.ts')
  return hashPassword(password)
}

async function copy(from: pg.Client, to: pg.Client, table: string, businessId: string): Promise<void> {
  const { rows } = await from.query<{ all: unknown }>(
    `select jsonb_agg(to_jsonb(t)) as all from ${table} t where business_uuid = $1`,
    [businessId],
  )
  await to.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows[0]?.all),
  ])
}

test('the set-up link of one installation is used at another', async () => {
  const [d, e] = (await startInstallations(['d', 'e'], { publicUrl: ORIGIN })) as [Installation, Installation]
  const link = await newSetUpLink(e.running.app)
  const token = link?.split('/').at(-1) ?? ''
  const first = { business_name: 'First', time_zone: 'UTC', name: 'Owner', email: newEmail(), password: PASSWORD }
  const office = browserAt(d)
  const { status, body } = await office.post('/set-up', { ...first, token })
  assert.equal(status, 200, body.message)
  assert.equal((await browserAt(d).post('/set-up', { ...first, token })).status, 410)
  const there = visitor(e)
  there.cookie = office.cookie
  await there.open()
  assert.equal(there.session?.business.name, 'First')
})

interface Sent {
  request?: unknown
  to?: string
  secret?: string
  tamper?: boolean
}

/** Sends an encrypted request to b, as another installation does. */
async function ask({ request, to = 'b', secret = TEST_SECRET, tamper = false }: Sent) {
  const by = openSecrets(secret)
  const sealed = seal(by, { id: 'an ID', said: request })
  const at = String(Date.now())
  const bodyHash = createHash('sha256').update(sealed).digest('base64url')
  const text = signedPeerText({ to, at, method: 'POST', path: ASK_PATH, bodyHash })
  const response = await fetch(b.directoryUrl + ASK_PATH, {
    method: 'POST',
    headers: { [PEER_SIGNATURE]: `${at}.${by.sign('peer', text)}` },
    body: tamper ? `${sealed}AA` : sealed,
  })
  const body = await response.text()
  return { status: response.status, body, answer: openSealed(secrets, body) }
}

const visit = (email: string, call = 'POST /sign-in') => ({
  kind: 'visit',
  content: {
    call,
    input: { body: { email, password: PASSWORD } },
    visitor: { network: `net ${++networks}`, browserTokens: [] },
  },
})

test('only other installations are answered, about known calls', async () => {
  const { email } = await accountAt(b)
  const right = await ask({ request: visit(email) })
  assert.equal(right.status, 200)
  assert.equal(right.answer?.id, 'answer an ID')
  assert.ok(!right.body.includes(email))
  const refused: [Sent, number][] = [
    [{ request: visit(email), secret: 'another secret of more than 32 characters' }, 401],
    [{ request: visit(email), to: 'a' }, 401],
    [{ request: visit(email), tamper: true }, 401],
    [{ request: visit(email, 'POST /orders') }, 400],
    [{ request: visit(email, 'POST /sign-out') }, 400],
    [{ request: { kind: 'other', content: {} } }, 400],
    [{ request: { kind: 'visit', content: { call: 'POST /sign-in' } } }, 400],
    [{ request: { kind: 'return limits', content: [['office_reads', 'x']] } }, 400],
    [{ request: 'x'.repeat(60_000) }, 413],
  ]
  for (const [sent, status] of refused)
    assert.equal((await ask(sent)).status, status, JSON.stringify(sent).slice(0, 200))
})

test('an installation answers another one itself and asks nobody', async () => {
  const { email } = await accountAt(c)
  const { answer } = await ask({ request: visit(email) })
  const said = answer?.said as { refusal: { answer: { body: { details: { code: string } } } } } | undefined
  assert.equal(said?.refusal.answer.body.details.code, 'SIGN_IN_FAILED')
})

test('too many sign-ins of other installations don’t stop the directory', async (t) => {
  const { email } = await accountAt(b)
  const agent = new http.Agent({ maxSockets: Infinity })
  t.after(() => {
    isOver = true
    agent.destroy()
  })
  let isOver = false
  // The server ends a request that takes too long. A new one then replaces it, so that a slow machine holds the limit, too.
  const hold = (): void => {
    if (isOver) return
    http
      .request(b.directoryUrl + ASK_PATH, { method: 'POST', agent, headers: { 'content-length': 10 } })
      .on('error', () => {})
      .on('close', hold)
      .write('x')
  }
  for (let i = 0; i < MAX_PEER_REQUESTS.ask; i++) hold()
  await until('all are under way', async () => (await ask({ request: visit(email) })).status === 503)
  const key = (await b.business()).apiKey
  const { installation } = await a.where('/api/v1/orders', { authorization: `Bearer ${key}` })
  assert.equal(installation, 'b', 'a asks b about an unknown token')
  isOver = true
  agent.destroy()
  await until('the limit is free again', async () => (await ask({ request: visit(email) })).status === 200)
})

test('the answer to another request is not accepted', async (t) => {
  const recorded = (await ask({ request: visit((await accountAt(b)).email) })).body
  await b.stopDirectory()
  const impostor = http.createServer((request, response) => {
    request.resume().once('end', () => response.end(recorded))
  })
  impostor.listen(b.directoryPort, '127.0.0.1')
  await once(impostor, 'listening')
  t.after(async () => {
    impostor.closeAllConnections()
    impostor.close()
    await once(impostor, 'close')
    await b.startDirectory()
  })
  const { status, headers } = await signIn(browserAt(a), newEmail())
  assert.equal(status, 503)
  assert.deepEqual(headers.getSetCookie(), [])
})

test('a malformed result of another installation counts as no answer', async (t) => {
  let result: unknown = null
  await b.stopDirectory()
  const impostor = http.createServer((request, response) => {
    void text(request).then((body) => {
      const id = `answer ${openSealed(secrets, body)?.id}`
      response.end(seal(secrets, { id, said: { result } }))
    })
  })
  impostor.listen(b.directoryPort, '127.0.0.1')
  await once(impostor, 'listening')
  t.after(async () => {
    impostor.closeAllConnections()
    impostor.close()
    await once(impostor, 'close')
    await b.startDirectory()
  })
  for (result of [null, 'x', {}, [null], [{}], [{ session: 1, browser: 'x' }]]) {
    const email = newEmail()
    for (const [path, sent, expected] of [
      ['/sign-in', { email, password: PASSWORD }, 503],
      ['/sign-in/company', { email }, 503],
      ['/forgot-password', { email }, 200],
    ] as const) {
      const { status, headers } = await browserAt(a).post(path, sent)
      assert.deepEqual([status, headers.getSetCookie()], [expected, []], `${path} ${JSON.stringify(result)}`)
    }
  }
})
