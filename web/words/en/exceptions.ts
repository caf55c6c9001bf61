import { counted, figure } from './counted.ts'

export const exceptions = {
  title: (count: number) => `Needs attention (${figure(count)})`,
  heading: 'Needs attention',
  showAll: (count: number) => `Show all ${figure(count)}`,
  openOrder: 'Open the order',
  notDelivered: (reference: string, customer: string, route: string, reason: string | null) =>
    `${reference} (${customer}, ${route}) was not delivered${reason ? `: ${reason}` : '.'}`,
  customerNotTold: (reference: string, kind: string) =>
    `The customer of ${reference} could not be sent the message “${kind}”.`,
  driverNotTold: (route: string | null) =>
    route === null ? 'A driver could not be sent a text.' : `The driver of ${route} could not be sent a text.`,
  late: (time: string, did: string, where: string, route: string, why: string) =>
    `Sent too late to count: ${time} ${did} ${where || route} (${route}): ${why}.`,
  driverSaid: (said: string) => `The driver said: ${said}.`,
  streetReport: (address: string, route: string, time: string, reason: string) =>
    `Street of ${address} (${route}, ${time}): ${reason}.`,
  streetReasons: {
    'Closed at this time': 'closed at this time',
    'The hours are wrong': 'the hours are wrong',
    'My vehicle doesn’t fit': 'the vehicle doesn’t fit',
  } as Record<string, string>,
  setHours: 'Set hours',
  isBy: (status: string) => `The order is recorded as: ${status}.`,
  whichOne: (count: number) => `Which one? The location of ${counted(count, 'order', 'orders')} is in doubt.`,
  chooseLocations: 'Choose locations',
  notFound: (count: number) => `${counted(count, 'order has', 'orders have')} no location.`,
  setLocations: 'Set locations',
  webhook: (url: string, time: string) => `${url} has not accepted webhooks since ${time}.`,
  shop: (name: string, failed: number) =>
    `${counted(failed, 'order', 'orders')} from ${name} could not become ${failed === 1 ? 'a delivery' : 'deliveries'}.`,
  openShop: 'Open the shop',
  openIntegrations: 'Open Integrations',
}
