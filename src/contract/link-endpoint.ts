// An endpoint behind a link, as one literal: the token in its path is the key. http/ binds it.
import type { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'
import type { LinkLimit } from './limits.ts'

export interface LinkEndpoint extends AnyEndpoint {
  /** What the link is limited by. */
  limit: LinkLimit
  /** What `data` holds. PAGE: the reply is a page. */
  reply: z.ZodType | 'PAGE'
  /** Counts once under its Idempotency-Key, also by a link that has ended: what is sent late is stored for the office. */
  late?: boolean
}

/** Keeps the literal's own types while checking that it is an endpoint. */
export const linkEndpoint = <const E extends LinkEndpoint>(literal: E): E => literal
