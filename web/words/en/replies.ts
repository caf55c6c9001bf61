import { counted, figure } from './counted.ts'
export const replies = {
  fromCustomers: (count: number) => `${counted(count, 'answer', 'answers')} from customers`,
  marked: (count: number) => `${counted(count, 'answer', 'answers')} marked as read.`,
  title: 'Answers from customers',
  lead: 'What customers answered to texts. Each stays with its order after it is marked as read.',
  theAnswers: 'the answers',
  none: 'No unread answers.',
  answers: 'Answers',
  markThese: (count: number) => `Mark these ${figure(count)} as read`,
  markAll: 'Mark all as read',
  call: (phone: string | null) => `Call ${phone}`,
  markReadOf: (reference: string) => `Mark as read: the answer about ${reference}`,
  markRead: 'Mark as read',
}
