// What the routes of a build even out.

export const BALANCES = ['NONE', 'FAIR', 'STOPS', 'TIME'] as const
export type Balance = (typeof BALANCES)[number]
