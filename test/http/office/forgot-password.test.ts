// Tests forgotten passwords and lost phones over real HTTP: the mailed link, its limits, and recovery codes.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '../../../src/app/people/users/create-user.ts'
import { totpCode } from '../../../src/app/people/sign-in/totp.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, PASSWORD, PASSWORD_HASH, signedIn, visitor } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const mails = new EventEmitter()
let sent = 0
const service = await startService({
  replaced: {
    clock: clock.now,
    email: {
      name: 'smtp',
      send: async (mail) => {
        sent++
        mails.emit('mail', mail)
        return { kind: 'sent', providerId: null }
      },
    },
  },
})

const emailOf = (office: Office): string => office.session?.user.email ?? ''
const ask = (email: string, address?: string) => visitor(service, address).post('/forgot-password', { email })

async function mailedToken(email: string, address?: string): Promise<string> {
  const mail = once(mails, 'mail')
  assert.equal((await ask(email, address)).status, 200)
  const [{ to, text }] = (await mail) as [{ to: string; text: string }]
  assert.equal(to, email)
  return /\/welcome\/([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Number of mails sent. Waits for the expected number, and then 100 ms for any mail beyond it. */
async function mailed(expected: number): Promise<number> {
  for (let tries = 0; sent < expected && tries < 100; tries++) await sleep(50)
  await sleep(100)
  return sent
}

async function withSecondFactor(): Promise<{ office: Office; codes: string[]; code: () => string }> {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const begun = await office.post<{ secret: string }>('/account/totp/begin')
  const { secret } = begun.body.data
  const code = (): string => totpCode(secret, Math.floor(clock.now().getTime() / 30_000))
  const { body } = await office.post<{ recovery_codes: string[] }>('/account/totp', { code: code() })
  clock.advance(30)
  return { office, codes: body.data.recovery_codes, code }
}

test('the mail is in the person’s language, else the business’s or the browser’s', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const subject = async (browser: string): Promise<string> => {
    const mail = once(mails, 'mail')
    await visitor(service).send('POST', '/forgot-password', { email: emailOf(office) }, { 'accept-language': browser })
    const [{ subject: said, text }] = (await mail) as [{ subject: string; text: string }]
    assert.match(text, /\/welcome\//)
    return said
  }
  assert.match(await subject('en'), /^Choose a new password/)
  assert.match(await subject('es-MX'), /^Elija una contraseña nueva/)
  assert.equal((await office.post('/account/language', { language: 'es' })).status, 200)
  assert.match(await subject('en'), /^Elija una contraseña nueva/)
})

test('a mailed link works once within an hour, ends all sessions, and is replaced by a newer one', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const first = await mailedToken(emailOf(office))
  const second = await mailedToken(emailOf(office))
  const choose = (token: string) => visitor(service).post('/welcome', { token, password: 'another password' })
  assert.equal((await choose(first)).status, 410)
  assert.equal((await choose(second)).status, 200)
  assert.equal((await choose(second)).status, 410)
  assert.equal((await office.get('/session')).body.data, null)
  assert.equal((await visitor(service).post('/sign-in', { email: emailOf(office), password: PASSWORD })).status, 401)
  const late = await mailedToken(emailOf(office))
  clock.advance(3_601)
  assert.equal((await choose(late)).status, 410)
})

test('the response does not reveal accounts, each account gets few mails, and other people can’t block them', async () => {
  const { businessId } = await service.business()
  const email = 'Three@office.test'
  await createUser(service.app, businessId, { email, name: 'Test', role: 'VIEWER', password: PASSWORD })
  const token = await mailedToken(email)
  assert.ok(token)
  const before = sent
  const known = await ask(email.toUpperCase())
  const unknown = await ask('nobody@office.test')
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  assert.deepEqual(known.body.data, { mails: true })
  for (let i = 0; i < 5; i++) assert.equal((await ask(email)).status, 200)
  await mailedToken(email, '198.51.100.7')
  assert.equal(await mailed(before + 3), before + 3, 'three from one network, and one from another')
  clock.advance(1_200)
  await mailedToken(email)
  for (let i = 0; i < 30; i++) await ask(email, `203.0.113.${i}`)
  assert.equal(await mailed(before + 19), before + 19, 'twenty per day')
  assert.deepEqual((await ask('no address')).body.details.fields, ['email'])
})

test('a network can ask twenty times at once, then once every three minutes', async () => {
  const address = '198.51.100.8'
  for (let i = 0; i < 20; i++) assert.equal((await ask(`many-${i}@office.test`, address)).status, 200)
  const refused = await ask('many@office.test', address)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '180'])
  clock.advance(180)
  assert.equal((await ask('many@office.test', address)).status, 200)
})

test('a browser that used a mailed link can sign in while others guess the password', async () => {
  const { businessId } = await service.business()
  const email = 'attacked@office.test'
  await createUser(service.app, businessId, { email, name: 'Test', role: 'VIEWER', password: PASSWORD_HASH })
  for (let i = 0; i < 50; i++) await visitor(service, `203.0.113.${i}`).post('/sign-in', { email, password: 'wrong' })
  const fresh = visitor(service, '198.51.100.9')
  assert.equal((await fresh.post('/sign-in', { email, password: PASSWORD })).status, 429)
  const token = await mailedToken(email, '198.51.100.9')
  assert.equal((await fresh.post('/welcome', { token, password: 'another password' })).status, 200)
  await fresh.post('/sign-out')
  assert.equal((await fresh.post('/sign-in', { email, password: 'another password' })).status, 200)
})

test('a mailed link keeps the second factor, which the next sign-in needs', async () => {
  const { office, code } = await withSecondFactor()
  const token = await mailedToken(emailOf(office))
  const browser = visitor(service)
  assert.equal((await browser.post('/welcome', { token, password: 'another password' })).status, 200)
  assert.equal((await browser.get('/session')).body.data, null)
  const input = { email: emailOf(office), password: 'another password' }
  assert.equal((await browser.post('/sign-in', input)).body.details.code, 'CODE_NEEDED')
  assert.equal((await browser.post('/sign-in', { ...input, code: code() })).status, 200)
})

test('a recovery code replaces the second factor once, new codes end the old ones, and removing the factor ends all', async () => {
  const { office, codes } = await withSecondFactor()
  assert.equal(new Set(codes).size, 10)
  const signIn = (code: string | undefined) =>
    visitor(service).post('/sign-in', { email: emailOf(office), password: PASSWORD, code })
  assert.equal((await signIn(codes[0]?.toUpperCase().replace('-', ' '))).status, 200)
  assert.equal((await signIn(codes[0])).body.details.code, 'CODE_WRONG')
  const renewed = await office.post<{ recovery_codes: string[] }>('/account/recovery-codes')
  assert.equal((await signIn(codes[1])).body.details.code, 'CODE_WRONG')
  assert.equal((await signIn(renewed.body.data.recovery_codes[0])).status, 200)
  await office.send('DELETE', '/account/totp')
  const none = await office.post('/account/recovery-codes')
  assert.equal(none.body.details.code, 'NO_SECOND_FACTOR')
  assert.equal((await signIn(undefined)).status, 200)
})
