// A company's OpenID Connect provider: builds the sign-in request and verifies the response.
import { type PlainSentence } from '../../texts/text.ts'
import type { Claims } from '../../domain/users/company-claims.ts'
import type { CompanyRefusal } from '../../domain/users/company-refusal.ts'

/** The provider, with the credentials of this server there. */
export interface Provider {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** Values that tie a response to the browser that made the request. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
}

export interface AuthorizationRequest {
  /** Account that the provider may suggest. */
  email: string | null
  /** Whether the person must authenticate again even if the provider has a session. */
  again: boolean
}

/** Problem with the provider or with its response. */
export type OpenIdFault = Extract<
  CompanyRefusal,
  'UNREACHABLE' | 'ISSUER' | 'CLIENT' | 'DENIED' | 'CODE' | 'CLOCK' | 'TOKEN'
>

export class OpenIdError extends Error {
  readonly fault: OpenIdFault
  constructor(fault: OpenIdFault, cause: unknown) {
    super(`OpenID Connect: ${fault}`, { cause })
    this.fault = fault
  }
}

/** Result of a test of the provider. Null members can be checked only by a real sign-in. */
export interface ProviderTest {
  reached: boolean
  issuer: boolean | null
  redirect: boolean | null
  secret: boolean | null
  /** Error message of the provider, or why it could not be reached. */
  said: string | null
}

export interface OpenId {
  /** Returns why this URL can't be an issuer, as a predicate that follows the field name. Null if it can. */
  urlFault(url: string): Promise<PlainSentence | null>
  /** Returns the URL for the browser's redirect. Throws OpenIdError. */
  begin(provider: Provider, round: SignInAttempt, asked: AuthorizationRequest): Promise<string>
  /** Returns the provider's claims on the signed-in person, from the query of the redirect back. Throws OpenIdError. */
  finish(provider: Provider, round: SignInAttempt, answer: URLSearchParams): Promise<Claims & { sub: string }>
  /** Makes the requests of a sign-in without a person. Never throws. */
  test(provider: Provider): Promise<ProviderTest>
}
