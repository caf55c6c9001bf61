import type { exceptions as English } from '../en/exceptions.ts'
import { counted, figure } from './counted.ts'

export const exceptions: typeof English = {
  title: (count: number) => `Requiere atención (${figure(count)})`,
  heading: 'Requiere atención',
  showAll: (count: number) => `Mostrar los ${figure(count)}`,
  openOrder: 'Abrir el pedido',
  notDelivered: (reference: string, customer: string, route: string, reason: string | null) =>
    `${reference} (${customer}, ${route}) no se entregó${reason ? `: ${reason}` : '.'}`,
  customerNotTold: (reference: string, kind: string) =>
    `No se pudo enviar el mensaje «${kind}» al cliente de ${reference}.`,
  driverNotTold: (route: string | null) =>
    route === null
      ? 'No se pudo enviar un mensaje a un conductor.'
      : `No se pudo enviar un mensaje al conductor de ${route}.`,
  late: (time: string, did: string, where: string, route: string, why: string) =>
    `Llegó tarde y no cuenta: ${time} ${did} ${where || route} (${route}): ${why}.`,
  driverSaid: (said: string) => `El conductor dijo: ${said}.`,
  streetReport: (address: string, route: string, time: string, reason: string) =>
    `Calle de ${address} (${route}, ${time}): ${reason}.`,
  streetReasons: {
    'Closed at this time': 'cerrada a esta hora',
    'The hours are wrong': 'el horario no es correcto',
    'My vehicle doesn’t fit': 'el vehículo no cabe',
  },
  setHours: 'Fijar el horario',
  isBy: (status: string) => `El pedido está registrado como: ${status}.`,
  whichOne: (count: number) => `¿Cuál de ellas? La ubicación de ${counted(count, 'pedido', 'pedidos')} es dudosa.`,
  chooseLocations: 'Elegir ubicaciones',
  notFound: (count: number) => `${counted(count, 'pedido no tiene', 'pedidos no tienen')} ubicación.`,
  setLocations: 'Ubicar',
  webhook: (url: string, time: string) => `${url} no acepta webhooks desde las ${time}.`,
  shop: (name: string, failed: number) =>
    `${counted(failed, 'pedido', 'pedidos')} de ${name} no ${failed === 1 ? 'pudo convertirse en una entrega' : 'pudieron convertirse en entregas'}.`,
  openShop: 'Abrir la tienda',
  openIntegrations: 'Abrir Integraciones',
}
