export const privacy = {
  title: 'Privacy',
  keptLead: (least: number, most: number) =>
    `Days after which data goes, ${least} to ${most}. Empty keeps it for good. What is under way, or still to be sent, is never touched; reports keep their figures.`,
  kept: {
    keep_orders_days: 'Deliveries',
    keep_photos_days: 'Photos and signatures',
    keep_positions_days: 'Positions of drivers',
    keep_messages_days: 'Messages and replies',
    keep_logs_days: 'Audit log',
  },
  keptHint: {
    keep_orders_days: 'After their day, names, addresses, notes and proof go; outcome and times stay',
    keep_photos_days: 'After they were taken',
    keep_positions_days: 'After they were sent; where a photo was taken, too',
    keep_messages_days: 'What was said to whom; that it was sent, and what it cost, stays',
    keep_logs_days: 'Who changed what. Other logs are kept 30 days at most anyway',
  },
}
