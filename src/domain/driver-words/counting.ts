/** Returns a function that selects the singular or plural form for a count by the rules of the language. */
export function pluralSelector(locale: string): (count: number, forms: { one: string; other: string }) => string {
  const rules = new Intl.PluralRules(locale)
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other)
}
