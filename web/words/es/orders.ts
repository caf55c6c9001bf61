import type { orders as English } from '../en/orders.ts'

import { counted } from './counted.ts'

export const orders: typeof English = {
  lookUp: 'Buscar de nuevo las direcciones',
  lookingUp: (count: number) =>
    count === 0
      ? 'No se buscó ninguna dirección: estos pedidos tienen ubicación o están cerrados.'
      : `${counted(count, 'dirección se busca', 'direcciones se buscan')} de nuevo.`,
}
