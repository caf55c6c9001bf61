// Hashes and verifies passwords. The hashes are argon2id in the standard text form, which contains salt and costs.
// Hashing is expensive, so requests must run it through `app.workLimiters.passwords`.
import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Costs from OWASP's Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane.
const COSTS = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, COSTS)
  const { memory, passes, parallelism } = COSTS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Returns false if the password is wrong or the hash has another format. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const given = await derive(password, Buffer.from(salt, 'base64'), costs)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// Normalizes the password to NFKC, because keyboards and systems encode the same characters differently.
const derive = (password: string, nonce: BinaryLike, costs: typeof COSTS): Promise<Buffer> =>
  promisify(argon2)('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES, ...costs })

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
