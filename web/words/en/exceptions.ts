import { counted } from './counted.ts'

export const exceptions = {
  title: (count: number) => `Needs attention (${count})`,
  showAll: (count: number) => `Show all ${count}`,
  openOrder: 'Open the order',
  notDelivered: (reference: string, customer: string, route: string, reason: string | null) =>
    `${reference} (${customer}, ${route}) was not delivered${reason ? `: ${reason}` : '.'}`,
  customerNotTold: (reference: string, kind: string) =>
    `The customer of ${reference} could not be sent the message “${kind}”.`,
  driverNotTold: (route: string | null) =>
    route === null ? 'A driver could not be sent a text.' : `The driver of ${route} could not be sent a text.`,
  taps: (count: number, route: string) =>
    `${counted(count, 'tap', 'taps')} by the driver of ${route} could not be recorded.`,
  look: 'Look at them',
  notFound: (count: number) => `${counted(count, 'order is', 'orders are')} not found on the map.`,
  setLocations: 'Set locations',
  webhook: (url: string, time: string) => `${url} has not accepted webhooks since ${time}.`,
  openIntegrations: 'Open Integrations',
}
