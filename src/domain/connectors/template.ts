// Templates that read a field from a payload: text with paths in braces, such as "{shipping.first_name}". A path has
// alternatives, of which the first with a value counts: "{shipping.phone|billing.phone}".

/** Nested lists and objects below this depth are not read. */
const MAX_DEPTH = 8
/** Entries of a list that are read by name or become lines. */
const MAX_ENTRIES = 200
/** Longest filled template. It is longer than any field, so that a longer value is refused and not shortened. */
const MAX_CHARACTERS = 6_000

/**
 * Fills in the paths. If a template has paths and none of them has a value, the result is empty, so that fixed text
 * such as a unit does not stand alone.
 */
export function fillTemplate(template: string, payload: unknown): string {
  let [paths, values, characters] = [0, 0, 0]
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (_, alternatives: string) => {
    paths++
    if (characters > MAX_CHARACTERS) return ''
    const value = alternatives
      .split('|')
      .map((path) => asCell(valueAt(payload, path.trim())))
      .find((text) => text !== '')
    if (value === undefined) return ''
    values++
    characters += value.length
    return value
  })
  return paths > 0 && values === 0 ? '' : filled.trim()
}

/**
 * Returns the value at a path of names and indexes. In a list of named values, such as a shop's `meta_data`, a name is
 * the `key` or `name` of an entry and leads to its `value`. Undefined if there is no value.
 */
export function valueAt(payload: unknown, path: string): unknown {
  let value: unknown = payload
  for (const step of path.split('.').slice(0, MAX_DEPTH)) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : namedValue(value, step)
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step]
    else return undefined
  }
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function nameOf(entry: unknown): string | null {
  const name = isObject(entry) ? (entry.key ?? entry.name) : null
  return typeof name === 'string' ? name : null
}

function namedValue(list: readonly unknown[], name: string): unknown {
  const wanted = name.toLowerCase()
  const entry = list.slice(0, MAX_ENTRIES).find((one) => nameOf(one)?.toLowerCase() === wanted)
  return isObject(entry) ? entry.value : undefined
}

/** Returns the value as text. A list becomes lines, and an entry with a name "name: value". */
function asCell(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS).trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).map(asEntry).filter(Boolean).join('\n').slice(0, MAX_CHARACTERS)
  return ''
}

function asEntry(entry: unknown): string {
  if (!isObject(entry)) return Array.isArray(entry) ? '' : asCell(entry)
  const [name, value] = [nameOf(entry), entry.value]
  return name !== null && !isObject(value) ? `${name}: ${asCell(value)}` : ''
}
