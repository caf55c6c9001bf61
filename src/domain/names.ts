// Converts names between camelCase in code and snake_case in the database and on the wire. There, the name of an ID
// ends in _uuid: `orderId` is order_uuid.

/** IDs that keep the suffix _id in snake_case. */
const PLAIN_IDS: ReadonlySet<string> = new Set(['actorId', 'deliveryId', 'providerId', 'requestId'])

/** The name in code. */
export type Camel<Name extends string> = Name extends `${infer Of}_uuid` ? Joined<`${Of}_id`> : Joined<Name>

type Joined<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Joined<Rest>>}`
  : Name

/** Returns the name in the database and on the wire. A name that is already in that form stays. */
export const snake = memoize((name) =>
  (PLAIN_IDS.has(name) ? name : name.replace(/Id$/, 'Uuid')).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Returns the name in code. A name that is already in that form stays. */
export const camel = memoize((name) =>
  name.replace(/_uuid$/, '_id').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

/** Caches results without a limit, because the number of names in code is small, regardless of the number of rows. */
function memoize(spell: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const spelt = spell(name)
    known.set(name, spelt)
    return spelt
  }
}
