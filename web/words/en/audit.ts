import { actionInWords, AUDIT_SUBJECTS, type AuditSubject } from '../../../src/domain/audit.ts'

export const audit = {
  title: 'Activity log',
  lead: 'Every change with its author and the values before and after.',
  actors: {
    API: 'api',
    OFFICE: 'office',
    DRIVER: 'driver',
    CUSTOMER: 'customer',
    OPERATOR: 'operator',
    SYSTEM: 'system',
  },
  /** Text after the actor's name, as in "Ann canceled the order". */
  action: actionInWords,
  source: 'Source',
  request: 'Request',
  details: 'Details',
  anywhere: 'Anywhere',
  by: 'Person',
  anyone: 'Anyone',
  kindOfRecord: 'Kind of record',
  what: 'What',
  anything: 'Anything',
  recordOrReference: 'Order reference or record id',
  fromDay: 'From day',
  toDay: 'To day',
  changes: 'changes',
  noMatch: 'No change matches. Clear a filter to see more.',
  none: 'Nothing has been changed yet. Add a depot and vehicles under Fleet, or import orders.',
  changesLabel: 'Changes',
  when: 'When',
  record: 'Record',
  open: 'open',
  noValue: 'none',
  sources: {
    OFFICE: 'office',
    API: 'API',
    DRIVER: 'driver’s link',
    CUSTOMER: 'tracking page',
    OPERATOR: 'command line',
    SYSTEM: 'the service itself',
  },
  /** The kind of a record. Unknown kinds show their own name. */
  subjectOf: (entity: string): string => entity.replaceAll('_', ' '),
  subjects: Object.fromEntries(AUDIT_SUBJECTS.map((one) => [one, one.replaceAll('_', ' ')])) as Record<
    AuditSubject,
    string
  >,
}
