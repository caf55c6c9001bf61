import type { exceptions as English } from '../en/exceptions.ts'
import { counted } from './counted.ts'

export const exceptions: typeof English = {
  title: (count: number) => `Requiere atención (${count})`,
  showAll: (count: number) => `Mostrar los ${count}`,
  openOrder: 'Abrir el pedido',
  notDelivered: (reference: string, customer: string, route: string, reason: string | null) =>
    `${reference} (${customer}, ${route}) no se entregó${reason ? `: ${reason}` : '.'}`,
  customerNotTold: (reference: string, kind: string) =>
    `No se pudo enviar el mensaje «${kind}» al cliente de ${reference}.`,
  driverNotTold: (route: string | null) =>
    route === null
      ? 'No se pudo enviar un mensaje a un conductor.'
      : `No se pudo enviar un mensaje al conductor de ${route}.`,
  taps: (count: number, route: string) =>
    `No se ${count === 1 ? 'pudo' : 'pudieron'} registrar ${counted(count, 'toque', 'toques')} del conductor de ${route}.`,
  look: 'Revisar',
  notFound: (count: number) => `${counted(count, 'pedido no está ubicado', 'pedidos no están ubicados')} en el mapa.`,
  setLocations: 'Ubicar',
  webhook: (url: string, time: string) => `${url} no acepta webhooks desde las ${time}.`,
  openIntegrations: 'Abrir Integraciones',
}
