// The audit log's actions, the kind of record that each concerns, and its text.

/** Follows the name of the actor: "(who) added the delivery". */
export const AUDIT_ACTIONS = {
  order: {
    'order.created': 'added the delivery',
    'order.updated': 'changed the delivery',
    'order.cancelled': 'canceled the delivery',
    'order.cancellation_undone': 'took back that the delivery was canceled',
    'order.repeated': 'delivered the order again',
    'order.looked_up_again': 'had the address looked up again',
    'order.placed': 'placed the delivery on the map',
    'order.replied': 'answered a text about the delivery',
    'order.reply_seen': 'read what the customer answered',
    'order.rated': 'rated the delivery',
    'order.place_confirmed': 'confirmed the place of the delivery',
    'order.street_hours_set': 'set the hours of the street for the address of the delivery',
  },
  recurring_order: {
    'recurring_order.created': 'added the recurring order',
    'recurring_order.changed': 'changed the recurring order',
    'recurring_order.date_changed': 'skipped, moved or restored a date of the recurring order',
    'recurring_order.ended': 'ended the recurring order',
  },
  stop: {
    'stop.en_route': 'headed to the stop',
    'stop.arrived': 'arrived at the stop',
    'stop.proof_removed': 'deleted a photo',
    'stop.proof': 'added proof',
    'stop.outcome': 'recorded the outcome',
    'stop.arrival_undone': 'took the arrival back',
    'stop.undone': 'took the outcome back',
    'stop.corrected': 'corrected the outcome',
    'stop.texted': 'texted the customer of the stop',
    'stop.street_reported': 'reported that the street of the stop is wrong on the map',
    'stop.street_report_dismissed': 'dismissed a report about the street of the stop',
  },
  route: {
    'route.built': 'built the route',
    'route.replanned': 'planned the route again',
    'route.build_undone': 'took the build of the route back',
    'route.change_undone': 'undid a change of the route',
    'route.change_redone': 'made a change of the route again',
    'route.opened': 'opened the route',
    'route.changed_by_hand': 'changed the stops of the route',
    'route.reversed': 'reversed the route',
    'route.delayed': 'noted that the route is late',
    'route.break_started': 'started a break',
    'route.break_ended': 'ended a break',
    'route.problem_reported': 'reported a problem with the vehicle',
    'route.problem_solved': 'reported that the problem with the vehicle is solved',
    'route.noted': 'left a note about the route',
    'route.handed_in': 'confirmed the returned goods and the cash',
    'route.hand_in_undone': 'took the confirmation of the goods and the cash back',
    'route.reordered': 'changed the order of the stops',
    'route.reassigned': 'gave the route to another driver',
    'route.vehicle_changed': 'gave the route to another vehicle',
    'stops.locked': 'locked stops',
    'stops.unlocked': 'unlocked stops',
    'route.dispatched': 'sent the route to its driver',
    'route.link-renewed': 'sent the driver a new link',
    'route.link-shown': 'was shown the driver’s link',
    'route.load_checked': 'checked the load of the route',
    'route.started': 'started the route',
    'route.ended': 'ended the route',
    'route.cancelled': 'canceled the route',
    'driver.tap_refused': 'tapped what could not be taken',
    'driver.taps_dismissed': 'dismissed what the driver tapped',
  },
  import: {
    'import.started': 'imported a file',
    'import.undone': 'removed what an import had added',
    'import.placed': 'confirmed the place of an address of the file',
  },
  vehicle: { 'vehicle.created': 'added the vehicle', 'vehicle.changed': 'changed the vehicle' },
  driver: {
    'driver.created': 'added the driver',
    'driver.changed': 'changed the driver',
    'driver.home_shown': 'was shown the link of the driver’s page',
    'driver.home_texted': 'texted the driver the link of their page',
    'driver.home_renewed': 'made a new link of the driver’s page',
    'driver.language_chosen': 'chose the language',
    'driver.notifications_on': 'switched notifications on',
    'driver.notifications_off': 'switched notifications off',
  },
  depot: { 'depot.created': 'added the depot', 'depot.changed': 'changed the depot' },
  zone: {
    'zone.created': 'added the zone',
    'zone.changed': 'changed the zone',
    'zone.deleted': 'removed the zone',
    'zone.closed': 'closed the zone on a day',
  },
  test_day: { 'test_day.started': 'began a simulated day', 'test_day.stopped': 'stopped the simulated day' },
  business: {
    'business.created': 'set the business up',
    'business.second_factor_changed': 'changed whether a second factor is required',
    'business.moved': 'moved the business to this installation',
    'settings.changed': 'changed the settings',
    'person.exported': 'exported a customer’s data',
    'person.erased': 'erased a customer',
    'sample.loaded': 'loaded the sample data',
    'sample.removed': 'removed the sample data',
    'logo.set': 'changed the logo',
    'logo.removed': 'removed the logo',
    'traffic.changed': 'changed how traffic is counted on',
    'zones.imported': 'imported zones',
  },
  user: {
    'user.created': 'added the user',
    'user.invited': 'invited someone',
    'user.joined': 'joined',
    'user.role_changed': 'changed the role',
    'user.depots_changed': 'changed the depots',
    'user.removed': 'removed the user',
    'user.reset_link_made': 'made a link for a new password',
    'user.link_ended': 'ended a link to join or to a new password',
    'user.password_reset': 'set a new password by a link',
    'user.password_changed': 'changed the password',
    'user.totp_set': 'set up a second factor',
    'user.recovery_codes_made': 'made new recovery codes',
    'user.totp_removed': 'removed the second factor',
    'user.passkey_added': 'added a passkey',
    'user.passkey_removed': 'removed a passkey',
    'user.company_linked': 'signed in with the company for the first time',
    'user.session_ended': 'ended a session',
    'user.signed_out_everywhere': 'ended every session',
  },
  single_sign_on: {
    'single_sign_on.changed': 'changed single sign-on',
    'single_sign_on.kept': 'kept the single sign-on of someone who left',
    'single_sign_on.removed': 'removed single sign-on',
    'single_sign_on.refused': 'refused a sign-in with the company',
  },
  api_key: {
    'key.created': 'made the API key',
    'key.changed': 'changed the API key',
    'key.rolled_over': 'rolled the API key over',
    'key.kept': 'kept the API key of someone who left',
    'key.revoked': 'revoked the API key',
  },
  webhook_endpoint: {
    'webhook_endpoint.created': 'added the webhook endpoint',
    'webhook_endpoint.updated': 'changed the webhook endpoint',
    'webhook_endpoint.kept': 'kept the webhook endpoint of someone who left',
    'webhook_endpoint.deleted': 'removed the webhook endpoint',
    'webhook_endpoint.secret_rotated': 'rotated the signing secret',
    'webhook_deliveries.replayed': 'sent pending deliveries again',
  },
  connector: {
    'connector.created': 'connected the shop',
    'connector.changed': 'changed the connection of the shop',
    'connector.secret_changed': 'changed the secret of the shop',
    'connector.deleted': 'removed the connection of the shop',
    'connector.kept': 'kept the connection of someone who left',
    'connector.payloads_retried': 'took orders of the shop again',
  },
  webhook_delivery: { 'webhook_delivery.replayed': 'sent the webhook again' },
} as const satisfies Record<string, Record<string, string>>

