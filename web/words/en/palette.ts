import { counted } from './counted.ts'

export const palette = {
  title: 'Go to or do …',
  hint: 'Order, customer, route, vehicle, page',
  found: 'Found',
  count: (count: number) => counted(count, 'match', 'matches'),
  nothing: 'Nothing found.',
  page: 'Page',
  action: 'Action',
  route: 'Route',
  vehicle: 'Vehicle',
  order: 'Order',
  ofSelection: (name: string) => `Selection: ${name}`,
  ofRoute: (name: string, route: string) => `${name}: ${route}`,
  allStops: 'Select all stops on routes',
  selectFirst: 'Select deliveries first.',
}
