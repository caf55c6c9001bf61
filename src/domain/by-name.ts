// Sort order of named items of a business.
const collator = new Intl.Collator('en-US', { numeric: true })

/** Compares numbers in names by value: Van 2 comes before Van 10. */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)
