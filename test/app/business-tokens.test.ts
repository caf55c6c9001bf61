// Random tokens begin with the code of their business, and keep the format that they had without it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { openTestSide } from '../../src/app/business/test-side.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { beginCompany } from '../../src/app/people/sign-in/company-sign-in.ts'
import type { SignInAttempt } from '../../src/app/ports/openid.ts'
import { signedIn } from '../helpers/office.ts'
import { clientOf, startService } from '../helpers/service.ts'

const service = await startService()
const shop = await service.business()
const owner = await signedIn(service, shop.businessId)

const codeOf = (businessId: string): string => createHash('sha256').update(businessId).digest('base64url').slice(0, 6)

function assertBelongs(token: string | undefined, businessId = shop.businessId): void {
  assert.match(token ?? '', /^[A-Za-z0-9_-]{43}$/)
  assert.equal(token?.slice(0, 6), codeOf(businessId))
}

test('a key has the code of its side of the business after its kind', async () => {
  assert.match(shop.apiKey, /^rk_live_/)
  assertBelongs(shop.apiKey.slice('rk_live_'.length))
  const side = await openTestSide(service.app, shop.businessId)
  const { apiKey } = await createKey(service.app, { businessId: side, name: 'test' })
  assert.match(apiKey, /^rk_test_/)
  assertBelongs(apiKey.slice('rk_test_'.length), side)
  assert.equal((await clientOf(service.url, side, apiKey, '').get('/key')).status, 200)
})

test('the shown beginning of a key tells the keys of a business apart', async () => {
  const other = await createKey(service.app, { businessId: shop.businessId, name: 'other' })
  const { body } = await shop.get<{ prefix: string }>('/key')
  assert.ok(shop.apiKey.startsWith(body.data.prefix))
  assert.ok(!other.apiKey.startsWith(body.data.prefix))
})

test('sessions, invitations and password links have the code', async () => {
  assertBelongs(owner.cookie.match(/(?:^|; )roundsman=([^;]*)/)?.[1])
  const invited = await owner.post<{ link: string }>('/users/invite', {
    email: 'new@office.test',
    role: 'DISPATCHER',
    depot_uuids: null,
  })
  assertBelongs(invited.body.data.link.split('/').at(-1))
  const reset = await owner.post<{ link: string }>(`/users/${owner.session?.user.user_uuid}/reset-link`)
  assertBelongs(reset.body.data.link.split('/').at(-1))
})

test('the state of a single sign-on has the code', async (t) => {
  const { app } = service.running
  let attempt: SignInAttempt | undefined
  t.mock.method(app.openId, 'begin', async (_provider: unknown, given: SignInAttempt) => {
    attempt = given
    return 'https://company.test/'
  })
  await service.app.db.query(
    `insert into single_sign_on (business_uuid, issuer, client, client_secret, mail_domains, role_rules, version)
     values ($1, 'https://company.test', 'client', $2, '{company.test}', '[]', 1)`,
    [shop.businessId, app.secrets.encrypt('secret')],
  )
  await beginCompany(app, shop.businessId, { network: '192.0.2.1', session: null })
  assertBelongs(attempt?.state)
})

test('tokens of one business differ in their 37 other characters', () => {
  const { secrets } = service.app
  const tokens = Array.from({ length: 1_000 }, () => secrets.businessToken(shop.businessId))
  assert.equal(new Set(tokens.map((token) => token.slice(6))).size, tokens.length)
  for (let i = 6; i < 43; i++) assert.ok(new Set(tokens.map((token) => token[i])).size > 40, `character ${i}`)
})
