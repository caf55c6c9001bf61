// Measure that the routes of a build balance.

export const BALANCES = ['NONE', 'FAIR', 'STOPS', 'TIME'] as const
export type Balance = (typeof BALANCES)[number]
