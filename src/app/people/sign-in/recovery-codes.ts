// Recovery codes for users who lost their second factor. Each works once.
import { randomInt } from 'node:crypto'
import type { Tx } from '../../../store/database.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

const COUNT = 10
const LENGTH = 24
/**
 * Characters of a recovery code, without characters that are easily confused. A code has 24 characters, which are 118
 * bits. Therefore a hash without salt is safe enough, as for API keys.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Replaces all recovery codes. Returns the new codes in readable form. Only their hashes are stored, so they can be
 * shown only now.
 */
export async function newRecoveryCodes(app: App, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  const hashes = codes.map((code) => app.secrets.hash(code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes.map((code) => (code.match(/.{6}/g) ?? []).join('-'))
}

/** Uses a code. Returns false if it is wrong or was used before. */
export const useRecoveryCode = (app: App, tx: Tx, userId: string, typed: string) =>
  takeRecoveryCode(tx, userId, app.secrets.hash(typed.toLowerCase().replace(/[^a-z0-9]/g, '')))
