// Why nobody was signed in by their company; the sign-in page has the words.

export type CompanyRefusal =
  /** The provider does not answer, or not as one. */
  | 'UNREACHABLE'
  /** It is another issuer than it should be. */
  | 'ISSUER'
  /** It does not take our client id and secret. */
  | 'CLIENT'
  /** The person, or a rule of the company, said no. */
  | 'DENIED'
  /** The code was used before, has run out, or was given to another. */
  | 'CODE'
  /** Its clock and ours differ too much. */
  | 'CLOCK'
  /** What it signed is not for us, not for this sign-in, or not by it. */
  | 'TOKEN'
  /** It began in another browser, or was answered before. */
  | 'ELSEWHERE'
  | 'OVER'
  | 'NOT_SET_UP'
  | 'TOO_MANY'
  /** The provider does not say that the address is the person's own. */
  | 'UNVERIFIED'
  | 'DOMAIN'
  | 'NO_ROLE'
  | 'REMOVED'
  /** The address is of somebody in another business, or was given to another person. */
  | 'TAKEN'
  /** The person who confirms is another, or did not sign in anew. */
  | 'OTHER_PERSON'
  | 'NOT_ANEW'
