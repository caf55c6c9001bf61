// OpenID Connect with openid-client, which is loaded at the first such sign-in.
import type { ClientAuth, Configuration, CustomFetch, DiscoveryRequestOptions } from 'openid-client'
import { type OpenId, OpenIdError, type OpenIdFault, type Provider, type ProviderTest } from '../app/ports/openid.ts'
import { type Claims, isSubject } from '../domain/users/company-claims.ts'
import { guardedFetch } from './webhooks/guarded-fetch.ts'
import { makeGuard, type Resolve } from './webhooks/webhook-guard.ts'

const SCOPE = 'openid email profile'
/** Timeout of the whole exchange with a provider, which consists of three responses. */
const TIMEOUT_SECONDS = 10

const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

export interface OpenIdOptions {
  /** Allows http and private addresses, as for webhooks (ALLOW_PRIVATE_WEBHOOKS). */
  allowPrivate: boolean
  /** Replaces name resolution in tests. */
  resolve?: Resolve
}

export function openOpenId({ allowPrivate, resolve }: OpenIdOptions): OpenId {
  const guard = makeGuard({ allowPrivate, ...(resolve && { resolve }) })
  const fetched: CustomFetch = (url, { method, headers, body }) =>
    guardedFetch(guard, url, { method, headers, body: body ? String(body as string | URLSearchParams) : undefined })

  /** Runs `work` with the provider. All its errors become an `OpenIdError`. */
  const withProvider = async <T>(
    provider: Provider,
    work: (client: Library, config: Configuration) => Promise<T>,
  ): Promise<T> => {
    const client = await library()
    try {
      return await work(client, await discover(client, provider, fetched, allowPrivate))
    } catch (error) {
      throw faultOf(client, error)
    }
  }

  return {
    urlFault: (url) => guard.urlFault(url),
    begin: (provider, { state, nonce, verifier }, { email, again }) =>
      withProvider(provider, async (client, config) => {
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: provider.redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(email && { login_hint: email }),
          ...(again && { prompt: 'login', max_age: '0' }),
        })
        return url.href
      }),
    finish: (provider, asked, answer) =>
      withProvider(provider, (client, config) => claimsOf(client, config, provider, asked, answer)),
    test: async (provider) => {
      const found: ProviderTest = { reached: false, issuer: null, redirect: null, secret: null, said: null }
      try {
        await withProvider(provider, async (client, config) => {
          Object.assign(found, { reached: true, issuer: true })
          found.redirect = await acceptsRedirect(client, config, provider, fetched)
          found.secret = await acceptsSecret(client, config, provider)
        })
      } catch (error) {
        const fault = error as OpenIdError
        found.said = innermostMessage(fault)
        if (fault.fault === 'ISSUER') Object.assign(found, { reached: true, issuer: false })
      }
      return found
    },
  }
}

/** Reads the provider's configuration. http is only allowed with `allowPrivate`. */
async function discover(
  client: Library,
  { issuer, clientId, clientSecret }: Provider,
  fetched: CustomFetch,
  allowPrivate: boolean,
): Promise<Configuration> {
  const insecure = allowPrivate && issuer.startsWith('http:')
  const options: DiscoveryRequestOptions = {
    [client.customFetch]: fetched,
    timeout: TIMEOUT_SECONDS,
    // Tokens that come directly from the provider are checked as strictly as those that pass through a browser.
    execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
  }
  const authentication = authenticationMethodOf(client, clientSecret)
  const config = await client.discovery(new URL(issuer), clientId, {}, authentication, options)
  // The library lets some multi-company providers name a different issuer. With such an issuer, any of its users
  // could sign in as any user here.
  if (new URL(config.serverMetadata().issuer).href !== new URL(issuer).href)
    throw new OpenIdError('ISSUER', config.serverMetadata().issuer)
  return config
}

/** Returns the provider's claims about the person, checked against the request. */
async function claimsOf(
  client: Library,
  config: Configuration,
  { redirectUri }: Provider,
  { state, nonce, verifier }: Parameters<OpenId['finish']>[1],
  answer: URLSearchParams,
) {
  const url = new URL(redirectUri)
  url.search = answer.toString()
  const tokens = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !isSubject(claims.sub)) throw new OpenIdError('TOKEN', 'no ID token, or no valid subject in it')
  const more = config.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    : {}
  // An email address and the claims that verify it must have the same source.
  const { email, email_verified, xms_edov }: Claims = 'email' in claims ? claims : more
  return { ...more, ...claims, email, email_verified, xms_edov }
}

/** Authenticates the client by a method that the provider supports, in the request body if possible. */
const authenticationMethodOf =
  (client: Library, secret: string): ClientAuth =>
  (as, ...rest) => {
    const inBody = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (inBody ? client.ClientSecretPost : client.ClientSecretBasic)(secret)(as, ...rest)
  }

/**
 * Tries a sign-in without user interaction. Returns whether it redirects to us. Null if the provider shows a page of
 * its own instead.
 */
async function acceptsRedirect(
  client: Library,
  config: Configuration,
  { redirectUri }: Provider,
  fetched: CustomFetch,
) {
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: client.randomState(),
    nonce: client.randomNonce(),
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    prompt: 'none',
  })
  const { status, headers } = await fetched(url.href, { method: 'GET', headers: {}, body: null, redirect: 'manual' })
  if (headers.get('location')?.startsWith(redirectUri)) return true
  return status >= 400 && status < 500 ? false : null
}

/** Returns whether the provider accepts our client secret, tested with a code that it never issued. Null if unknown. */
async function acceptsSecret(client: Library, config: Configuration, { redirectUri }: Provider) {
  try {
    await client.genericGrantRequest(config, 'authorization_code', {
      code: client.randomState(),
      redirect_uri: redirectUri,
      code_verifier: client.randomPKCECodeVerifier(),
    })
    return null
  } catch (error) {
    const { fault } = faultOf(client, error)
    return fault === 'CLIENT' ? false : fault === 'CODE' ? true : null
  }
}

const BY_CODE: Record<string, OpenIdFault> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'CLOCK',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'TOKEN',
  OAUTH_KEY_SELECTION_FAILED: 'TOKEN',
  OAUTH_INVALID_RESPONSE: 'TOKEN',
  OAUTH_UNSUPPORTED_OPERATION: 'TOKEN',
}

function faultOf(client: Library, error: unknown): OpenIdError {
  if (error instanceof OpenIdError) return error
  if (error instanceof client.AuthorizationResponseError) return new OpenIdError('DENIED', error)
  if (error instanceof client.WWWAuthenticateChallengeError) return new OpenIdError('CLIENT', error)
  if (error instanceof client.ResponseBodyError)
    return new OpenIdError(error.error === 'invalid_grant' ? 'CODE' : 'CLIENT', error)
  const { code } = error as { code?: unknown }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return new OpenIdError('ISSUER', error)
  return new OpenIdError(BY_CODE[String(code)] ?? 'UNREACHABLE', error)
}

/**
 * Returns the innermost message, because the errors that the library wraps contain the cause. For a wrong issuer,
 * returns its name.
 */
function innermostMessage(error: unknown): string | null {
  let [at, said]: [unknown, string | null] = [error, null]
  for (let depth = 0; at instanceof Error && depth < 5; depth++) {
    const { error: code, error_description: words } = at as { error?: string; error_description?: string }
    said = words ?? code ?? at.message
    at = at.cause
  }
  const issuer = typeof at === 'string' ? at : (at as { body?: { issuer?: unknown } } | undefined)?.body?.issuer
  return (typeof issuer === 'string' ? issuer : said)?.slice(0, 300) ?? null
}
