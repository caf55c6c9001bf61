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
  titles: {
    DRIVER_ROUTE: 'Al conductor: la ruta está lista',
    DRIVER_HOME: 'Al conductor: el enlace de su página',
    SCHEDULED: 'Programada: la entrega está en una ruta',
    OUT_FOR_DELIVERY: 'En reparto: el conductor ha salido',
    NEXT_STOP: 'Próxima parada: el conductor va en camino',
    DELAYED: 'Nueva hora: llegará más tarde o más temprano de lo prometido',
    NOT_COMING: 'No llega: omitida o quitada de su ruta después de salir el conductor',
    ON_MY_WAY: 'Del conductor: en camino',
    AT_THE_DOOR: 'Del conductor: en la puerta',
    CANNOT_FIND: 'Del conductor: no encuentra la dirección',
    DELIVERED: 'Entregada',
    FAILED: 'No se pudo entregar',
    CORRECTED: 'Corrección: el resultado comunicado al cliente se deshizo o cambió',
  },
}
