// How lists of a business's things are put in order.
const collator = new Intl.Collator('en-US', { numeric: true })

/** As people count: Van 2 comes before Van 10. */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)