export type AuditSubject = keyof typeof AUDIT_ACTIONS
/**
 * Actions for a kind of record. If a refused tap belongs to a delivery, the audit log records it for that delivery, so
 * `order` also has this action.
 */
export type ActionOn<S extends AuditSubject> =
  | keyof (typeof AUDIT_ACTIONS)[S]
  | (S extends 'order' ? 'driver.tap_refused' : never)
export type AuditAction = { [S in AuditSubject]: ActionOn<S> }[AuditSubject]

/** A row to write: an action and a record of a matching kind. */
export type AuditEntry = {
  [S in AuditSubject]: { action: ActionOn<S>; entity: S; entityId: string; detail?: Record<string, unknown> }
}[AuditSubject]

export const AUDIT_SUBJECTS = Object.keys(AUDIT_ACTIONS) as [AuditSubject, ...AuditSubject[]]

/** Returns the actions for a kind of record. Null: all actions. */
export const actionsOfSubject = (subject: AuditSubject | null): string[] =>
  subject
    ? [...Object.keys(AUDIT_ACTIONS[subject]), ...(subject === 'order' ? ['driver.tap_refused'] : [])]
    : Object.values(AUDIT_ACTIONS).flatMap((actions) => Object.keys(actions))

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(AUDIT_ACTIONS).flatMap((actions) => Object.entries(actions)),
)

/** Returns the text of an action, or a readable form of its name if it is unknown. */
export const actionInWords = (action: string): string => WORDS.get(action) ?? action.replaceAll(/[._-]/g, ' ')

/** Changed fields with their values before and after the change. */
export type Changes = Record<string, [before: unknown, after: unknown]>

const MAX_VALUE = 200

/** Returns the fields of `after` that differ from `before`. An undefined value means unchanged. Long values are cut. */
export function changesBetween(before: object, after: object): Changes {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, value]) => {
      const old = was.get(field) ?? null
      const same = value === undefined || JSON.stringify(old) === JSON.stringify(value ?? null)
      return same ? [] : [[field, [shortenValue(old), shortenValue(value ?? null)]]]
    }),
  )
}

function shortenValue(value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}
