export const log = {
  statuses: {
    PENDING: 'pending',
    DELIVERED: 'delivered',
    RETRYING: 'retrying',
    FAILED: 'failed',
    ABANDONED: 'abandoned',
  },
  lookBack: 'Look further back',
}
