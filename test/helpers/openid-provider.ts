// A company's real OpenID Connect provider on loopback. A test can make it lie.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Provider } from 'oidc-provider'
import { withSetCookies } from './office.ts'

export const CLIENT = { id: 'roundsman', secret: 'a secret that the company gave us' }

interface Jwt {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** Key that signs the token. It is the provider's own key unless a lie replaces it. */
  key: KeyObject
}

export interface TestProvider {
  issuer: string
  /** Claims of each person, keyed by subject. A subject that is not in the map has no claims. */
  people: Map<string, Record<string, unknown>>
  /** Changes each ID token. Null if tokens are sent unchanged. */
  lie: ((token: Jwt) => Jwt) | null
  /** Signs a person in at the URL of the redirect. Returns the URL that the provider redirects back to. */
  signIn(url: string, subject: string): Promise<string>
}

export async function startProvider(redirectUris: string[]): Promise<TestProvider> {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people: TestProvider['people'] = new Map()
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'its-own', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // The company trusts the client, so nobody has to consent.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const test: TestProvider = { issuer, people, lie: null, signIn }
  provider.use(async (ctx, next) => {
    await next()
    const answer = ctx.body as { id_token?: string } | null
    if (test.lie && ctx.path === '/token' && answer?.id_token)
      ctx.body = { ...answer, id_token: encoded(test.lie(decoded(answer.id_token, privateKey))) }
  })
  server.on('request', provider.callback())
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return test

  async function signIn(url: string, subject: string): Promise<string> {
    let cookie = ''
    let next = new URL(url)
    let form: URLSearchParams | null = null
    for (let step = 0; step < 8; step++) {
      const response: Response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie },
        ...(form && { method: 'POST', body: form }),
      })
      cookie = withSetCookies(cookie, response.headers.getSetCookie())
      const location = response.headers.get('location')
      if (location === null && form === null && next.pathname.startsWith('/interaction/')) {
        await response.text()
        form = new URLSearchParams({ prompt: 'login', login: subject, password: 'any' })
        continue
      }
      if (location === null) throw new Error(`${next.pathname} answered ${response.status} ${await response.text()}`)
      form = null
      next = new URL(location, next)
      if (next.origin !== issuer) return next.href
    }
    throw new Error('the provider never came back')
  }
}

const part = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Record<string, unknown>

function decoded(token: string, key: KeyObject): Jwt {
  const [header, claims] = token.split('.')
  return { header: part(header), claims: part(claims), key }
}

function encoded({ header, claims, key }: Jwt): string {
  const told = [header, claims].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')).join('.')
  return `${told}.${sign('sha256', Buffer.from(told), key).toString('base64url')}`
}

/** A key that belongs to no provider. */
export const strangeKey = (): KeyObject =>
  createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
