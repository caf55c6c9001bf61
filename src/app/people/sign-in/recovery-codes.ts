// Recovery codes for users who lost their second factor. Each works once.
import { randomInt } from 'node:crypto'
import type { Tx } from '../../../store/database.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

const COUNT = 10
const LENGTH = 24
/**
 * Excludes characters that are easily confused. 24 characters have 118 bits, so a plain hash is as safe as for an API
 * key.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces all recovery codes. Returns the new ones in the form in which they are shown, only this once. */
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
