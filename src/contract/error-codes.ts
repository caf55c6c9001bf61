// Every `details.code` with its meaning, for the description, the reference and the tests.

/** Keyed by status, in the order of the reference. */
export const ERROR_CODES = {
  400: {
    INVALID:
      'A field, query parameter or cursor is wrong; details.fields lists the first 20, the message names the first.',
    INVALID_JSON:
      'The body is not valid JSON, is ambiguous, or can’t be stored unchanged. Examples are duplicate members, the character U+0000, half a surrogate pair, __proto__, numbers beyond double precision, nesting over 32, and more than 5,000 members in one object.',
    IDEMPOTENCY_KEY_MISSING: 'The Idempotency-Key is missing, sent twice, or not 1 to 255 printable characters.',
    CONTRADICTION: 'The request contradicts itself, for example a stop locked to a vehicle that may not carry it.',
    BAD_REQUEST: 'The request itself is not well-formed: a broken percent-encoding, length or header.',
  },
  401: {
    UNAUTHENTICATED: 'The API key is missing, malformed, unknown or revoked.',
    KEY_EXPIRED: 'The API key has expired; details.expired_at is the time.',
  },
  403: {
    SCOPE_MISSING: 'The API key lacks the scope that the operation needs; details.scope names it.',
    ADDRESS_NOT_ALLOWED:
      'The API key may not be used from this address. details.address is the address, if it is known.',
    SIGNATURE_INVALID: 'The signature of an incoming text or of a shop’s webhook is wrong.',
    LINK_INVALID: 'The link to a photo or signature is invalid or was changed.',
    LINK_EXPIRED: 'The link to a photo or signature has expired; read its route again for a new one.',
  },
  404: { NOT_FOUND: 'No record with that reference or id in this business, or no such path.' },
  405: { METHOD_NOT_ALLOWED: 'The path doesn’t support this method; the Allow header lists the supported methods.' },
  408: { TIMEOUT: 'The request took too long to arrive.' },
  409: {
    IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used with another body.',
    IDEMPOTENCY_KEY_IN_USE:
      'A request with this Idempotency-Key, or one that changes the same records, is still running; retry after Retry-After seconds.',
    RECORDS_BUSY: 'Another request is changing the same records; retry after Retry-After seconds.',
    ORDER_ON_DISPATCHED_ROUTE:
      'These fields may not change while the delivery is on a dispatched route; details.fields lists them.',
    ORDER_FINAL: 'The delivery is delivered, failed or canceled; send a new external_ref to deliver again.',
    REFERENCE_TAKEN: 'A record with this reference already exists.',
    RECURRING_ORDER_ENDED: 'The recurring order has ended; create another one.',
    CHANGED_MEANWHILE: 'The record has changed since the version that was sent; details name who changed it and when.',
    OUT_FOR_DELIVERY: 'The delivery is out for delivery and cannot be canceled.',
    SOLVE_CALLED_OFF: 'The caller disconnected before the routes were found.',
    BUILD_TOO_LARGE:
      'The build has more than about 1,200 locations, so only its result is stored, and it can’t be run again.',
    NOT_ROUTABLE:
      'A named delivery has another status than OPEN or another date; details.external_refs lists these deliveries.',
    NOTHING_ROUTABLE: 'No delivery of the build can be routed; details.unassigned has the reason for each.',
    NO_VEHICLE: 'No vehicle is free: every active vehicle has a route that day, or there is no active vehicle.',
    VEHICLE_INACTIVE: 'A vehicle named in the build is not active.',
    VEHICLE_BUSY: 'A vehicle named in the build already drives a running route that day.',
    NO_DEPOT: 'The business has no depot to start from.',
    BUILD_RUNNING: 'A build is already running for this business.',
    BUILD_OUTDATED: 'Deliveries or routes kept changing while they were planned; build again.',
    TEST_KEY_NEEDED: 'Only test data can be used to simulate a day, and this is a live key.',
    TEST_DAY_RUNNING: 'A day of the business is already being simulated.',
    TEST_DAY_TAKES_NO_PHOTOS:
      'The settings require photos or signatures from drivers, which a simulated day doesn’t make.',
    NO_OPEN_ROUTE: 'No route of that date is planned or under way.',
    REPLAN_EXPIRED: 'The proposal is too old; ask for a new one.',
    REPLAN_ACCEPTED: 'A plan of the proposal was already accepted.',
    RELOAD_TO_COME: 'A route that is to return early still has to reload at the depot.',
    NOTHING_LOADED: 'A route that is to hand goods over has not started, so its goods are still at the depot.',
    PLACE_UNKNOWN: 'The location of a vehicle that is to hand goods over is unknown; send its location.',
    REPLAN_STALE: 'Routes or deliveries have changed since the proposal was made; details.changes lists them.',
    ROUTE_RUNNING: 'The route has been dispatched, so a build can’t plan it again.',
    ROUTE_NOT_DISPATCHABLE: 'The route is completed or canceled.',
    ROUTE_EMPTY: 'The route has no stops to drive.',
    DRIVE_WINDOW_PASSED: 'The shift of the route’s vehicle has ended; build for another day.',
    ROUTE_NOT_CANCELLABLE: 'The route is already completed or canceled.',
    ROUTE_NOT_RUNNING: 'Outcomes are recorded only while the route is DISPATCHED or IN_PROGRESS.',
    STOP_FINISHED: 'The stop already has an outcome; undo it first.',
    NOTHING_TO_UNDO: 'The stop has no outcome to undo.',
    ORDER_REPEATED: 'The failed delivery is repeated by another delivery, which has to be canceled first.',
    ORDER_MOVED_ON:
      'The skip stays, because the delivery is on another route, is closed, or has changed and no longer fits its route (details.fields).',
    NOTHING_TO_CORRECT: 'The stop has no outcome to correct.',
    OUTCOME_HELD: 'The outcome can still be undone; undo it instead of correcting it.',
    REORDER_NOT_ALLOWED: 'The business doesn’t let drivers reorder stops.',
    ROUTE_CHANGED: 'The stops of the route have changed since they were read.',
    PROOF_FULL: 'The stop already has the maximum number of photos or signatures.',
    PROOF_REQUIRED: 'The business requires a photo or signature first.',
    CHECK_REQUIRED:
      'The driver must first collect an amount, check an age or ID, or enter the customer’s code. This applies only to drivers.',
    CODE_LOCKED:
      'The driver entered too many wrong codes at this stop. It can be delivered without the code, with a reason.',
    SCAN_REQUIRED: 'The driver must first scan each piece or give a reason. This applies only to drivers.',
    NOT_RATABLE: 'A customer can rate only delivered orders, and only if the business asks for ratings.',
    RATING_FINAL: 'The rating can no longer be changed: a customer can change it for one day.',
    DAY_FIXED:
      'The customer can’t choose another day: the delivery is out, done or too late, or only the office of this business changes days.',
    DAY_TAKEN: 'The day that the customer chose is no longer available.',
    ROUTE_UNKNOWN: '`versions` doesn’t name the route to move to.',
    ROUTE_OVER: 'The route is completed or canceled.',
    NO_PHONE: 'The driver has no phone number, or the route has no driver.',
    DRIVER_NOT_ACTIVE: 'The driver is inactive.',
    STOP_GONE: 'The delivery has just been moved.',
    STOP_LOCKED: 'The stop is locked to its position.',
    NO_RELOAD: 'The vehicle can’t reload at this position.',
    NO_SUCH_CANDIDATE: 'The delivery has no candidate with this index.',
    ORDER_NOT_OPEN: 'The delivery is no longer open.',
    UNPLACED: 'The delivery has no location yet.',
    OTHER_DAY: 'The delivery date is not the date of the route.',
    TEMPERATURE: 'The vehicle does not carry the temperature class.',
    NOT_FAILED: 'Only a FAILED or CANCELLED delivery can be delivered again.',
    BUILD_STALE: 'Deliveries, routes or vehicles have changed since the build was planned.',
    BUILD_EXPIRED: 'The plan is too old; build again.',
    BUILD_ACCEPTED: 'The plan was already accepted.',
    NOT_BOOKABLE:
      'Zones or dates don’t allow the delivery; details.reasons has the reasons. An owner may override them.',
    PERSON_UNDER_WAY:
      'A delivery of the customer is under way, or a message about it is being sent; details.external_refs names them.',
    TOO_MANY_ENDPOINTS: 'The business already has 10 webhook endpoints; remove one first.',
  },
  410: {
    ANSWER_ERASED: 'The response to this Idempotency-Key named a customer who has been erased.',
    LINK_ENDED: 'The link of the driver or customer has ended.',
    EVENTS_GONE: 'The event is older than the log of events, so later events may be missing, too.',
  },
  413: {
    BODY_TOO_LARGE:
      'The body is larger than 1 MiB, a batch of orders larger than 4 MiB, or a proof file larger than 15 MiB.',
  },
  414: { URI_TOO_LONG: 'The path is too long.' },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'Send JSON with Content-Type: application/json, in UTF-8; proof as multipart/form-data.',
  },
  417: { EXPECTATION_FAILED: 'The Expect header asks for something other than 100-continue.' },
  422: {
    ADDRESS_NOT_FOUND: 'The geocoder found no match for the address.',
    ZONES_TOO_LARGE: 'The zones together would exceed the number of zones or corners that a business may have.',
  },
  429: {
    RATE_LIMITED: 'Too many requests within the last minute; retry after Retry-After seconds.',
    SOLVER_BUSY: 'Too many solves are running; retry after Retry-After seconds.',
  },
  500: {
    INTERNAL:
      'Internal error. Nothing was changed; retry a request that changes something with the same Idempotency-Key.',
  },
  503: {
    DATABASE_UNREACHABLE:
      'The database is unavailable. Nothing was changed, unless the message states that the result is unknown; retry shortly with the same Idempotency-Key.',
    DISK_FULL: 'The server’s disk is full. Nothing was changed; retry later.',
    BUSINESS_MOVING:
      'The business is being moved to another installation, which takes some seconds. Nothing was changed; retry after Retry-After seconds.',
    BUSINESS_MOVED:
      'The business has moved to another installation, and DNS will point there shortly. Nothing was changed; retry after Retry-After seconds.',
    INSTALLATION_UNREACHABLE:
      'The installation of the business is unavailable. Nothing was changed; retry after Retry-After seconds.',
    FILES_UNREACHABLE: 'The storage of photos and signatures is unavailable. Nothing was changed; retry shortly.',
    UPLOADS_BUSY:
      'Too many concurrent uploads, in total or from this business, key or link; retry after Retry-After seconds.',
    SERVER_BUSY: 'The server is at its limit of concurrent work; retry after Retry-After seconds.',
    AREAS_BUSY: 'Too many areas are being read; retry shortly.',
    TIMED_OUT: 'The request took too long and was stopped. Nothing was changed; retry shortly.',
    GEOCODER_DOWN: 'The geocoder is unavailable; offer your own standard days.',
    GEOCODER_NOT_CONFIGURED: 'No geocoder is configured. Send lat and lng.',
  },
} as const satisfies Record<number, Record<string, string>>

export type ErrorCode = { [S in keyof typeof ERROR_CODES]: keyof (typeof ERROR_CODES)[S] }[keyof typeof ERROR_CODES]

/** Returns every code with its status and meaning, in the order of the table. */
export const errorCodes = (): { status: number; code: string; meaning: string }[] =>
  Object.entries(ERROR_CODES).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => ({ status: Number(status), code, meaning })),
  )
