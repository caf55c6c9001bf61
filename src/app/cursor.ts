// Cursors of paged lists. A cursor holds a position and is signed together with its business and list.
import type { Context } from './context.ts'
import { invalid } from './errors.ts'

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** Cursor that requests the next page. Null on the last page. */
  nextCursor: string | null
}

/** Returns a signed cursor for a position (`place`) in the list. */
export function writeCursor(ctx: Context, list: string, place: object): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${ctx.secrets.sign('cursor', `${ctx.businessId}:${list}:${text}`)}`
}

/**
 * Returns the position that `writeCursor` received for the same list and business. Throws `invalid` for any other
 * cursor.
 */
export function readCursor(ctx: Context, list: string, cursor: string): unknown {
  const [text = '', signature = '', ...more] = cursor.split('.')
  if (more.length > 0 || !ctx.secrets.verify('cursor', `${ctx.businessId}:${list}:${text}`, signature))
    throw invalid('cursor', 'is not a cursor of this list, or was changed; start again without it')
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
