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
}
