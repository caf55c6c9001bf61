// The tags of OpenStreetMap, and how their values are read.
export type Tags = Readonly<Record<string, string>>

/** `a;b` says both. */
export const valuesOf = (value: string): string[] => value.split(/[;|,]/).map((part) => part.trim().toLowerCase())
