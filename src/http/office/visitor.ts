// Returns the network and the browser of a sign-in.
import type { Visitor } from '../../app/people/sign-in/sign-in.ts'
import { networkOf } from '../network.ts'
import type { Exchange } from '../serve.ts'
import { browserTokens } from './cookie.ts'

/** More than browsers send. */
const MAX_HEADER_CHARACTERS = 1_000

export const visitorOf = ({ app, request }: Pick<Exchange, 'app' | 'request'>): Visitor => ({
  network: networkOf(request.ip),
  browserTokens: browserTokens(request, app.publicUrl),
  userAgent: request.headers['user-agent']?.slice(0, MAX_HEADER_CHARACTERS),
  languages: request.headers['accept-language']?.slice(0, MAX_HEADER_CHARACTERS),
})
