// Installations behind one host name: which part of a request names its business
// (docs/decisions/048-installations-ask-each-other.md).

/** Kinds of tokens and addresses that an installation finds a business by. */
export const TOKEN_KINDS = [
  'KEY',
  'SESSION',
  'ROUTE',
  'DRIVER_PAGE',
  'TRACKING',
  'RECEIPT',
  'CONNECTOR',
  'FILE',
  'LOGO',
  'USER_LINK',
] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** A token or an address. */
export interface FoundBy {
  kind: TokenKind
  /** Hash of the token in base64url. Connectors, files and logos: the UUID in their address, which is not a secret. */
  value: string
}

/** Parts of a request that show where the request belongs. */
export interface Subject {
  /** Null if the request has neither a token nor an address. */
  foundBy: FoundBy | null
  /** The business's digest or its beginning, which may be wrong if there is also a token. Null if there is none. */
  hint: string | null
}

const IS_UUID: Record<TokenKind, boolean> = {
  KEY: false,
  SESSION: false,
  ROUTE: false,
  DRIVER_PAGE: false,
  TRACKING: false,
  RECEIPT: false,
  CONNECTOR: true,
  FILE: true,
  LOGO: true,
  USER_LINK: false,
}
const HASH = /^[A-Za-z0-9_-]{43}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the question of another installation, or null if it is malformed. */
export function foundByOf(kind: unknown, value: unknown): FoundBy | null {
  const known = TOKEN_KINDS.find((one) => one === kind)
  if (!known || typeof value !== 'string') return null
  return (IS_UUID[known] ? UUID : HASH).test(value) ? { kind: known, value } : null
}

/** Name of an installation in settings and headers. */
export const INSTALLATION_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/

/** Header with the name of an installation, in the answer to the proxy. */
export const INSTALLATION_HEADER = 'x-installation'
