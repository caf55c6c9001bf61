// Reasons why a company sign-in fails. The sign-in page has their texts.

export type CompanyRefusal =
  /** The provider is unreachable, or its response is not valid. */
  | 'UNREACHABLE'
  /** The provider's issuer differs from the expected issuer. */
  | 'ISSUER'
  /** The provider rejects our client ID and secret. */
  | 'CLIENT'
  /** The person or a rule of the company denied the sign-in. */
  | 'DENIED'
  /** The code was used before, has expired, or was issued to another client. */
  | 'CODE'
  /** The provider's clock and ours differ too much. */
  | 'CLOCK'
  /** The token is for another client or sign-in, or is not signed by the provider. */
  | 'TOKEN'
  /** `ELSEWHERE`: the sign-in began in another browser. `OVER`: the sign-in is already over. */
  | 'ELSEWHERE'
  | 'OVER'
  | 'NOT_SET_UP'
  | 'TOO_MANY'
  /** The provider doesn't state that the address belongs to the person. */
  | 'UNVERIFIED'
  | 'DOMAIN'
  | 'NO_ROLE'
  | 'REMOVED'
  /** The address belongs to a user of another business, or was assigned to another person. */
  | 'TAKEN'
  /**
   * `OTHER_PERSON`: the person who confirmed is not the user. `NOT_ANEW`: the person didn't sign in again at the
   * provider.
   */
  | 'OTHER_PERSON'
  | 'NOT_ANEW'
