import type { log as English } from '../en/log.ts'

export const log: typeof English = {
  statuses: {
    PENDING: 'pendiente',
    DELIVERED: 'entregado',
    RETRYING: 'reintentando',
    FAILED: 'fallido',
    ABANDONED: 'abandonado',
  },
  lookBack: 'Buscar más atrás',
}
