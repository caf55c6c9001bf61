// A name has two spellings: camelCase in code, and snake_case in the database and on the wire, where the id of something
// says that it is a UUID: `orderId` is order_uuid.

/** The ids that are called an id there too. */
const PLAIN_IDS: ReadonlySet<string> = new Set(['actorId', 'deliveryId', 'providerId', 'requestId'])

/** The name as code has it. */
export type Camel<Name extends string> = Name extends `${infer Of}_uuid` ? Joined<`${Of}_id`> : Joined<Name>

type Joined<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Joined<Rest>>}`
  : Name

/** The name as the database and the wire have it; a name that is so already stays. */
export const snake = remembering((name) =>
  (PLAIN_IDS.has(name) ? name : name.replace(/Id$/, 'Uuid')).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** The name as code has it; a name that is so already stays. */
export const camel = remembering((name) =>
  name.replace(/_uuid$/, '_id').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

/** The names are those in code, however many rows have them. */
function remembering(spell: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const spelt = spell(name)
    known.set(name, spelt)
    return spelt
  }
}
