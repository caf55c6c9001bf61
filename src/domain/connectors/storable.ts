// Makes parsed JSON storable: PostgreSQL stores no U+0000 and no half of a surrogate pair.

const MAX_DEPTH = 64

/** Returns the value without such characters. Throws a RangeError if it is nested too deeply. */
export function storable(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), storable(member, depth + 1)]),
  )
}

const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
