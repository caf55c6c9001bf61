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
  table: 'Vehicles and drivers',
  addTable: 'Add several',
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
  fault: (cell: string, fault: string) => `${cell}: ${fault}`,
  moreRows: 'More rows',
  nothing: 'Enter at least one vehicle or driver.',
  tooMany: (most: number) => `At most ${figure(most)} rows at once.`,
  saveAnother: 'Save and add another',
  savedNext: (name: string) => `${name} saved. Enter the next one.`,
}
