// Converts between miles and hours in the interfaces, and meters and seconds internally.

const METERS_PER_MILE = 1_609.344

export const milesOf = (meters: number): number => roundToHundredths(meters / METERS_PER_MILE)
export const minutesOf = (seconds: number): number => roundToHundredths(seconds / 60)
export const perMeter = (costPerMile: number): number => costPerMile / METERS_PER_MILE
export const perSecond = (costPerHour: number): number => costPerHour / 3_600

/** Rounds to two decimals, as in responses. */
export const roundToHundredths = (value: number): number => Math.round(value * 100) / 100
