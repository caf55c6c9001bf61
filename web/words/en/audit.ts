import { actionInWords } from '../../../src/domain/audit.ts'

export const audit = {
  actors: {
    API: 'api',
    OFFICE: 'office',
    DRIVER: 'driver',
    CUSTOMER: 'customer',
    OPERATOR: 'operator',
    SYSTEM: 'system',
  },
  /** What someone did: reads on from a name. */
  action: actionInWords,
}
