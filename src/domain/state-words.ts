// States in the words that people read: the wire has `IN_PROGRESS`, messages say "under way".

const OWN = new Map([
  ['DISPATCHED', 'sent'],
  ['IN_PROGRESS', 'under way'],
  ['EN_ROUTE', 'on the way'],
])

/** Of an order, a stop or a route. */
export const stateInWords = (state: string): string => OWN.get(state) ?? state.toLowerCase()
