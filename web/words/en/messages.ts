export const messages = {
  statuses: {
    PENDING: 'pending',
    SENDING: 'sending',
    LOGGED: 'logged',
    SENT: 'sent',
    FAILED: 'failed',
    UNKNOWN: 'unknown',
    DROPPED: 'dropped',
  },
  titles: {
    DRIVER_ROUTE: 'To the driver: the route is ready',
    DRIVER_HOME: 'To the driver: link of the driver page',
    SCHEDULED: 'Scheduled: the delivery is on a route',
    OUT_FOR_DELIVERY: 'Out for delivery: the driver has started',
    NEXT_STOP: 'Next stop: the driver is on the way',
    DELAYED: 'New time: it will be later or earlier than promised',
    NOT_COMING: 'Not coming: skipped or removed from its route after the driver started',
    DELIVERED: 'Delivered',
    FAILED: 'Could not be delivered',
    CORRECTED: 'Correction: the outcome that the customer was told was undone or changed',
  },
}
