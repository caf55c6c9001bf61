import type { messages as English } from '../en/messages.ts'

export const messages: typeof English = {
  statuses: {
    PENDING: 'pendiente',
    SENDING: 'enviándose',
    LOGGED: 'solo registrado',
    SENT: 'enviado',
    FAILED: 'fallido',
    UNKNOWN: 'sin confirmar',
    DROPPED: 'descartado',
  },
}
