// The second factor: six digits derived from a shared secret and the time (RFC 6238, SHA-1 and 30 seconds, like all
// authenticator apps).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CLOCK_SLACK_MS } from '../../../domain/clock-slack.ts'

const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new secret in base32 with 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

const stepAt = (ms: number): number => Math.floor(ms / 1000 / STEP_SECONDS)

/**
 * Returns the latest time step whose code a server process accepts now, even if its clock is fast by the permitted
 * difference.
 */
export const latestTotpStep = (now: Date): number => stepAt(now.getTime() + CLOCK_SLACK_MS) + 1

/**
 * Returns the time step of this code. Also accepts the codes of the previous and next time steps, because clocks
 * differ. Null if the code is wrong.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const current = stepAt(now.getTime())
  const fits = [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    const given = Buffer.from(code)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits ?? null
}

/** Returns the code of a time step (RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.toUpperCase(), (char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
