import { counted, figure } from './counted.ts'

interface StoredRecords {
  orders_count: number
  photos_count: number
  messages_count: number
  replies_count: number
  recurring_orders_count: number
}

/** Lists the stored records of a customer by kind. Deliveries are always listed, other kinds only if there are any. */
const storedRecordsText = (of: StoredRecords): string =>
  [
    counted(of.orders_count, 'delivery', 'deliveries'),
    of.photos_count > 0 && counted(of.photos_count, 'photo or signature', 'photos and signatures'),
    of.messages_count > 0 && counted(of.messages_count, 'message', 'messages'),
    of.replies_count > 0 && counted(of.replies_count, 'reply', 'replies'),
    of.recurring_orders_count > 0 && counted(of.recurring_orders_count, 'recurring order', 'recurring orders'),
  ]
    .filter((part) => part !== false)
    .join(', ')

export const privacy = {
  title: 'Privacy',
  lead: 'How long data is kept, and the data of one customer.',
  keptTitle: 'How long data is kept',
  keptLead: (least: number, most: number) =>
    `Data is deleted after this many days, ${figure(least)} to ${figure(most)}. Leave a field blank to keep that data. Routes in progress and messages that are still to be sent are not affected, and reports keep their totals.`,
  forGood: 'Not deleted',
  kept: {
    keep_orders_days: 'Deliveries, days',
    keep_photos_days: 'Photos and signatures, days',
    keep_positions_days: 'Driver locations, days',
    keep_messages_days: 'Messages and replies, days',
    keep_logs_days: 'Audit log, days',
  },
  shorter: 'Delete older data?',
  shorterText: (goes: string) => `This deletes, starting within 10 minutes: ${goes}. It can’t be undone.`,
  shorterYes: 'Save and delete',
  goes: {
    keep_orders_days: (days: number) =>
      `names, addresses, notes and proof of deliveries more than ${figure(days)} days old, with their imported files`,
    keep_photos_days: (days: number) => `photos and signatures more than ${figure(days)} days old`,
    keep_positions_days: (days: number) => `driver locations more than ${figure(days)} days old`,
    keep_messages_days: (days: number) =>
      `the text and recipient of messages, and replies, more than ${figure(days)} days old`,
    keep_logs_days: (days: number) => `entries of the audit log more than ${figure(days)} days old`,
  },
  keptHint: {
    keep_orders_days:
      'From the delivery date. Names, addresses, notes and proof are deleted; the outcome and the times stay.',
    keep_photos_days: 'From when they were taken.',
    keep_positions_days: 'From when they were recorded. Also deletes where each photo was taken.',
    keep_messages_days:
      'From when they were sent. The text and the recipient are deleted; the record that a message was sent and its cost stay.',
    keep_logs_days: 'Records of who changed data. All other logs are kept for some weeks in any case.',
  },
  customer: 'A customer’s data',
  customerLead: 'Find what is stored about a customer, export it for them, or erase it.',
  phone: 'Phone number',
  email: 'Email',
  reference: 'Order reference',
  referenceHint: 'Also finds the other deliveries with its phone number or email.',
  find: 'Find',
  nobody: 'Nothing is stored about this customer.',
  found: (of: StoredRecords) => `Found: ${storedRecordsText(of)}.`,
  deliveries: 'Deliveries of this customer',
  severalNames: 'There are several names. Check that they are all this customer’s: everything that is found is erased.',
  underWay: (refs: readonly string[]) =>
    `${refs.slice(0, 3).join(', ')}: under way. Erase the customer after the route ends and the outcome can no longer be undone.`,
  export: 'Export',
  erase: 'Erase…',
  eraseAsk: (count: number) => `Erase the customer of ${counted(count, 'delivery', 'deliveries')}?`,
  eraseText: (of: StoredRecords, names: readonly string[]) =>
    `This erases ${names.slice(0, 3).join(', ')}: names, addresses, notes and proof of ${storedRecordsText(of)}. Deliveries that are still to come are canceled. Outcomes, times and totals stay. Uploaded files that are not imported yet are deleted. It can’t be undone.`,
  eraseYes: 'Erase',
  erased: 'Erased.',
  erasedSoon: 'Erased. Notes and logs of other deliveries are still being searched; this is done within the hour.',
}
