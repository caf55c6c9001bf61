// Tags of OpenStreetMap, and the format of their values.
export type Tags = Readonly<Record<string, string>>

/** `a;b` means both values. */
export const valuesOf = (value: string): string[] => value.split(/[;|,]/).map((part) => part.trim().toLowerCase())
