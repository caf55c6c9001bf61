import { counted, figure } from './counted.ts'

export const firstSteps = {
  title: 'Getting started',
  doneOf: (done: number, all: number) => `${figure(done)} of ${figure(all)} steps done`,
  hide: 'Hide these steps',
  next: 'Next:',
  isDone: 'Done:',
  steps: {
    ADDRESSES: 'Set up address lookup',
    DEPOT: 'Add your depot',
    VEHICLES: 'Enter your vehicles',
    DRIVERS: 'Enter your drivers',
    ORDERS: 'Upload the first deliveries',
    PLAN: 'Plan the first routes',
  },
  welcome: 'Your first routes, in about ten minutes',
  welcomeLead: 'Each step is used at once. You can leave and come back.',
  minutes: (count: number) => `${figure(count)} min`,
  hints: {
    ADDRESSES: 'Load the streets, houses and driving times of your area, or connect a service that finds addresses.',
    DEPOT: 'The place where routes start and end.',
    VEHICLES: 'Names, capacities and working hours. Paste them from a spreadsheet, or type them in.',
    DRIVERS: 'Names and phone numbers. The phone gets the link to the route, and needs no app.',
    ORDERS: 'A spreadsheet with any columns. You see each row before it is added.',
    PLAN: 'Routes for all vehicles in a few seconds. You can change every stop, and drivers see nothing before you send the routes.',
  },
  actions: {
    ADDRESSES: 'Choose the area',
    DEPOT: 'Add the depot',
    VEHICLES: 'Enter vehicles',
    DRIVERS: 'Enter drivers',
    ORDERS: 'Upload deliveries',
    PLAN: 'Build routes',
  },
  orTry: 'Only looking around?',
  load: 'Load sample data',
  loaded: (orders: number) =>
    `${counted(orders, 'sample delivery', 'sample deliveries')} loaded, for today and tomorrow.`,
  sample: 'Sample data',
  sampleLead:
    'A made-up depot, vehicles, drivers and orders for today and tomorrow, in Baltimore, MD. Nobody is texted. You can remove them at any time.',
  sampleThere: 'Sample data is loaded. Its vehicles, drivers and orders are named “Sample”.',
  removeSample: 'Remove sample data',
  removeAsk: 'Remove the sample data?',
  removeText:
    'The sample depot, vehicles, drivers and orders are deleted, and routes with them are canceled. Your own data stays.',
  removed: 'The sample data is removed.',
  removedBut: (kept: number) =>
    `The sample data is removed, except ${counted(kept, 'record', 'records')} that your own routes or vehicles use.`,
  addTable: 'Paste from a spreadsheet',
  tableLead: (from: string, to: string) =>
    `Type, or paste from a spreadsheet: one row for each vehicle. Leave the times blank for ${from} to ${to}. New drivers are added.`,
  fromFile: 'From a CSV file',
  columns: {
    vehicle: 'Vehicle',
    capacity_lbs: (unit: string) => `Capacity (${unit})`,
    shift_start: 'Shift from',
    shift_end: 'Shift to',
    driver: 'Driver',
    driver_phone: 'Driver’s phone',
  },
  cell: (row: number, column: string) => `Row ${figure(row)}, ${column}`,
  moreRows: 'More rows',
  nothing: 'Enter at least one vehicle or driver.',
  tooMany: (most: number) => `At most ${figure(most)} rows at once.`,
  saveAnother: 'Save and add another',
  savedNext: (name: string) => `${name} saved. Enter the next one.`,
  row: 'Row',
  result: 'Result',
  column: (number: number) => `Column ${figure(number)}`,
  isNew: 'New',
  known: 'Exists: changes nothing',
  notNumber: (typed: string) => `Not a number: ${typed}`,
  notTime: (typed: string) => `Not a time: ${typed}`,
  addRows: (rows: number) => (rows === 0 ? 'Add' : `Add ${counted(rows, 'row', 'rows')}`),
  pasted: (vehicles: number, drivers: number, known: number, faults: number) =>
    [
      `New: ${counted(vehicles, 'vehicle', 'vehicles')}, ${counted(drivers, 'driver', 'drivers')}.`,
      known > 0 ? `${counted(known, 'row exists', 'rows exist')}.` : '',
      faults > 0 ? `${counted(faults, 'row needs', 'rows need')} a correction.` : '',
    ]
      .filter(Boolean)
      .join(' '),
}
