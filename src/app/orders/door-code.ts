// The code that a customer tells the driver at the door. It is derived from the secret, so the database doesn't store
// it.
import { createHash } from 'node:crypto'
import { doorCodeFromBytes, type RequiredDoorChecks } from '../../domain/routes/door-checks.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { Business } from '../../store/settings/businesses.ts'
import type { App } from '../context.ts'

/**
 * Returns the codes that are valid at the door, the current code first. During a rotation of the secret, the code from
 * the previous secret is also valid, because customers may have been given either.
 */
export const doorCodes = ({ secrets }: Pick<App, 'secrets'>, orderId: string): string[] =>
  secrets.macs('door-code', orderId).map((mac) => doorCodeFromBytes([...mac]))

export const doorCode = (app: Pick<App, 'secrets'>, orderId: string): string => doorCodes(app, orderId)[0] ?? ''

/**
 * The digest by which the phone checks a code without reception. There are only 10,000 codes, so an attacker with the
 * page can try them all. Therefore the server compares the entered code again, and the office sees the result.
 */
export const codeDigest = (orderId: string, code: string): string =>
  createHash('sha256').update(`${orderId}:${code}`).digest('hex')

export const doorNeeds = (rules: OrderRules | null, { doorCode }: Pick<Business, 'doorCode'>): RequiredDoorChecks => ({
  collectAmount: rules?.collectAmount,
  idCheck: rules?.idCheck,
  doorCode: rules?.doorCode ?? doorCode,
})
