export const privacy = {
  title: 'Privacy',
  keptLead: (least: number, most: number) =>
    `Data is deleted after this many days, ${least} to ${most}. Leave a field blank to keep that data. Routes in progress and messages that are still to be sent are not affected, and reports keep their totals.`,
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
      `names, addresses, notes and proof of deliveries more than ${days} days old, with their imported files`,
    keep_photos_days: (days: number) => `photos and signatures more than ${days} days old`,
    keep_positions_days: (days: number) => `driver locations more than ${days} days old`,
    keep_messages_days: (days: number) => `the text and recipient of messages, and replies, more than ${days} days old`,
    keep_logs_days: (days: number) => `entries of the audit log more than ${days} days old`,
  },
  keptHint: {
    keep_orders_days:
      'From the delivery date. Names, addresses, notes and proof are deleted; the outcome and the times stay.',
    keep_photos_days: 'From when they were taken.',
    keep_positions_days: 'From when they were recorded. Also deletes where each photo was taken.',
    keep_messages_days:
      'From when they were sent. The text and the recipient are deleted; that a message was sent and what it cost stays.',
    keep_logs_days: 'Who changed what. Other logs are kept for 30 days at most.',
  },
}
