import { counted, figure } from './counted.ts'

export const selection = {
  label: 'Selection',
  count: (count: number) => `${counted(count, 'delivery', 'deliveries')} selected`,
  moveTo: 'Move to …',
  newRoute: (vehicle: string) => `New route: ${vehicle}`,
  swap: (a: string, b: string) => `Swap between ${a} and ${b}`,
  noneMovable: 'None of these can be moved',
  noneOnRoutes: 'All of these are unassigned',
  onlyUnassigned: 'Only unassigned deliveries are fitted in',
  noRoutes: 'There are no routes on this day',
  atMost: (most: number) => `At most ${figure(most)} at once`,
  wholeRoute: (route: string) => `Select all of ${route}`,
  fromHere: 'Select this and later stops',
  sameWindow: (window: string) => `Select all with window ${window}`,
  selectWhat: (what: string, count: number) => `${what} (${figure(count)})`,
  box: 'Box',
  lasso: 'Lasso',
  toolHint: 'Drag over the map to select deliveries. Hold Shift to add to the selection.',
  focus: 'Focus on map',
  selectStops: 'Select stops',
  offMap: 'Hide on map',
}
