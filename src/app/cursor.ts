// Cursors of lists that page: a place in the list, signed together with the business and the list it belongs to.
import type { Context } from './context.ts'
import { invalid } from './errors.ts'

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** Null on the last page. */
  nextCursor: string | null
}

export function writeCursor(ctx: Context, list: string, place: object): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${ctx.secrets.sign('cursor', `${ctx.businessId}:${list}:${text}`)}`
}

/** What `writeCursor` wrote for the same list and business; anything else is refused. */
export function readCursor(ctx: Context, list: string, cursor: string): unknown {
  const [text = '', signature = '', ...more] = cursor.split('.')
  if (more.length > 0 || !ctx.secrets.verify('cursor', `${ctx.businessId}:${list}:${text}`, signature))
    throw invalid('cursor', 'is not one of ours for this list, or was altered; start again without it')
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
