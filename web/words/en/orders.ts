import { counted } from './counted.ts'

export const orders = {
  lookUp: 'Look up addresses again',
  lookingUp: (count: number) =>
    count === 0
      ? 'No address looked up: these orders have a location, or are closed.'
      : `${counted(count, 'address is', 'addresses are')} being looked up again.`,
}
