// Bodies with areas, which can be large: the areas are parsed off the event loop, the other members on it.
import { inEnglishOnly } from '../texts/text.ts'
import type { App } from '../app/context.ts'
import { AppError, invalid } from '../app/errors.ts'
import type { WorkOwner } from '../app/work-limiter.ts'
import { AreaTooIntricate } from '../app/ports/areas.ts'
import { MAX_BODY_BYTES } from '../contract/limits.ts'
import { parsedJson } from './bodies.ts'
import { MAX_DEPTH } from './strict-json.ts'

/** Returns the body with the parsed areas instead of the GeoJSON in `member`. */
export async function bodyWithAreas(
  { areas, workLimiters }: App,
  holder: WorkOwner,
  body: unknown,
  member: string,
): Promise<unknown> {
  if (!Buffer.isBuffer(body)) return body
  const read = await workLimiters.areas
    .hold(holder, () => areas.read(body, member))
    .catch((error: unknown) => {
      if (error instanceof AreaTooIntricate) throw invalid(member, 'is too complex to be read in time')
      throw error
    })
  if (!read) throw invalidJson('The body is not a JSON object.')
  if (read.rest === null) throw invalidJson(`The body is nested deeper than ${MAX_DEPTH} levels.`)
  if (read.rest.length > MAX_BODY_BYTES)
    throw Object.assign(new Error('too much beside the areas'), { statusCode: 413 })
  return { ...(parsedJson(Buffer.from(read.rest)) as object), [member]: read.areas }
}

const invalidJson = (message: string): AppError =>
  new AppError('invalid', 'INVALID_JSON', inEnglishOnly(message), { fields: [] })
