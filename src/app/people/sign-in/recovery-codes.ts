// Recovery codes for users who lost their second factor: each works once.
import { randomInt } from 'node:crypto'
import type { Tx } from '../../../store/database.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'

const COUNT = 10
const LENGTH = 24
/** Without what is easily read for something else; 24 of them are 118 bits, so that a hash keeps them as it keeps a key. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New codes in place of the ones before, as they are shown this once. */
export async function newRecoveryCodes(app: App, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  const hashes = codes.map((code) => app.secrets.hash(code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes.map((code) => (code.match(/.{6}/g) ?? []).join('-'))
}

/** Uses the code up; false when it is none, or was used before. */
export const useRecoveryCode = (app: App, tx: Tx, userId: string, typed: string) =>
  takeRecoveryCode(tx, userId, app.secrets.hash(typed.toLowerCase().replace(/[^a-z0-9]/g, '')))
