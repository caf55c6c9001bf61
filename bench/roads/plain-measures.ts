// Measures in tags, for the plain reading of tags (plain-rules.ts).

/** Measures of a vehicle. */
export type Measure = 'height' | 'width' | 'length' | 'weight' | 'axleload' | 'axles'

/** Parses a measure with its unit (https://wiki.openstreetmap.org/wiki/Map_features/Units). NaN if the text is not a measure. */
export function amountOf(text: string, measure: Measure): number {
  const marked = text.trim().toLowerCase().replace(/[′’]/, "'").replace(/[″”]/, '"')
  // Commas are decimal, except between thousands of pounds or kilograms.
  const value = marked.replace(/,(?=\d{3} ?(kg|lb))/, '').replace(',', '.')
  const isWeight = measure === 'weight' || measure === 'axleload'
  const feet = /^([\d.]+) ?(?:'|ft|feet)(?: ?([\d.]+) ?(?:"|''|in)?)?$/.exec(value)
  if (feet && !isWeight) return 0.3048 * Number(feet[1]) + 0.0254 * Number(feet[2] ?? 0)
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(.*)$/.exec(value) ?? []
  const factor = (measure === 'axles' ? { '': 1 } : isWeight ? TONNES : METERS)[unit]
  return factor === undefined ? Number.NaN : Number(amount) * factor
}

/** Returns the limit in a tag: the lowest of several, and infinite if there is none. NaN if the text is not a limit. */
export function limitIn(text: string, measure: Measure): number {
  const limits = text.split(';').map((one) => {
    if (/^\s*(no|none)\s*$/.test(one)) return Infinity
    return measure === 'height' && one.trim() === 'below_default' ? 3.99 : amountOf(one, measure)
  })
  const known = limits.filter((limit) => !Number.isNaN(limit))
  return known.length === 0 ? Number.NaN : Math.min(...known)
}

const METERS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1,
  meter: 1,
  meters: 1,
  metre: 1,
  metres: 1,
  cm: 0.01,
  '"': 0.0254,
  in: 0.0254,
}
const TONNES: Readonly<Record<string, number>> = {
  '': 1,
  t: 1,
  tonne: 1,
  tonnes: 1,
  kg: 0.001,
  lb: 0.000_453_592_37,
  lbs: 0.000_453_592_37,
  st: 0.907_184_74,
  ton: 0.907_184_74,
  tons: 0.907_184_74,
  lt: 1.016_046_908_8,
}
