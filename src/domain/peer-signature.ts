// Signature of a request between installations. It covers the recipient and the time, so that a recorded request can't
// be sent to another installation, or later.

export const PEER_PURPOSE = 'peer'
/** Header with the time in milliseconds, a dot, and the signature. */
export const PEER_SIGNATURE = 'x-roundsman-peer'
/** Maximum difference of the clocks, plus the time that the request takes. */
const PEER_MS = 30_000

export interface SignedRequest {
  /** Name of the recipient. */
  to: string
  /** Milliseconds of Unix time. */
  at: string
  method: string
  path: string
  /** SHA-256 of the body, in base64url. */
  bodyHash: string
}

export const signedPeerText = ({ to, at, method, path, bodyHash }: SignedRequest): string =>
  [to, at, method, path, bodyHash].join('\n')

/** Splits the header. Null if it is malformed, or if its time differs too much from `now`. */
export function readPeerSignature(header: unknown, now: Date): { at: string; signature: string } | null {
  const [, at = '', signature = ''] = /^(\d{13})\.([A-Za-z0-9_-]{43})$/.exec(String(header)) ?? []
  if (at === '') return null
  return Math.abs(now.getTime() - Number(at)) <= PEER_MS ? { at, signature } : null
}
