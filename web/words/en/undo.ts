import { counted, figure } from './counted.ts'

const orders = (count: number): string => counted(count, 'order', 'orders')
const routes = (count: number): string => counted(count, 'route', 'routes')

export const undo = {
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  redoOf: (what: string) => `Redo: ${what}`,
  hide: 'Hide',
  showEarlier: (count: number) => `Show ${figure(count)} earlier`,
  at: (what: string, time: string) => `${what}, ${time}`,
  cancelled: (count: number) => `${orders(count)} canceled`,
  moved: (count: number, date: string | null) => `${orders(count)} moved to ${date}`,
  built: (count: number, date: string | null) => `${routes(count)} built${date === null ? '' : ` for ${date}`}`,
  buildUndone: (waiting: number) =>
    `The build is undone: routes are as before, and ${orders(waiting)} from it ${waiting === 1 ? 'is' : 'are'} unassigned.`,
  changed: (count: number, date: string | null) => `${counted(count, 'change', 'changes')} to routes of ${date}`,
  imported: (count: number) => `${orders(count)} added from a file`,
  importUndone: (count: number) => `The import is undone: ${orders(count)} removed.`,
  asBefore: (count: number) => `${orders(count)} as before.`,
  notChanged: (count: number, reference: string, message: string) =>
    `${orders(count)} not changed. ${reference}: ${message}`,
  goesOn: (what: string) => `The next undo is: ${what}.`,
}
