// Every `details.code` and what it means: for the description, the reference and the tests.

/** By status, as the reference lists them. */
export const ERROR_CODES = {
  400: {
    INVALID:
      'A field, query parameter or cursor is wrong; details.fields lists the first 20, the message names the first.',
    INVALID_JSON:
      'The body is not JSON, or JSON that means two things or cannot be stored as sent: duplicate members, the character U+0000, half a surrogate pair, __proto__, numbers past double precision, nesting over 32, more than 5,000 members in one object.',
    IDEMPOTENCY_KEY_MISSING: 'The Idempotency-Key is missing, sent twice, or not 1 to 255 printable characters.',
    CONTRADICTION: 'The request contradicts itself, for example a stop locked to a vehicle that may not carry it.',
    BAD_REQUEST: 'The request itself is not well-formed: a broken percent-encoding, length or header.',
  },
  401: {
    UNAUTHENTICATED: 'The API key is missing, malformed, unknown or revoked.',
    KEY_EXPIRED: 'The API key has expired; details.expired_at says when.',
  },
  403: {
    SCOPE_MISSING: 'The API key lacks the scope that the operation needs; details.scope names it.',
    ADDRESS_NOT_ALLOWED: 'The API key may not be used from this address; details.address names it, where it is known.',
    SIGNATURE_INVALID: "A text's signature is not the provider's.",
    LINK_INVALID: 'The link to a photo or signature is invalid or was changed.',
    LINK_EXPIRED: 'The link to a photo or signature has expired; read the delivery again for a new one.',
  },
  404: { NOT_FOUND: 'No record with that reference or id in this business, or no such path.' },
  405: { METHOD_NOT_ALLOWED: 'The path exists, the method does not; the Allow header lists those that do.' },
  408: { TIMEOUT: 'The request took too long to arrive.' },
  409: {
    IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used with another body.',
    IDEMPOTENCY_KEY_IN_USE:
      'A request with this Idempotency-Key, or one that changes the same records, is still running; retry after Retry-After seconds.',
    RECORDS_BUSY: 'Another request is changing the same records; retry after Retry-After seconds.',
    ORDER_ON_DISPATCHED_ROUTE: 'On a dispatched route these fields may not change; details.fields lists them.',
    ORDER_FINAL: 'The delivery is delivered, failed or cancelled; send a new external_ref to deliver again.',
    REFERENCE_TAKEN: 'There is one with this reference already.',
    RECURRING_ORDER_ENDED: 'The recurring order has ended; create another one.',
    CHANGED_MEANWHILE: 'It has changed since the version that was sent; details name who and when.',
    OUT_FOR_DELIVERY: 'The delivery is out for delivery and cannot be cancelled.',
    SOLVE_CALLED_OFF: 'The caller disconnected before the routes were found.',
    BUILD_TOO_LARGE: 'Of a build of more than about 1,200 places only the answer is kept, so it cannot be run again.',
    NOT_ROUTABLE: 'A reference of the build is not OPEN or not on its date; details.external_refs lists them.',
    NOTHING_ROUTABLE: 'Nothing of the build can be routed; details.unassigned says why for each.',
    NO_VEHICLE: 'No vehicle is left to use: every active one has a route that day, or there is none.',
    VEHICLE_INACTIVE: 'A vehicle named in the build is not active.',
    VEHICLE_BUSY: 'A vehicle named in the build already drives a running route that day.',
    NO_DEPOT: 'The business has no depot to start from.',
    BUILD_RUNNING: 'A build is already running for this business.',
    BUILD_OUTDATED: 'Deliveries or routes kept changing while they were planned; build again.',
    TEST_KEY_NEEDED: 'Days are simulated with test data only; the key is a live one.',
    TEST_DAY_RUNNING: 'A day of the business is being simulated already.',
    TEST_DAY_TAKES_NO_PHOTOS: 'The settings ask drivers for photos or signatures, which a simulated day does not make.',
    NO_OPEN_ROUTE: 'No route of that date is planned or under way.',
    REPLAN_EXPIRED: 'The proposal is too old; ask for a new one.',
    REPLAN_ACCEPTED: 'A plan of the proposal was accepted already.',
    RELOAD_TO_COME: 'A route that is to go home has still to load again at the depot.',
    NOTHING_LOADED: 'A route that is to hand goods over has not started: they are at the depot.',
    PLACE_UNKNOWN: 'Nobody knows where a vehicle stands that is to hand goods over; say where.',
    REPLAN_STALE: 'Routes or deliveries have changed since the proposal was made; details.changes says which and how.',
    ROUTE_RUNNING: 'The route has been dispatched and cannot be planned again.',
    ROUTE_NOT_DISPATCHABLE: 'The route is completed or cancelled.',
    ROUTE_EMPTY: 'The route has no stops to drive.',
    DRIVE_WINDOW_PASSED: "The shift of the route's vehicle has ended; build for another day.",
    ROUTE_NOT_CANCELLABLE: 'The route is already completed or cancelled.',
    ROUTE_NOT_RUNNING: 'Outcomes are recorded only while the route is DISPATCHED or IN_PROGRESS.',
    STOP_FINISHED: 'The stop has an outcome already; undo it first.',
    NOTHING_TO_UNDO: 'The stop has no outcome to undo.',
    ORDER_REPEATED: 'The failed delivery is delivered again by another, which has to be cancelled first.',
    ORDER_MOVED_ON:
      'The skipped delivery is on another route, no longer open, or has changed and no longer fits its route (details.fields), so the skip stays.',
    NOTHING_TO_CORRECT: 'The stop has no outcome to correct.',
    OUTCOME_HELD: 'The outcome can still be undone; undo it instead of correcting it.',
    REORDER_NOT_ALLOWED: 'Drivers of this business keep the order of stops.',
    ROUTE_CHANGED: 'The stops of the route have changed meanwhile.',
    PROOF_FULL: 'The stop has as many photos or signatures as a stop can have.',
    PROOF_REQUIRED: 'The business requires a photo or signature first.',
    CHECK_REQUIRED:
      'The delivery asks its driver for an amount to collect, an age or ID, or the customer’s code first. Others are not held to it.',
    CODE_LOCKED:
      'The driver entered too many wrong codes at this stop. It can be delivered without the code, with a reason.',
    SCAN_REQUIRED: 'The business has its drivers scan each piece first, or say why not. Others are not held to it.',
    NOT_RATABLE: 'A customer can rate only a delivery that is delivered, if the business asks for ratings.',
    RATING_FINAL: 'A customer can change a rating for a day.',
    DAY_FIXED:
      'The customer can’t choose another day for the delivery: it is out, done, too late, or the business leaves days to its office.',
    DAY_TAKEN: 'The day that the customer chose is not among those that fit by now.',
    ROUTE_UNKNOWN: 'The route to move to is not among those of the move.',
    ROUTE_OVER: 'The route is completed or cancelled.',
    NO_PHONE: 'The driver has no phone number, or the route has no driver.',
    DRIVER_NOT_ACTIVE: 'The driver no longer drives.',
    STOP_GONE: 'The delivery has just been put elsewhere.',
    STOP_LOCKED: 'The stop is locked to its place.',
    NO_RELOAD: 'The vehicle can’t load again there.',
    ORDER_NOT_OPEN: 'The delivery is no longer open.',
    UNPLACED: 'The delivery has no place on the map yet.',
    OTHER_DAY: 'The delivery is due on another day than the route.',
    TEMPERATURE: 'The vehicle does not carry the temperature class.',
    NOT_FAILED: 'Only a delivery that FAILED or was CANCELLED is delivered again.',
    BUILD_STALE: 'Deliveries, routes or vehicles have changed since the build was planned.',
    BUILD_EXPIRED: 'The plan is too old; build again.',
    BUILD_ACCEPTED: 'The plan was accepted already.',
    NOT_BOOKABLE: 'Zones or dates do not allow it; details.reasons say why. An owner may set them aside.',
    PERSON_UNDER_WAY:
      'A delivery of the customer is under way, or a message about it is being sent; details.external_refs names them.',
    TOO_MANY_ENDPOINTS: 'The business already has 10 webhook endpoints; remove one first.',
  },
  410: {
    ANSWER_ERASED: 'The answer to this Idempotency-Key named a customer who was erased since.',
    LINK_ENDED: "The driver's or customer's link worked once and no longer does.",
    EVENTS_GONE: 'The event is older than the log of events, so what came after it may be gone, too.',
  },
  413: {
    BODY_TOO_LARGE:
      'The body is larger than 1 MiB, a batch of orders larger than 4 MiB, or a proof file larger than 15 MiB.',
  },
  414: { URI_TOO_LONG: 'The path is too long.' },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'Send JSON with Content-Type: application/json, in UTF-8; proof as multipart/form-data.',
  },
  417: { EXPECTATION_FAILED: 'The Expect header asks for something else than 100-continue.' },
  422: {
    ADDRESS_NOT_FOUND: 'The geocoder found no match for the address.',
    ZONES_TOO_LARGE: 'All zones together would have more corners, or be more, than a business may have.',
  },
  429: {
    RATE_LIMITED: 'More calls than the limit in the last minute; retry after Retry-After seconds.',
    SOLVER_BUSY: 'Too many solves are running; retry after Retry-After seconds.',
  },
  500: {
    INTERNAL:
      'Internal error. Nothing was changed; retry a request that changes something with the same Idempotency-Key.',
  },
  503: {
    DATABASE_UNREACHABLE:
      'The database cannot be reached right now. Nothing was changed, unless the message says that it is not known; retry shortly with the same Idempotency-Key.',
    DISK_FULL: "The server's disk is full. Nothing was changed; retry later.",
    BUSINESS_MOVING:
      'The business is being moved to another installation, for some seconds. Nothing was changed; retry after Retry-After seconds.',
    BUSINESS_MOVED:
      'The business has moved to another installation, where its name leads shortly. Nothing was changed; retry after Retry-After seconds.',
    FILES_UNREACHABLE: 'The storage of photos and signatures can’t be reached. Nothing was changed; retry shortly.',
    UPLOADS_BUSY:
      'Too many uploads at once, in total or from this business, key or link; retry after Retry-After seconds.',
    SERVER_BUSY: 'The server does as much as it can at once; retry after Retry-After seconds.',
    AREAS_BUSY: 'Too many areas are being read; try again shortly.',
    TIMED_OUT: 'The request took too long and was stopped. Nothing was changed; retry shortly.',
    GEOCODER_DOWN: 'Addresses cannot be looked up right now; offer your own standard days.',
    GEOCODER_NOT_CONFIGURED: 'Address lookup isn’t set up. Send lat and lng.',
  },
} as const satisfies Record<number, Record<string, string>>

export type ErrorCode = { [S in keyof typeof ERROR_CODES]: keyof (typeof ERROR_CODES)[S] }[keyof typeof ERROR_CODES]

/** Every code with its status, in the table's order. */
export const errorCodes = (): { status: number; code: string; meaning: string }[] =>
  Object.entries(ERROR_CODES).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => ({ status: Number(status), code, meaning })),
  )
