// Tags of OpenStreetMap, and the format of their values.
export type Tags = Readonly<Record<string, string>>

/** `a;b` means both values. */
export const valuesOf = (value: string): string[] =>
  value
    .split(/[;|,]/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)

/** Returns the tags with conditions, as text. */
export const conditionalTags = (tags: Tags): string =>
  Object.entries(tags)
    .flatMap(([key, value]) => (key.endsWith(':conditional') ? [`${key}=${value}`] : []))
    .join(', ')
