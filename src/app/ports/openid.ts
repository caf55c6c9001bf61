// A company's OpenID Connect provider: where a browser is sent to sign in, and what its answer proves.
import { type PlainSentence } from '../../texts/text.ts'
import type { Claims } from '../../domain/users/company-claims.ts'
import type { CompanyRefusal } from '../../domain/users/company-refusal.ts'

/** The provider, and what we are there. */
export interface Provider {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** What ties an answer to the browser that was sent. */
export interface Round {
  state: string
  nonce: string
  verifier: string
}

export interface Asked {
  /** Whom the provider may suggest. */
  email: string | null
  /** Whether the person has to sign in there anew. */
  again: boolean
}

/** What may be wrong with the provider, or with what it answered. */
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

/** What a test found; null where only a person who signs in can tell. */
export interface ProviderTest {
  reached: boolean
  issuer: boolean | null
  redirect: boolean | null
  secret: boolean | null
  /** What the provider said, or why it was not reached. */
  said: string | null
}

export interface OpenId {
  /** Why an issuer may not have this URL, reading on from its name, or null. */
  urlFault(url: string): Promise<PlainSentence | null>
  /** The address to send a browser to; throws OpenIdError. */
  begin(provider: Provider, round: Round, asked: Asked): Promise<string>
  /** What the provider says of who signed in, by the query it sent the browser back with; throws OpenIdError. */
  finish(provider: Provider, round: Round, answer: URLSearchParams): Promise<Claims & { sub: string }>
  /** Asks as a sign-in would, without a person. Never throws. */
  test(provider: Provider): Promise<ProviderTest>
}
