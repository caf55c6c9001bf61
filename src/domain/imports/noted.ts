// Reads the delivery's date, window and method from the notes of an order. Apps of shops write them there, one in a line:
// "Delivery-Date: 2026/12/01".
import { listed, plainHeader } from './import-headers.ts'

/** Labels of each fact, most reliable first, in the form of `plainHeader`. */
const LABELS = {
  date: [
    ...listed('delivery date, local delivery date, scheduled delivery date, requested delivery date, date delivery'),
    ...listed('lieferdatum, liefertermin, wunschtermin, date livraison, fecha entrega'),
  ],
  window: [
    ...listed('delivery window, delivery time, delivery time slot, delivery slot, delivery timeslot'),
    ...listed('local delivery time, time slot, zeitfenster, lieferzeit, creneau, creneau livraison'),
    ...listed('heure livraison, hora entrega, horario entrega'),
  ],
  method: ['checkout method', 'delivery method', 'order type', 'delivery type', 'fulfillment type', 'shipping method'],
  pickup: [
    'pickup date',
    'pick up date',
    'store pickup date',
    'pickup time',
    'abholdatum',
    'date retrait',
    'fecha recogida',
  ],
} as const

export type Noted = keyof typeof LABELS

/** A longer text before a colon is a sentence. */
const MAX_LABEL_CHARACTERS = 60

/** Returns the value of a fact in the notes. Empty if they don't contain it. */
export function noted(notes: string, fact: Noted): string {
  const values = new Map<string, string>()
  for (const line of notes.split(/[\n;|]/)) {
    const colon = line.indexOf(':')
    const label = line.slice(0, Math.max(0, colon)).trim()
    const name = label.length > MAX_LABEL_CHARACTERS ? '' : plainHeader(label)
    const value = line.slice(colon + 1).trim()
    if (name && value && !values.has(name)) values.set(name, value)
  }
  return LABELS[fact].map((label) => values.get(label)).find((value) => value !== undefined) ?? ''
}
