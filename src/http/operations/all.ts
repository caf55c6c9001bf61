// All operations with their handlers, by subject, in the order of the OpenAPI description.
import { auditOperations } from './audit.ts'
import { businessOperations } from './business.ts'
import { connectorOperations } from './connectors.ts'
import { customerOperations } from './customers.ts'
import { firstStepsOperations } from './first-steps.ts'
import { fleetOperations } from './fleet.ts'
import { importOperations } from './imports.ts'
import { orderOperations } from './orders.ts'
import { passkeyOperations } from './passkeys.ts'
import { planningOperations } from './planning.ts'
import { proofOperations } from './proof.ts'
import { recurringOrderOperations } from './recurring-orders.ts'
import { routeOperations } from './routes.ts'
import { sessionOperations } from './sessions.ts'
import { signInOperations } from './sign-in.ts'
import { singleSignOnOperations } from './single-sign-on.ts'
import { undoOperations } from './undo.ts'
import { userOperations } from './users.ts'
import { webhookOperations } from './webhooks.ts'
import { zoneOperations } from './zones.ts'
import type { KeyBinding, OfficeBinding, Operation } from './operation.ts'

const operations: readonly Operation[] = [
  ...orderOperations,
  ...recurringOrderOperations,
  ...zoneOperations,
  ...planningOperations,
  ...routeOperations,
  ...fleetOperations,
  ...customerOperations,
  ...webhookOperations,
  ...connectorOperations,
  ...businessOperations,
  ...auditOperations,
  ...firstStepsOperations,
  ...importOperations,
  ...passkeyOperations,
  ...proofOperations,
  ...sessionOperations,
  ...signInOperations,
  ...singleSignOnOperations,
  ...undoOperations,
  ...userOperations,
]

export const apiBindings: readonly KeyBinding[] = operations.flatMap(({ key }) => key ?? [])
/** Operations of the office, without its stream of changes. */
export const officeBindings: readonly OfficeBinding[] = operations.flatMap(({ office }) => office ?? [])
