// A company's OpenID Connect provider: builds the sign-in request and verifies the response.
import { type PlainSentence } from '../../texts/text.ts'
import type { Claims } from '../../domain/users/company-claims.ts'
import type { CompanyRefusal } from '../../domain/users/company-refusal.ts'

/** A company's provider, with this server's credentials at it. */
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
  /** Email address that the provider may suggest to the user. Null if the user is not known yet. */
  email: string | null
  /** Whether the user must authenticate even if they are already signed in at the provider. */
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

/** Result of a test of the provider. A member is null if only a real sign-in can check it. */
export interface ProviderTest {
  reached: boolean
  issuer: boolean | null
  redirect: boolean | null
  secret: boolean | null
  /** Error message of the provider, or why it could not be reached. */
  said: string | null
}

export interface OpenId {
  /**
   * Returns the reason why this URL can't be an issuer. The reason follows the field's name in a message. Null if the
   * URL can be an issuer.
   */
  urlFault(url: string): Promise<PlainSentence | null>
  /** Returns the provider's URL for the browser's redirect. Throws OpenIdError. */
  begin(provider: Provider, round: SignInAttempt, asked: AuthorizationRequest): Promise<string>
  /**
   * Verifies the provider's response, which is the query of the redirect back. Returns the claims about the signed-in
   * person. Throws OpenIdError.
   */
  finish(provider: Provider, round: SignInAttempt, answer: URLSearchParams): Promise<Claims & { sub: string }>
  /**
   * Tests the provider with those requests of a sign-in that need no person. Never throws: the result contains the
   * failure.
   */
  test(provider: Provider): Promise<ProviderTest>
}
