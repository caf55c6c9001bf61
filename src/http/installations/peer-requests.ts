// Answers the encrypted requests of other installations.
import type { App } from '../../app/context.ts'
import { DESCRIBE_SESSION, describeHere, END_SESSION, endHere } from '../../app/people/sign-in/browser-sessions.ts'
import type { PeerRequest } from '../../app/ports/peers.ts'
import { officeBindings } from '../operations/all.ts'
import { answerReturn, answerVisit, RETURN_LIMITS, VISIT } from './visits.ts'

/** Answer to a request that this version does not know, or that is malformed. */
export const UNKNOWN_REQUEST = Symbol('unknown request')

export async function answerPeerRequest(app: App, { kind, content }: PeerRequest): Promise<unknown> {
  if (kind === VISIT) return (await answerVisit(app, officeBindings, content)) ?? UNKNOWN_REQUEST
  if (kind === RETURN_LIMITS) return (await answerReturn(app, content)) ?? UNKNOWN_REQUEST
  if (typeof content !== 'string') return UNKNOWN_REQUEST
  if (kind === DESCRIBE_SESSION) return describeHere(app, content)
  if (kind !== END_SESSION) return UNKNOWN_REQUEST
  await endHere(app, content)
  return true
}
