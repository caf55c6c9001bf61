/** Chooses what is said of a count as the language counts. */
export function counting(locale: string): (count: number, forms: { one: string; other: string }) => string {
  const rules = new Intl.PluralRules(locale)
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other)
}
