// The code that a customer tells the driver at the door: derived from the secret, so that nothing of it is stored.
import { createHash } from 'node:crypto'
import { codeFrom, type DoorNeeds } from '../../domain/routes/door-checks.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { Business } from '../../store/settings/businesses.ts'
import type { App } from '../context.ts'

/** The code of now, and the one of before while the secret is rotated: the customer may have been told either. */
export const doorCodes = ({ secrets }: Pick<App, 'secrets'>, orderId: string): string[] =>
  secrets.macs('door-code', orderId).map((mac) => codeFrom([...mac]))

export const doorCode = (app: Pick<App, 'secrets'>, orderId: string): string => doorCodes(app, orderId)[0] ?? ''

/**
 * What the phone checks a code by, also without reception. There are 10,000 codes: who takes the page apart can try them
 * all, so the server compares what was entered again, and the office sees what came of it.
 */
export const codeDigest = (orderId: string, code: string): string =>
  createHash('sha256').update(`${orderId}:${code}`).digest('hex')

export const doorNeeds = (rules: OrderRules | null, { doorCode }: Pick<Business, 'doorCode'>): DoorNeeds => ({
  collectAmount: rules?.collectAmount,
  idCheck: rules?.idCheck,
  doorCode: rules?.doorCode ?? doorCode,
})
