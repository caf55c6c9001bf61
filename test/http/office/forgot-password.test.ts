// Forgotten passwords and lost phones over real HTTP: the mailed link, its limits, and recovery codes.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { createUser } from '../../../src/app/setup/create-user.ts'
import { totpCode } from '../../../src/app/sign-in/totp.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
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
const ask = (email: string) => visitor(service).post('/forgot-password', { email })

async function mailedToken(email: string): Promise<string> {
  const mail = once(mails, 'mail')
  assert.equal((await ask(email)).status, 200)
  const [{ to, text }] = (await mail) as [{ to: string; text: string }]
  assert.equal(to, email)
  return /\/welcome\/([\w-]+)/.exec(text)?.[1] ?? ''
}

async function withSecondFactor(): Promise<{ office: Office; codes: string[]; code: () => string }> {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId)
  const { secret } = (await office.post<{ secret: string }>('/account/totp/begin')).body.data
  const code = (): string => totpCode(secret, Math.floor(clock.now().getTime() / 30_000))
  const { body } = await office.post<{ recovery_codes: string[] }>('/account/totp', { secret, code: code() })
  return { office, codes: body.data.recovery_codes, code }
}

test('a mailed link works once, within its hour, and ends every session; a newer one ends it', async () => {
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

test('the answer tells nobody who has an account; mails to one are few, and nobody can put off the next', async () => {
  const { businessId } = await service.business()
  const email = 'three@office.test'
  await createUser(service.app, businessId, { email, name: 'Test', role: 'VIEWER', password: PASSWORD })
  clock.advance(3_601)
  const known = await ask(email.toUpperCase())
  const unknown = await ask('nobody@office.test')
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  for (let i = 0; i < 2; i++) await mailedToken(email)
  const before = sent
  clock.advance(1_800)
  assert.equal((await ask(email)).status, 200)
  clock.advance(1_801)
  await mailedToken(email)
  assert.equal(sent, before + 1)
  assert.deepEqual((await ask('no address')).body.details.fields, ['email'])
})

test('one address asks twenty times in a row, no more', async () => {
  clock.advance(3_601)
  for (let i = 0; i < 20; i++) assert.equal((await ask(`many-${i}@office.test`)).status, 200)
  const refused = await ask('many@office.test')
  assert.deepEqual([refused.status, refused.body.details.code], [429, 'TOO_MANY_RESETS'])
  clock.advance(3_601)
  assert.equal((await ask('many@office.test')).status, 200)
})

test('a mailed link leaves the second factor in place, and signs nobody in without it', async () => {
  const { office, code } = await withSecondFactor()
  clock.advance(3_601)
  const token = await mailedToken(emailOf(office))
  const browser = visitor(service)
  assert.equal((await browser.post('/welcome', { token, password: 'another password' })).status, 200)
  assert.equal((await browser.get('/session')).body.data, null)
  const input = { email: emailOf(office), password: 'another password' }
  assert.equal((await browser.post('/sign-in', input)).body.details.code, 'CODE_NEEDED')
  assert.equal((await browser.post('/sign-in', { ...input, code: code() })).status, 200)
})

test('a recovery code stands in for the second factor once; new ones end the old, removing it ends all', async () => {
  const { office, codes } = await withSecondFactor()
  assert.equal(new Set(codes).size, 10)
  const signIn = (code: string | undefined) =>
    visitor(service).post('/sign-in', { email: emailOf(office), password: PASSWORD, code })
  assert.equal((await signIn(codes[0]?.toUpperCase().replace('-', ' '))).status, 200)
  assert.equal((await signIn(codes[0])).body.details.code, 'CODE_WRONG')
  const wrong = await office.post('/account/recovery-codes', { current_password: 'x' })
  assert.deepEqual(wrong.body.details.fields, ['current_password'])
  const renewed = await office.post<{ recovery_codes: string[] }>('/account/recovery-codes', {
    current_password: PASSWORD,
  })
  assert.equal((await signIn(codes[1])).body.details.code, 'CODE_WRONG')
  assert.equal((await signIn(renewed.body.data.recovery_codes[0])).status, 200)
  await office.send('DELETE', '/account/totp', { current_password: PASSWORD })
  const none = await office.post('/account/recovery-codes', { current_password: PASSWORD })
  assert.equal(none.body.details.code, 'NO_SECOND_FACTOR')
  assert.equal((await signIn(undefined)).status, 200)
})
