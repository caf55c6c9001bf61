import { counted, figure } from './counted.ts'
export const replies = {
  fromCustomers: (count: number) => `${counted(count, 'reply', 'replies')} from customers`,
  marked: (count: number) => `${counted(count, 'reply', 'replies')} marked as read.`,
  title: 'Replies from customers',
  lead: 'Unread replies of customers to texts. Each reply stays with its order after it is marked as read.',
  theAnswers: 'the replies',
  none: 'No unread replies.',
  answers: 'Replies',
  markThese: (count: number) => `Mark these ${figure(count)} as read`,
  markAll: 'Mark all as read',
  call: (phone: string | null) => `Call ${phone}`,
  markReadOf: (reference: string) => `Mark as read: the reply about ${reference}`,
  markRead: 'Mark as read',
}
