// Written by npm run sdk from openapi.json.

export interface AcceptReplanInput {
  plan: 'FEWEST_CHANGES' | 'LEAST_DRIVING' | 'WINDOWS_KEPT'
}

export interface AcceptedReplanWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface AcceptedReplan {
  routes: RouteWithStops[]
  /**
   * Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15 minutes, so that
   * what was taken off may be done already.
   */
  warnings?: AcceptedReplanWarning[]
}

export interface Address {
  line1: string
  city: string | null
  region: string | null
  postal_code: string | null
  lat: number | null
  lng: number | null
}

export interface ApiCall {
  /** As the answer’s X-Request-Id. */
  request_id: UuidOut
  at: InstantOut
  method: string
  /** With its query; addresses and coordinates in it are left out. */
  path: string
  status: number
  duration_ms: number
  error_code: string | null
}

export interface AreaFeature {
  type: 'Feature'
  geometry: AreaPolygon | AreaMultiPolygon
}

export interface AreaFeatureCollection {
  type: 'FeatureCollection'
  features: AreaFeature[]
}

export interface AreaMultiPolygon {
  type: 'MultiPolygon'
  coordinates: number[][][][]
}

export interface AreaPolygon {
  type: 'Polygon'
  coordinates: number[][][]
}

export interface AvailabilityZone {
  zone_uuid: UuidOut
  name: string
  days: (OpenDay | ClosedDay)[]
}

export interface Availability {
  served: boolean
  time_zone: string
  /** First day, yyyy-MM-dd */
  from: string
  days: number
  zones: AvailabilityZone[]
}

export interface BuildChangeBefore {
  vehicle_uuid: UuidOut
  vehicle_name: string
  sequence: number
}

export interface BuildChangeAfter {
  vehicle_uuid: UuidOut
  vehicle_name: string
  sequence: number
}

export interface BuildChange {
  order_uuid: UuidOut
  external_ref: string
  line1: string
  change: 'ADDED' | 'LEFT_OFF' | 'MOVED' | 'REORDERED'
  before: BuildChangeBefore | null
  after: BuildChangeAfter | null
}

export interface BuildDaysInputOptions {
  /** As of a build: what the routes of a day balance. */
  balance?: 'NONE' | 'FAIR' | 'STOPS' | 'TIME'
  /** For all days together. */
  time_limit_seconds?: number
  seed?: number
}

export interface BuildDaysInput {
  /** The first of the days, today or later. */
  date: Day
  /** How many days, one after the other. */
  days: number
  options?: BuildDaysInputOptions
}

export interface BuildDaysResultDayUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface BuildDaysResultDayUnassigned {
  external_ref: string
  order_uuid: UuidOut
  reason: BuildDaysResultDayUnassignedReason
  nearest_fix: string | null
}

export interface BuildDaysResultDay {
  /** Under this the build is kept. */
  build_uuid: UuidOut
  routes: RouteWithStops[]
  unassigned: BuildDaysResultDayUnassigned[]
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
  date: DayOut
}

export interface BuildDaysResultMoved {
  external_ref: string
  order_uuid: UuidOut
  from: DayOut
  to: DayOut
}

export interface BuildDaysResultUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface BuildDaysResultUnassigned {
  external_ref: string
  order_uuid: UuidOut
  reason: BuildDaysResultUnassignedReason
  nearest_fix: string | null
}

export interface BuildDaysResult {
  /** Each day that got deliveries, with what came of it, as of a build. */
  days: BuildDaysResultDay[]
  /** Deliveries whose delivery_date is another day of their span now. */
  moved: BuildDaysResultMoved[]
  /** What got no day. */
  unassigned: BuildDaysResultUnassigned[]
}

export interface BuildInputOptions {
  /** What the routes balance. FAIR, the default: similar working times at few extra miles. */
  balance?: 'NONE' | 'FAIR' | 'STOPS' | 'TIME'
  time_limit_seconds?: number
  seed?: number
  /**
   * FEWEST: as few as the deliveries need; a vehicle left unused is worth 40 miles. Default: ALL, unless vehicle_ids
   * restricts it.
   */
  vehicles?: 'ALL' | 'FEWEST'
  /**
   * Whether drivers get the areas where they have delivered in the last 60 days, as far as that costs nothing.
   * Default: true.
   */
  usual_areas?: boolean
}

export interface BuildInput {
  date: Day
  /**
   * Deliveries to plan, at most 300 unless BUILD_MAX_DELIVERIES of the server allows more. Absent: every OPEN delivery
   * of the date that is on no route.
   */
  external_refs?: string[]
  vehicle_ids?: Uuid[]
  depot_id?: Uuid
  options?: BuildInputOptions
}

export interface BuildResultUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface BuildResultUnassigned {
  external_ref: string
  order_uuid: UuidOut
  reason: BuildResultUnassignedReason
  nearest_fix: string | null
}

export interface BuildResult {
  /** Under this the build is kept. */
  build_uuid: UuidOut
  routes: RouteWithStops[]
  unassigned: BuildResultUnassigned[]
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
}

export interface BuildRunAgain {
  build_uuid: UuidOut
  /** Whether every route and time is the same, to the bit. */
  same: boolean
  engine: string
  engine_now: string
  /** Stops that are elsewhere now. Null where this engine can’t take the steps of the other. */
  changes: BuildChange[] | null
}

export interface CancelledOrderItem {
  name: string
  quantity: number
  unit_weight_lbs: number | null
  temperature_class: TemperatureClass | null
  sku: string | null
  /** Only where sent. */
  barcodes?: string[]
}

export interface CancelledOrderMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

export interface CancelledOrderRoute {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
}

export interface CancelledOrderStopItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface CancelledOrderStopChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface CancelledOrderStopChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface CancelledOrderStopChecks {
  collected?: CancelledOrderStopChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: CancelledOrderStopChecksCode
}

export interface CancelledOrderStop {
  stop_uuid: UuidOut
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  delivered_at: InstantOut | null
  tracking_url: string
  planned_arrival: InstantOut
  eta: InstantOut | null
  arrived_at: InstantOut | null
  reason: string | null
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: CancelledOrderStopItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: CancelledOrderStopChecks
  settles_at: InstantOut | null
}

export interface CancelledOrderWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface CancelledOrder {
  order_uuid: UuidOut
  external_ref: string
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  delivery_date: DayOut
  /** Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is there now. */
  delivery_from?: DayOut
  /** Only where sent. */
  delivery_by?: DayOut
  temperature_class: TemperatureClass
  customer_name: string
  customer_phone: string | null
  customer_email: string | null
  address: Address
  instructions: string | null
  /** What the customer says for the driver on the tracking page; no order changes it. */
  customer_instructions: string | null
  window_start: TimeOut | null
  window_end: TimeOut | null
  load_weight_lbs: number | null
  items: CancelledOrderItem[] | null
  metadata: Record<string, unknown> | null
  sms_consent: boolean | null
  email_consent: boolean | null
  service_minutes: number | null
  language: 'en' | 'es' | 'fr' | 'de' | null
  /** Only where sent, as what follows up to door_code. */
  more_windows?: CancelledOrderMoreWindow[]
  priority?: number
  ready_at?: TimeOut
  load_pieces?: number
  load_cubic_feet?: number
  required_skills?: string[]
  required_drivers?: string[]
  excluded_drivers?: string[]
  preferred_drivers?: string[]
  pickup_weight_lbs?: number
  pickup_pieces?: number
  pickup_cubic_feet?: number
  goods_from?: string
  max_ride_minutes?: number
  collect_amount?: string
  id_check?: 'AGE_18' | 'AGE_21' | 'ID'
  door_code?: boolean
  placement: 'PLACED' | 'APPROXIMATE' | 'PENDING' | 'UNPLACED'
  route: CancelledOrderRoute | null
  stop: CancelledOrderStop | null
  /** 1 for a first attempt. A failed delivery that the office delivers again is one more. */
  attempt: number
  /** The external_ref of the failed or cancelled delivery that this one delivers again. */
  repeat_of: string | null
  /** The customer’s tracking page: the same for the whole life of the delivery, whichever route it is on. */
  tracking_url: string
  created_at: InstantOut
  changed_at: InstantOut
  /**
   * Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15 minutes, so that
   * what was taken off may be done already.
   */
  warnings?: CancelledOrderWarning[]
}

export interface CancelledRouteVehicle {
  vehicle_uuid: UuidOut
  name: string
}

export interface CancelledRouteDriver {
  driver_uuid: UuidOut
  name: string
}

export interface CancelledRouteDepot {
  name: string
  lat: number
  lng: number
}

/** Where it starts, if not at the depot. */
export interface CancelledRouteStart {
  name: string
  lat: number
  lng: number
}

/** Where it ends, if not at the depot; null is at the last stop. */
export interface CancelledRouteEnd {
  name: string
  lat: number
  lng: number
}

/** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
export interface CancelledRoutePauseHandOver {
  from_route: string
  name: string | null
  lat: number
  lng: number
}

export interface CancelledRoutePause {
  kind: 'BREAK' | 'RELOAD'
  start: InstantOut
  end: InstantOut
  /** Of the stop that follows; null on the way home. */
  before_sequence: number | null
  /** Of a RELOAD: the trip that it loads for, 2 for the second load. */
  trip?: number
  /** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
  hand_over?: CancelledRoutePauseHandOver
  paid: boolean
  /** Past the end of its window. */
  late_minutes: number
}

export interface CancelledRouteLoadCheckMissing {
  code: string
  external_ref: string | null
}

export interface CancelledRouteLoadCheck {
  /** Which load of the route: 1 is the first. */
  trip: number
  checked_at: InstantOut
  scanned: number
  /** Pieces that were ticked. */
  by_hand: number
  missing: CancelledRouteLoadCheckMissing[]
  /** Its deliveries. One that came on the route later is not checked. */
  order_uuids: UuidOut[]
  /** Why the driver went on without them. */
  reason: string | null
}

export interface CancelledRouteWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface CancelledRoute {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  date: DayOut
  vehicle: CancelledRouteVehicle
  driver: CancelledRouteDriver | null
  depot: CancelledRouteDepot
  /** Where it starts, if not at the depot. */
  start?: CancelledRouteStart
  /** Where it ends, if not at the depot; null is at the last stop. */
  end?: CancelledRouteEnd | null
  planned_start: InstantOut | null
  planned_end: InstantOut | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  distance_miles: number
  drive_minutes: number
  load_weight_lbs: number
  stop_count: number
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  /** Breaks, and coming back to the depot to load again, by their time, where the route has some. */
  pauses?: CancelledRoutePause[]
  /** What the driver found of each load before the start, where it was checked. */
  load_checks?: CancelledRouteLoadCheck[]
  stops: Stop[]
  /**
   * Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15 minutes, so that
   * what was taken off may be done already.
   */
  warnings?: CancelledRouteWarning[]
}

export interface ClosedDayReason {
  code: 'NOT_A_DELIVERY_DAY' | 'CLOSED' | 'CUTOFF_PASSED' | 'FULL'
  message: string
}

export interface ClosedDay {
  date: DayOut
  open: false
  reasons: ClosedDayReason[]
}

export interface ComparedPlanRouteDepot {
  name: string
  lat: number
  lng: number
}

export interface ComparedPlanRouteStop {
  order_uuid: UuidOut
  external_ref: string
  line1: string
  sequence: number
  lat: number
  lng: number
  arrival: InstantOut
  /** It loads again at the depot before. */
  reloads?: true
}

export interface ComparedPlanRoute {
  vehicle_uuid: UuidOut
  vehicle_name: string
  depot: ComparedPlanRouteDepot
  planned_start: InstantOut
  planned_end: InstantOut | null
  distance_miles: number
  drive_minutes: number
  stops: ComparedPlanRouteStop[]
}

export interface ComparedPlanUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface ComparedPlanUnassigned {
  order_uuid: UuidOut
  external_ref: string
  line1: string
  reason: ComparedPlanUnassignedReason
  nearest_fix: string | null
}

export interface ComparedPlan {
  build_uuid: UuidOut
  date: DayOut
  created_at: InstantOut
  /** When its routes became those of the day; null for a proposed plan that was not chosen. */
  made_at: InstantOut | null
  balance: 'NONE' | 'FAIR' | 'STOPS' | 'TIME'
  seed: number
  /** Which engine found the plan. */
  engine: string
  /** Whether this server has the same engine. */
  same_engine: boolean
  routes_count: number
  stop_count: number
  unassigned_count: number
  distance_miles: number
  drive_minutes: number
  /** From departure to return, of the shortest route. */
  shortest_minutes: number
  longest_minutes: number
  fewest_stops: number
  most_stops: number
  /** How often routes cross. */
  crossings: number
  distances_estimated: boolean
  routes: ComparedPlanRoute[]
  unassigned: ComparedPlanUnassigned[]
  /** What this build has differently than `compared_with`, stop by stop; null without it. */
  changes: BuildChange[] | null
}

/** MM/dd/yyyy in the business time zone */
export type Day = string

/** MM/dd/yyyy */
export type DayOut = string

export interface Depot {
  depot_uuid: UuidOut
  version: number
  name: string
  address: string | null
  lat: number
  lng: number
  is_default: boolean
}

export interface Driver {
  driver_uuid: UuidOut
  version: number
  name: string
  phone: string | null
  email: string | null
  language: 'en' | 'es' | 'fr' | 'de' | null
  no_text: string | null
  active: boolean
}

export interface EventDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface EventDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface EventDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface EventDataChecks {
  collected?: EventDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: EventDataChecksCode
}

export interface EventDataDriver {
  name: string
}

export interface EventDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface EventDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface EventDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: EventDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: EventDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface EventDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface EventData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut | null
  route_name: string | null
  route_date: DayOut | null
  /** The outcome of a stop event, else the order's or route's status. */
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'OPEN' | 'SCHEDULED' | 'CANCELLED' | 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | null
  /** When the outcome occurred. */
  occurred_at: InstantOut | null
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: EventDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: EventDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: EventDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: EventDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: EventDataCounts | null
  released_external_refs: string[] | null
}

/** As the webhook of the same name carries it. */
export interface Event {
  event: 'stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed' | 'endpoint.test'
  /** When it happened. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: EventData
  event_uuid: UuidOut
}

export interface HealthChecks {
  database: HealthCheck
  geocoder: HealthCheck
  /** Only if a road-distance provider is configured. */
  distances?: HealthCheck
  map_tiles: HealthCheck
  /** Free space on the disk of DATA_DIR; down below 256 MB. */
  disk: HealthCheck
  /** Only if a replica is configured; down while it is away or more than a minute behind. */
  replica?: HealthCheck
  /** Only if other processes solve (`SOLVER_THREADS=0`); down while a plan has waited half a minute for one. */
  solvers?: HealthCheck
  jobs_tick: JobsTickCheck
}

export interface Health {
  status: 'ok' | 'degraded'
  version: string
  checks: HealthChecks
  /** The road-distance provider configured; straight_line without one. */
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
}

export interface HealthCheck {
  status: 'ok' | 'down' | 'not_configured'
  latency_ms?: number
  checked_at: InstantOut
  detail?: string
}

export type Instant = string

/** ISO 8601, UTC */
export type InstantOut = string

export interface JobsTickCheck {
  status: 'ok' | 'down' | 'not_configured'
  latency_ms?: number
  checked_at: InstantOut
  detail?: string
  last_tick_at: InstantOut | null
  /** Items that background jobs have failed on for a minute or longer, and retry; null if unknown. */
  failing_work: number | null
}

export interface KeptBuild {
  build_uuid: UuidOut
  date: DayOut
  created_at: InstantOut
  /** When its routes became those of the day; null for a proposed plan that was not chosen. */
  made_at: InstantOut | null
  balance: 'NONE' | 'FAIR' | 'STOPS' | 'TIME'
  seed: number
  /** Which engine found the plan. */
  engine: string
  /** Whether this server has the same engine. */
  same_engine: boolean
  routes_count: number
  stop_count: number
  unassigned_count: number
  distance_miles: number
  drive_minutes: number
  /** From departure to return, of the shortest route. */
  shortest_minutes: number
  longest_minutes: number
  fewest_stops: number
  most_stops: number
  /** How often routes cross. */
  crossings: number
  distances_estimated: boolean
}

export interface KeyBusiness {
  name: string
  /** Of its dates and times of day. */
  time_zone: string
  /** Its date now. */
  today: DayOut
}

export interface Key {
  key_uuid: UuidOut
  name: string
  prefix: string
  created_at: InstantOut
  /** Every scope that it has. */
  scopes: ('orders:read' | 'orders:write' | 'routes:plan' | 'routes:dispatch' | 'administer')[]
  /** Null: from anywhere. */
  allowed_addresses: string[] | null
  /** Null: it does not. */
  expires_at: InstantOut | null
  /** Whether it is a key of the test side. */
  test: boolean
  business: KeyBusiness
}

export interface MultiPolygon {
  type: 'MultiPolygon'
  coordinates: number[][][][]
}

/** Why it does not fit; the same reasons as for unassigned deliveries of a build. */
export interface OpenDayInfeasibleReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM'
  message: string
}

export interface OpenDay {
  date: DayOut
  open: true
  window_start: TimeOut
  window_end: TimeOut
  capacity: number | null
  capacity_remaining: number | null
  cutoff_at: InstantOut | null
  /**
   * With `weight` or `temperature_class`: whether the delivery fits into that day's vehicles and plan as they stand:
   * on the roads of an added region, otherwise on estimated distances; null when there is nothing to judge by.
   */
  feasible?: boolean | null
  /** Why it does not fit; the same reasons as for unassigned deliveries of a build. */
  infeasible_reason?: OpenDayInfeasibleReason
}

export interface OptimizeAnswerRouteStop {
  id: string
  sequence: number
  /** Arrival time, before any waiting. */
  arrival: TimeOut
  service_start: TimeOut
  departure: TimeOut
  wait_minutes: number
  /** From the previous location. */
  distance_miles: number
  /** Which load of a vehicle that may reload, 1 for the first. */
  trip?: number
  /** How late service starts, where that is allowed. */
  late_minutes?: number
  /**
   * Meters from the place to the road that it is planned on. Present if more than 100: check the coordinates, since
   * the way between is not part of the plan.
   */
  snapped_meters?: number
}

export interface OptimizeAnswerRouteBreak {
  start: TimeOut
  end: TimeOut
}

export interface OptimizeAnswerRoute {
  vehicle_id: string
  departure: TimeOut
  /** Null with an open end. */
  return: TimeOut | null
  distance_miles: number
  drive_minutes: number
  wait_minutes: number
  service_minutes: number
  /** Sum of the known weights. */
  load_weight_lbs: number
  /** Where some vehicle holds only so many. Cubic feet likewise. */
  load_pieces?: number
  load_cubic_feet?: number
  /** Where there is overtime. */
  overtime_minutes?: number
  /**
   * Meters from the place to the road that it is planned on. Present if more than 100: check the coordinates, since
   * the way between is not part of the plan.
   */
  start_snapped_meters?: number
  /**
   * Meters from the place to the road that it is planned on. Present if more than 100: check the coordinates, since
   * the way between is not part of the plan.
   */
  end_snapped_meters?: number
  stops: OptimizeAnswerRouteStop[]
  breaks?: OptimizeAnswerRouteBreak[]
}

export interface OptimizeAnswerUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM'
  message: string
}

export interface OptimizeAnswerUnassigned {
  id: string
  reason: OptimizeAnswerUnassignedReason
  /** The smallest change that was verified to make it fit. */
  nearest_fix: string | null
  /**
   * Meters from the place to the road that it is planned on. Present if more than 100: check the coordinates, since
   * the way between is not part of the plan.
   */
  snapped_meters?: number
}

export interface OptimizeAnswerSummary {
  routes: number
  /** On routes. */
  stops: number
  unassigned: number
  distance_miles: number
  drive_minutes: number
  cost: number
  solve_ms: number
}

export interface OptimizeAnswer {
  routes: OptimizeAnswerRoute[]
  unassigned: OptimizeAnswerUnassigned[]
  summary: OptimizeAnswerSummary
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
}

export interface OptimizeInputDepot {
  lat: number
  lng: number
  name?: string | null
}

export interface OptimizeInputOptions {
  balance?: 'NONE' | 'STOPS' | 'TIME' | null
  /** With it, windows may be missed: each hour that service starts late costs this much. */
  lateness_cost_per_hour?: number | null
  /** What each stop costs that none of the drivers it prefers drives. Default: 5. */
  other_driver_cost?: number | null
  time_limit_seconds?: number | null
  seed?: number | null
  iterations?: number | null
}

export interface OptimizeInput {
  date?: Day | null
  depot: OptimizeInputDepot
  vehicles: OptimizeVehicle[]
  stops: OptimizeStop[]
  options?: OptimizeInputOptions | null
}

export interface OptimizeStopMoreWindow {
  window_start: TimeOfDay
  window_end: TimeOfDay
}

export interface OptimizeStopLocked {
  vehicle_id: string
  sequence?: number | null
}

export interface OptimizeStop {
  id: string
  lat: number
  lng: number
  window_start?: TimeOfDay | null
  window_end?: TimeOfDay | null
  /** Further windows, in order, each after the one before. They need window_end. */
  more_windows?: OptimizeStopMoreWindow[] | null
  service_minutes?: number | null
  /** Its vehicle leaves with it no sooner. */
  ready_at?: TimeOfDay | null
  load_weight_lbs?: number | null
  load_pieces?: number | null
  load_cubic_feet?: number | null
  required_skills?: Skill[] | null
  /** One of them must drive it. */
  required_drivers?: string[] | null
  /** None of them may drive it. */
  excluded_drivers?: string[] | null
  /** One of them should drive it. */
  preferred_drivers?: string[] | null
  /** What is picked up there and brought back: it stays on the vehicle until it is back. */
  pickup_weight_lbs?: number | null
  pickup_pieces?: number | null
  pickup_cubic_feet?: number | null
  /** Its goods are picked up at that other stop, and not at the depot: the same vehicle serves both, that one first. */
  goods_from?: string | null
  /** The longest from leaving the stop of goods_from to the start of service here. */
  max_ride_minutes?: number | null
  temperature_class?: TemperatureClass | null
  /**
   * If not all stops can be served, a plan that leaves off fewer of the highest priority is better, whatever it leaves
   * off below. Default: 0.
   */
  priority?: number | null
  locked?: OptimizeStopLocked | null
}

/** What working longer, from departure to return, costs more. */
export interface OptimizeVehicleOvertime {
  after_minutes: number
  cost_per_hour: number
}

/** Where it may return for another load, how long that takes, and how many loads it may take in all. */
export interface OptimizeVehicleReload {
  lat: number
  lng: number
  minutes: number
  max_trips: number
}

export interface OptimizeVehicleStart {
  lat: number
  lng: number
}

/** Where the route ends. Default: the depot; null: at the last stop. */
export interface OptimizeVehicleEnd {
  lat: number
  lng: number
}

export interface OptimizeVehicleBreak {
  window_start: TimeOfDay
  window_end: TimeOfDay
  minutes: number
  /** An unpaid break costs nothing and is no overtime. Default: true. */
  paid?: boolean | null
}

export interface OptimizeVehicle {
  id: string
  capacity_lbs?: number | null
  capacity_pieces?: number | null
  capacity_cubic_feet?: number | null
  skills?: Skill[] | null
  /** The name of who drives it. */
  driver?: string | null
  temperature_classes?: TemperatureClass[] | null
  shift_start?: TimeOfDay | null
  shift_end?: TimeOfDay | null
  max_stops?: number | null
  /** The longest from departure to return. */
  max_working_minutes?: number | null
  max_driving_minutes?: number | null
  /** What working longer, from departure to return, costs more. */
  overtime?: OptimizeVehicleOvertime | null
  /** What the service times of its stops are multiplied by. Default: 1. */
  service_factor?: number | null
  /** Where it may return for another load, how long that takes, and how many loads it may take in all. */
  reload?: OptimizeVehicleReload | null
  start?: OptimizeVehicleStart | null
  /** Where the route ends. Default: the depot; null: at the last stop. */
  end?: OptimizeVehicleEnd | null
  fixed_cost?: number | null
  cost_per_mile?: number | null
  cost_per_hour?: number | null
  breaks?: OptimizeVehicleBreak[] | null
}

export interface OrderItem {
  name: string
  quantity: number
  unit_weight_lbs: number | null
  temperature_class: TemperatureClass | null
  sku: string | null
  /** Only where sent. */
  barcodes?: string[]
}

export interface OrderMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

export interface OrderRoute {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
}

export interface OrderStopItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface OrderStopChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface OrderStopChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface OrderStopChecks {
  collected?: OrderStopChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: OrderStopChecksCode
}

export interface OrderStop {
  stop_uuid: UuidOut
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  delivered_at: InstantOut | null
  tracking_url: string
  planned_arrival: InstantOut
  eta: InstantOut | null
  arrived_at: InstantOut | null
  reason: string | null
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: OrderStopItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: OrderStopChecks
  settles_at: InstantOut | null
}

export interface Order {
  order_uuid: UuidOut
  external_ref: string
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  delivery_date: DayOut
  /** Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is there now. */
  delivery_from?: DayOut
  /** Only where sent. */
  delivery_by?: DayOut
  temperature_class: TemperatureClass
  customer_name: string
  customer_phone: string | null
  customer_email: string | null
  address: Address
  instructions: string | null
  /** What the customer says for the driver on the tracking page; no order changes it. */
  customer_instructions: string | null
  window_start: TimeOut | null
  window_end: TimeOut | null
  load_weight_lbs: number | null
  items: OrderItem[] | null
  metadata: Record<string, unknown> | null
  sms_consent: boolean | null
  email_consent: boolean | null
  service_minutes: number | null
  language: 'en' | 'es' | 'fr' | 'de' | null
  /** Only where sent, as what follows up to door_code. */
  more_windows?: OrderMoreWindow[]
  priority?: number
  ready_at?: TimeOut
  load_pieces?: number
  load_cubic_feet?: number
  required_skills?: string[]
  required_drivers?: string[]
  excluded_drivers?: string[]
  preferred_drivers?: string[]
  pickup_weight_lbs?: number
  pickup_pieces?: number
  pickup_cubic_feet?: number
  goods_from?: string
  max_ride_minutes?: number
  collect_amount?: string
  id_check?: 'AGE_18' | 'AGE_21' | 'ID'
  door_code?: boolean
  placement: 'PLACED' | 'APPROXIMATE' | 'PENDING' | 'UNPLACED'
  route: OrderRoute | null
  stop: OrderStop | null
  /** 1 for a first attempt. A failed delivery that the office delivers again is one more. */
  attempt: number
  /** The external_ref of the failed or cancelled delivery that this one delivers again. */
  repeat_of: string | null
  /** The customer’s tracking page: the same for the whole life of the delivery, whichever route it is on. */
  tracking_url: string
  created_at: InstantOut
  changed_at: InstantOut
}

export interface OrderBatchInput {
  orders: OrderInput[]
}

export interface OrderBatchResultResult {
  /** As sent; null where none was. */
  external_ref: string | null
  outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED'
  /** Null where refused. */
  order: Order | null
  /** Why it was refused, else null. */
  error: OrderRefusal | null
}

export interface OrderBatchResult {
  /** One for each order, in the order in which they were sent. */
  results: OrderBatchResultResult[]
  /** How many of them were refused. */
  refused: number
}

export interface OrderInputAddress {
  line1: string
  city?: string | null
  region?: string | null
  postal_code?: string | null
  lat?: number | null
  lng?: number | null
}

export interface OrderInputItem {
  name: string
  quantity: number
  unit_weight_lbs?: number | null
  temperature_class?: TemperatureClass | null
  sku?: string | null
  /** What is on its pieces to scan, one code for each, where they have codes of their own. */
  barcodes?: string[] | null
}

export interface OrderInputMoreWindow {
  window_start: TimeOfDay
  window_end: TimeOfDay
}

export interface OrderInput {
  external_ref: string
  customer_name: string
  customer_phone?: string | null
  customer_email?: string | null
  address: OrderInputAddress
  instructions?: string | null
  delivery_date: Day
  /** The last day on which it may be delivered, if it may be on any day from delivery_date on; at most 60 days later. */
  delivery_by?: Day | null
  window_start?: TimeOfDay | null
  window_end?: TimeOfDay | null
  temperature_class?: TemperatureClass | null
  load_weight_lbs?: number | null
  items?: OrderInputItem[] | null
  metadata?: Record<string, unknown> | null
  sms_consent?: boolean | null
  email_consent?: boolean | null
  service_minutes?: number | null
  /** Of the customer's messages and tracking page. Default: the business's. */
  language?: 'en' | 'es' | 'fr' | 'de' | null
  /** Further windows of the day, in order, each after the one before. They need window_end. */
  more_windows?: OrderInputMoreWindow[] | null
  /**
   * If not all deliveries can be made, a plan that leaves off fewer of the highest priority is better, whatever it
   * leaves off below. Default: 0.
   */
  priority?: number | null
  /** When its goods can be loaded at the depot: its vehicle leaves with it no sooner. */
  ready_at?: TimeOfDay | null
  load_pieces?: number | null
  load_cubic_feet?: number | null
  /** Its vehicle must have all of them. */
  required_skills?: Skill[] | null
  /** By name: one of them must drive it. */
  required_drivers?: string[] | null
  /** By name: none of them may drive it. */
  excluded_drivers?: string[] | null
  /** By name: one of them drives it, unless that costs more than 5 miles. */
  preferred_drivers?: string[] | null
  /** What is picked up there and brought back: it stays on the vehicle until it is back. */
  pickup_weight_lbs?: number | null
  pickup_pieces?: number | null
  pickup_cubic_feet?: number | null
  /** Its goods are picked up at that other stop, and not at the depot: the same vehicle serves both, that one first. */
  goods_from?: string | null
  /** The longest from leaving the stop of goods_from to the start of service here. */
  max_ride_minutes?: number | null
  /** What the driver collects, a decimal as text in the currency of the business, such as "24.90". */
  collect_amount?: string | null
  /** What the customer must show before it is handed over. Only yes or no is recorded of it. */
  id_check?: 'NONE' | 'AGE_18' | 'AGE_21' | 'ID' | null
  /**
   * Whether the driver asks for the code that the customer reads on the tracking page. Default: as the business has it
   * set.
   */
  door_code?: boolean | null
}

export interface OrderRefusalDetails {
  code: 'INVALID' | 'INVALID_JSON' | 'IDEMPOTENCY_KEY_MISSING' | 'CONTRADICTION' | 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'KEY_EXPIRED' | 'SCOPE_MISSING' | 'ADDRESS_NOT_ALLOWED' | 'SIGNATURE_INVALID' | 'LINK_INVALID' | 'LINK_EXPIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'TIMEOUT' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_KEY_IN_USE' | 'RECORDS_BUSY' | 'ORDER_ON_DISPATCHED_ROUTE' | 'ORDER_FINAL' | 'REFERENCE_TAKEN' | 'RECURRING_ORDER_ENDED' | 'CHANGED_MEANWHILE' | 'OUT_FOR_DELIVERY' | 'SOLVE_CALLED_OFF' | 'BUILD_TOO_LARGE' | 'NOT_ROUTABLE' | 'NOTHING_ROUTABLE' | 'NO_VEHICLE' | 'VEHICLE_INACTIVE' | 'VEHICLE_BUSY' | 'NO_DEPOT' | 'BUILD_RUNNING' | 'BUILD_OUTDATED' | 'TEST_KEY_NEEDED' | 'TEST_DAY_RUNNING' | 'TEST_DAY_TAKES_NO_PHOTOS' | 'NO_OPEN_ROUTE' | 'REPLAN_EXPIRED' | 'REPLAN_ACCEPTED' | 'RELOAD_TO_COME' | 'NOTHING_LOADED' | 'PLACE_UNKNOWN' | 'REPLAN_STALE' | 'ROUTE_RUNNING' | 'ROUTE_NOT_DISPATCHABLE' | 'ROUTE_EMPTY' | 'DRIVE_WINDOW_PASSED' | 'ROUTE_NOT_CANCELLABLE' | 'ROUTE_NOT_RUNNING' | 'STOP_FINISHED' | 'NOTHING_TO_UNDO' | 'ORDER_REPEATED' | 'ORDER_MOVED_ON' | 'NOTHING_TO_CORRECT' | 'OUTCOME_HELD' | 'REORDER_NOT_ALLOWED' | 'ROUTE_CHANGED' | 'PROOF_FULL' | 'PROOF_REQUIRED' | 'CHECK_REQUIRED' | 'CODE_LOCKED' | 'SCAN_REQUIRED' | 'NOT_RATABLE' | 'RATING_FINAL' | 'DAY_FIXED' | 'DAY_TAKEN' | 'ROUTE_UNKNOWN' | 'ROUTE_OVER' | 'NO_PHONE' | 'DRIVER_NOT_ACTIVE' | 'STOP_GONE' | 'STOP_LOCKED' | 'NO_RELOAD' | 'ORDER_NOT_OPEN' | 'UNPLACED' | 'OTHER_DAY' | 'TEMPERATURE' | 'NOT_FAILED' | 'BUILD_STALE' | 'BUILD_EXPIRED' | 'BUILD_ACCEPTED' | 'NOT_BOOKABLE' | 'PERSON_UNDER_WAY' | 'TOO_MANY_ENDPOINTS' | 'ANSWER_ERASED' | 'LINK_ENDED' | 'EVENTS_GONE' | 'BODY_TOO_LARGE' | 'URI_TOO_LONG' | 'UNSUPPORTED_MEDIA_TYPE' | 'EXPECTATION_FAILED' | 'ADDRESS_NOT_FOUND' | 'ZONES_TOO_LARGE' | 'RATE_LIMITED' | 'SOLVER_BUSY' | 'INTERNAL' | 'DATABASE_UNREACHABLE' | 'DISK_FULL' | 'BUSINESS_MOVING' | 'BUSINESS_MOVED' | 'FILES_UNREACHABLE' | 'UPLOADS_BUSY' | 'SERVER_BUSY' | 'AREAS_BUSY' | 'TIMED_OUT' | 'GEOCODER_DOWN' | 'GEOCODER_NOT_CONFIGURED'
  fields?: string[]
}

/** What POST /orders would have answered. */
export interface OrderRefusal {
  statusCode: number
  message: string
  details: OrderRefusalDetails
}

export interface OrderTemplateAddress {
  line1: string
  city?: string | null
  region?: string | null
  postal_code?: string | null
  lat?: number | null
  lng?: number | null
}

export interface OrderTemplateItem {
  name: string
  quantity: number
  unit_weight_lbs?: number | null
  temperature_class?: TemperatureClass | null
  sku?: string | null
  /** What is on its pieces to scan, one code for each, where they have codes of their own. */
  barcodes?: string[] | null
}

export interface OrderTemplateMoreWindow {
  window_start: TimeOfDay
  window_end: TimeOfDay
}

/** As the body of POST /orders, without external_ref, delivery_date, delivery_by, goods_from and max_ride_minutes. */
export interface OrderTemplate {
  customer_name: string
  customer_phone?: string | null
  customer_email?: string | null
  address: OrderTemplateAddress
  instructions?: string | null
  window_start?: TimeOfDay | null
  window_end?: TimeOfDay | null
  temperature_class?: TemperatureClass | null
  load_weight_lbs?: number | null
  items?: OrderTemplateItem[] | null
  metadata?: Record<string, unknown> | null
  sms_consent?: boolean | null
  email_consent?: boolean | null
  service_minutes?: number | null
  /** Of the customer's messages and tracking page. Default: the business's. */
  language?: 'en' | 'es' | 'fr' | 'de' | null
  /** Further windows of the day, in order, each after the one before. They need window_end. */
  more_windows?: OrderTemplateMoreWindow[] | null
  /**
   * If not all deliveries can be made, a plan that leaves off fewer of the highest priority is better, whatever it
   * leaves off below. Default: 0.
   */
  priority?: number | null
  /** When its goods can be loaded at the depot: its vehicle leaves with it no sooner. */
  ready_at?: TimeOfDay | null
  load_pieces?: number | null
  load_cubic_feet?: number | null
  /** Its vehicle must have all of them. */
  required_skills?: Skill[] | null
  /** By name: one of them must drive it. */
  required_drivers?: string[] | null
  /** By name: none of them may drive it. */
  excluded_drivers?: string[] | null
  /** By name: one of them drives it, unless that costs more than 5 miles. */
  preferred_drivers?: string[] | null
  /** What is picked up there and brought back: it stays on the vehicle until it is back. */
  pickup_weight_lbs?: number | null
  pickup_pieces?: number | null
  pickup_cubic_feet?: number | null
  /** What the driver collects, a decimal as text in the currency of the business, such as "24.90". */
  collect_amount?: string | null
  /** What the customer must show before it is handed over. Only yes or no is recorded of it. */
  id_check?: 'NONE' | 'AGE_18' | 'AGE_21' | 'ID' | null
  /**
   * Whether the driver asks for the code that the customer reads on the tracking page. Default: as the business has it
   * set.
   */
  door_code?: boolean | null
}

export interface OutcomeInputItem {
  name: string
  sku?: string | null
  /** Not there to be handed over. */
  short?: number | null
  damaged?: number | null
  /** Not taken; it goes back. */
  returned?: number | null
  reason?: string | null
}

export interface OutcomeInputChecksCollected {
  amount: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason?: string | null
}

/** What the customer said as the code, or why it was delivered without. */
export interface OutcomeInputChecksCode {
  entered?: string | null
  reason?: string | null
}

/** What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with SKIPPED. */
export interface OutcomeInputChecks {
  collected?: OutcomeInputChecksCollected | null
  /** Whether the age or ID was shown. */
  identified?: boolean | null
  /** What the customer said as the code, or why it was delivered without. */
  code?: OutcomeInputChecksCode | null
}

export interface OutcomeInput {
  status: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  reason?: string | null
  driver_notes?: string | null
  left_where?: string | null
  /** Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED. */
  items?: OutcomeInputItem[] | null
  /** What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with SKIPPED. */
  checks?: OutcomeInputChecks | null
  occurred_at?: Instant | null
  arrived_at?: Instant | null
}

export interface PersonDataDeliveryRating {
  stars: number
  comment: string | null
  at: InstantOut
}

export interface PersonDataDeliveryMessage {
  at: InstantOut
  channel: 'SMS' | 'EMAIL'
  kind: 'DRIVER_ROUTE' | 'DRIVER_HOME' | 'SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED'
  recipient: string
  body: string
  status: 'PENDING' | 'SENDING' | 'LOGGED' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'DROPPED'
  error: string | null
  segments: number | null
  price: number | null
  currency: string | null
}

export interface PersonDataDeliveryReply {
  at: InstantOut
  body: string
}

export interface PersonDataDeliveryPhotosItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface PersonDataDeliveryPhotosFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

export interface PersonDataDeliveryPhotos {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: PersonDataDeliveryPhotosItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: PersonDataDeliveryPhotosFileFault[]
  urls_expire_at: InstantOut
}

export interface PersonDataDeliveryHistory {
  at: InstantOut
  action: string
  detail: Record<string, unknown> | null
}

export interface PersonDataDelivery {
  order: Order
  rating: PersonDataDeliveryRating | null
  messages: PersonDataDeliveryMessage[]
  replies: PersonDataDeliveryReply[]
  photos: PersonDataDeliveryPhotos | null
  history: PersonDataDeliveryHistory[]
}

export interface PersonDataRecurringOrder {
  external_ref: string
  order: Record<string, unknown>
}

export interface PersonData {
  deliveries: PersonDataDelivery[]
  /** With the first deliveries; later none. */
  recurring_orders: PersonDataRecurringOrder[]
  /** Send it as `after` for the next 50 deliveries; null at the end. */
  next_after: UuidOut | null
}

export interface PersonErased {
  orders_count: number
  /** And signatures. */
  photos_count: number
  messages_count: number
  replies_count: number
  recurring_orders_count: number
  /** False while what others wrote is still being searched: a job goes on with it, within minutes of the next run. */
  finished: boolean
}

export interface PersonExportRequest {
  /** As anybody writes it. */
  phone?: string | null
  email?: string | null
  /** Of one of the deliveries; found are also those with its phone number or email address. */
  external_ref?: string | null
  /** `next_after` of the reply before. */
  after?: Uuid | null
}

export interface PersonFoundDelivery {
  order_uuid: UuidOut
  external_ref: string
  customer_name: string
  delivery_date: DayOut
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
}

export interface PersonFound {
  orders_count: number
  /** And signatures. */
  photos_count: number
  messages_count: number
  replies_count: number
  recurring_orders_count: number
  /** Of the deliveries found: with more than one, look closely. */
  names: string[]
  phones: string[]
  emails: string[]
  /**
   * References of deliveries that stand against an erasure: on a route that was sent, with an outcome that can be
   * undone, or with a message that is being sent.
   */
  under_way: string[]
  /** The latest 200. */
  deliveries: PersonFoundDelivery[]
}

export interface PersonKey {
  /** As anybody writes it. */
  phone?: string | null
  email?: string | null
  /** Of one of the deliveries; found are also those with its phone number or email address. */
  external_ref?: string | null
}

export interface Place {
  lat: number
  lng: number
  /** The address as the geocoder writes it. */
  label: string
  /** `PLACED`: the very address. `APPROXIMATE`: only its street, postal code or city. */
  precision: 'PLACED' | 'APPROXIMATE'
}

export interface Polygon {
  type: 'Polygon'
  coordinates: number[][][]
}

export interface ProofInput {
  photo?: Blob
  signature?: Blob
  signed_by?: string | null
  /** Of a photo of one item that is short, damaged or goes back: as the delivery names it. */
  item_name?: string | null
  item_sku?: string | null
  taken_at?: Instant | null
  lat?: string | null
  lng?: string | null
}

export interface Receipt {
  receipt_uuid: UuidOut
  /** Its place in the chain of the business, from 1 without gaps. */
  sequence: number
  issued_at: InstantOut
  order_uuid: UuidOut
  stop_uuid: UuidOut
  /** `UNDONE` or `SKIPPED` only where they take an earlier receipt back. */
  outcome: 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'UNDONE'
  /** The receipt of the stop that this one takes the place of. */
  corrects: UuidOut | null
  /** The page that says what it proves; it needs no sign-in. */
  url: string
  /**
   * The receipt itself, one line: keep it byte for byte, and check it with `node roundsman.mjs verify FILE`. The lines
   * of the whole list make a chain.
   */
  file: string
}

export interface RecurringDateInput {
  /** One of the dates of the rule, from today on. */
  date: Day
  skipped?: boolean | null
  moved_to?: Day | null
}

export interface RecurringOrderOrderItem {
  name: string
  quantity: number
  unit_weight_lbs: number | null
  temperature_class: TemperatureClass | null
  sku: string | null
  /** Only where sent. */
  barcodes?: string[]
}

export interface RecurringOrderOrderMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

/** What was sent of it. */
export interface RecurringOrderOrder {
  temperature_class?: TemperatureClass
  customer_name?: string
  customer_phone?: string | null
  customer_email?: string | null
  address?: Address
  instructions?: string | null
  window_start?: TimeOut | null
  window_end?: TimeOut | null
  load_weight_lbs?: number | null
  items?: RecurringOrderOrderItem[] | null
  metadata?: Record<string, unknown> | null
  sms_consent?: boolean | null
  email_consent?: boolean | null
  service_minutes?: number | null
  language?: 'en' | 'es' | 'fr' | 'de' | null
  /** Only where sent, as what follows up to door_code. */
  more_windows?: RecurringOrderOrderMoreWindow[]
  priority?: number
  ready_at?: TimeOut
  load_pieces?: number
  load_cubic_feet?: number
  required_skills?: string[]
  required_drivers?: string[]
  excluded_drivers?: string[]
  preferred_drivers?: string[]
  pickup_weight_lbs?: number
  pickup_pieces?: number
  pickup_cubic_feet?: number
  goods_from?: string
  max_ride_minutes?: number
  collect_amount?: string
  id_check?: 'AGE_18' | 'AGE_21' | 'ID'
  door_code?: boolean
}

export interface RecurringOrderSchedule {
  every: number
  unit: 'DAY' | 'WEEK' | 'MONTH'
  weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[]
  day_of_month: number | null
  start_date: DayOut
  end_date: DayOut | null
  count: number | null
  closed_days: 'KEEP' | 'NEXT_OPEN_DAY'
}

/** The order made for the date, once it is. */
export interface RecurringOrderNextDateOrder {
  order_uuid: UuidOut
  external_ref: string
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  delivery_date: DayOut
}

export interface RecurringOrderNextDate {
  date: DayOut
  skipped: boolean
  moved_to: DayOut | null
  /** The order made for the date, once it is. */
  order: RecurringOrderNextDateOrder | null
}

export interface RecurringOrder {
  recurring_order_uuid: UuidOut
  external_ref: string
  /** What was sent of it. */
  order: RecurringOrderOrder
  schedule: RecurringOrderSchedule
  days_ahead: number
  /** Another one after each change. */
  version: number
  /** The next 10 dates of the rule, from today on. */
  next_dates: RecurringOrderNextDate[]
  created_at: InstantOut
  changed_at: InstantOut
  ended_at: InstantOut | null
}

export interface RecurringOrderChange {
  order?: OrderTemplate | null
  schedule?: RecurringSchedule | null
  days_ahead?: number | null
  /** The version that the change is made on; it is refused when there is a newer one. */
  version?: number | null
}

export interface RecurringOrderInput {
  /** Yours, unique among recurring orders. Its orders have the date after it: MILK-2026-12-01. */
  external_ref: string
  order: OrderTemplate
  schedule: RecurringSchedule
  /** How many days before its date an order is made. Default: 14. */
  days_ahead?: number | null
}

export interface RecurringSchedule {
  every?: number | null
  unit: 'DAY' | 'WEEK' | 'MONTH'
  /** With the unit WEEK: on these days of the week, which begins on Monday. */
  weekdays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] | null
  /** With the unit MONTH: on this day, or on the last of a month that is shorter. */
  day_of_month?: number | null
  start_date: Day
  /** The last day that may be one of its dates. */
  end_date?: Day | null
  /** So many dates in all; goes without end_date. */
  count?: number | null
  /**
   * What becomes of a date on which no zone around the address is open: KEEP still makes its order, NEXT_OPEN_DAY
   * makes it for the next day that one is. Default: KEEP.
   */
  closed_days?: 'KEEP' | 'NEXT_OPEN_DAY' | null
}

export interface ReplanPlanBefore {
  stop_count: number
  distance_miles: number
  drive_minutes: number
  late_stops: number
  late_minutes: number
}

export interface ReplanPlanAfter {
  stop_count: number
  distance_miles: number
  drive_minutes: number
  late_stops: number
  late_minutes: number
}

export interface ReplanPlanRouteBefore {
  stop_count: number
  distance_miles: number
  drive_minutes: number
  late_stops: number
  late_minutes: number
}

export interface ReplanPlanRouteAfter {
  stop_count: number
  distance_miles: number
  drive_minutes: number
  late_stops: number
  late_minutes: number
}

export interface ReplanPlanRouteHandOver {
  from_route: string
  name: string | null
  lat: number
  lng: number
  before_sequence: number
  start: InstantOut
  end: InstantOut
  stops: number
}

export interface ReplanPlanRoute {
  route_uuid: UuidOut
  name: string
  before: ReplanPlanRouteBefore
  after: ReplanPlanRouteAfter
  back_before: InstantOut
  back_after: InstantOut
  /** Sequences of the stops before which it loads again at the depot, where it does. */
  reloads_before?: number[]
  /** Where it takes goods over from another vehicle, for how many stops, where it does. */
  hand_overs?: ReplanPlanRouteHandOver[]
}

export interface ReplanPlanChangeBefore {
  route_uuid: UuidOut
  route_name: string
  sequence: number
  arrival: InstantOut
  late_minutes: number
}

export interface ReplanPlanChangeAfter {
  route_uuid: UuidOut
  route_name: string
  sequence: number
  arrival: InstantOut
  late_minutes: number
}

export interface ReplanPlanChange {
  change: 'ADDED' | 'MOVED' | 'REORDERED' | 'RETIMED'
  external_ref: string
  order_uuid: UuidOut
  line1: string
  before: ReplanPlanChangeBefore | null
  after: ReplanPlanChangeAfter
}

export interface ReplanPlanLeftOffReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'UNPLACED' | 'LOADED' | 'LOCKED' | 'UNDER_WAY'
  message: string
}

export interface ReplanPlanLeftOff {
  external_ref: string
  order_uuid: UuidOut
  line1: string
  route_uuid: UuidOut | null
  stays_on_route: boolean
  reason: ReplanPlanLeftOffReason
  nearest_fix: string | null
}

export interface ReplanPlanDelay {
  route_uuid: UuidOut
  minutes: number
  replace?: boolean
}

export interface ReplanPlan {
  goals: ('FEWEST_CHANGES' | 'LEAST_DRIVING' | 'WINDOWS_KEPT')[]
  before: ReplanPlanBefore
  after: ReplanPlanAfter
  routes: ReplanPlanRoute[]
  changes: ReplanPlanChange[]
  left_off: ReplanPlanLeftOff[]
  /** Delays that were told of routes, only where there are: they stay with them once it is accepted. */
  delays?: ReplanPlanDelay[]
}

export interface Replan {
  replan_uuid: UuidOut
  date: DayOut
  expires_at: InstantOut
  plans: ReplanPlan[]
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
}

export interface ReplanInputLate {
  route_uuid: Uuid
  minutes: number
  replace?: boolean
}

export interface ReplanInputGoingHome {
  route_uuid: Uuid
  at: TimeOfDay
}

export interface ReplanInputGrown {
  stop_uuid: Uuid
  service_minutes?: number
  load_weight_lbs?: number
}

export interface ReplanInputHandOver {
  route_uuid: Uuid
  lat?: number | null
  lng?: number | null
  address?: string | null
  depot_uuid?: Uuid | null
  /** From then on the goods are there. Default: now. */
  from?: TimeOfDay | null
  /** What it takes a vehicle to take goods over. Default: 10. */
  minutes?: number | null
}

/** time_limit_seconds is for each of the plans. */
export interface ReplanInputOptions {
  time_limit_seconds?: number
  seed?: number
}

export interface ReplanInput {
  date: Day
  /** OPEN deliveries of the date, on no route, to fit in. */
  order_uuids?: string[]
  /** Routes whose vehicle drives no further. */
  broken_down?: string[]
  /**
   * Routes that run late, and by how many minutes more than is known; 0 for what is known. With replace: true they
   * count in the place of a delay that was told before, and 0 takes that one back.
   */
  late?: ReplanInputLate[]
  /** Routes whose driver has to be back at a time. */
  going_home?: ReplanInputGoingHome[]
  /** Stops that take longer, or weigh more, than was planned. */
  grown?: ReplanInputGrown[]
  /**
   * Routes of broken_down or going_home whose loaded goods other vehicles may take over, and where: at the place that
   * is given, at a depot, or where the vehicle was last known to be. Of going_home it is where the route ends.
   */
  hand_over?: ReplanInputHandOver[]
  /** Only these routes may change. Default: every open route of the date. */
  route_uuids?: string[]
  /** time_limit_seconds is for each of the plans. */
  options?: ReplanInputOptions
}

export interface RouteVehicle {
  vehicle_uuid: UuidOut
  name: string
}

export interface RouteDriver {
  driver_uuid: UuidOut
  name: string
}

export interface RouteDepot {
  name: string
  lat: number
  lng: number
}

/** Where it starts, if not at the depot. */
export interface RouteStart {
  name: string
  lat: number
  lng: number
}

/** Where it ends, if not at the depot; null is at the last stop. */
export interface RouteEnd {
  name: string
  lat: number
  lng: number
}

/** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
export interface RoutePauseHandOver {
  from_route: string
  name: string | null
  lat: number
  lng: number
}

export interface RoutePause {
  kind: 'BREAK' | 'RELOAD'
  start: InstantOut
  end: InstantOut
  /** Of the stop that follows; null on the way home. */
  before_sequence: number | null
  /** Of a RELOAD: the trip that it loads for, 2 for the second load. */
  trip?: number
  /** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
  hand_over?: RoutePauseHandOver
  paid: boolean
  /** Past the end of its window. */
  late_minutes: number
}

export interface RouteLoadCheckMissing {
  code: string
  external_ref: string | null
}

export interface RouteLoadCheck {
  /** Which load of the route: 1 is the first. */
  trip: number
  checked_at: InstantOut
  scanned: number
  /** Pieces that were ticked. */
  by_hand: number
  missing: RouteLoadCheckMissing[]
  /** Its deliveries. One that came on the route later is not checked. */
  order_uuids: UuidOut[]
  /** Why the driver went on without them. */
  reason: string | null
}

export interface Route {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  date: DayOut
  vehicle: RouteVehicle
  driver: RouteDriver | null
  depot: RouteDepot
  /** Where it starts, if not at the depot. */
  start?: RouteStart
  /** Where it ends, if not at the depot; null is at the last stop. */
  end?: RouteEnd | null
  planned_start: InstantOut | null
  planned_end: InstantOut | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  distance_miles: number
  drive_minutes: number
  load_weight_lbs: number
  stop_count: number
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  /** Breaks, and coming back to the depot to load again, by their time, where the route has some. */
  pauses?: RoutePause[]
  /** What the driver found of each load before the start, where it was checked. */
  load_checks?: RouteLoadCheck[]
}

export interface RouteWithStopsVehicle {
  vehicle_uuid: UuidOut
  name: string
}

export interface RouteWithStopsDriver {
  driver_uuid: UuidOut
  name: string
}

export interface RouteWithStopsDepot {
  name: string
  lat: number
  lng: number
}

/** Where it starts, if not at the depot. */
export interface RouteWithStopsStart {
  name: string
  lat: number
  lng: number
}

/** Where it ends, if not at the depot; null is at the last stop. */
export interface RouteWithStopsEnd {
  name: string
  lat: number
  lng: number
}

/** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
export interface RouteWithStopsPauseHandOver {
  from_route: string
  name: string | null
  lat: number
  lng: number
}

export interface RouteWithStopsPause {
  kind: 'BREAK' | 'RELOAD'
  start: InstantOut
  end: InstantOut
  /** Of the stop that follows; null on the way home. */
  before_sequence: number | null
  /** Of a RELOAD: the trip that it loads for, 2 for the second load. */
  trip?: number
  /** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
  hand_over?: RouteWithStopsPauseHandOver
  paid: boolean
  /** Past the end of its window. */
  late_minutes: number
}

export interface RouteWithStopsLoadCheckMissing {
  code: string
  external_ref: string | null
}

export interface RouteWithStopsLoadCheck {
  /** Which load of the route: 1 is the first. */
  trip: number
  checked_at: InstantOut
  scanned: number
  /** Pieces that were ticked. */
  by_hand: number
  missing: RouteWithStopsLoadCheckMissing[]
  /** Its deliveries. One that came on the route later is not checked. */
  order_uuids: UuidOut[]
  /** Why the driver went on without them. */
  reason: string | null
}

export interface RouteWithStops {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  date: DayOut
  vehicle: RouteWithStopsVehicle
  driver: RouteWithStopsDriver | null
  depot: RouteWithStopsDepot
  /** Where it starts, if not at the depot. */
  start?: RouteWithStopsStart
  /** Where it ends, if not at the depot; null is at the last stop. */
  end?: RouteWithStopsEnd | null
  planned_start: InstantOut | null
  planned_end: InstantOut | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  distance_miles: number
  drive_minutes: number
  load_weight_lbs: number
  stop_count: number
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  /** Breaks, and coming back to the depot to load again, by their time, where the route has some. */
  pauses?: RouteWithStopsPause[]
  /** What the driver found of each load before the start, where it was checked. */
  load_checks?: RouteWithStopsLoadCheck[]
  stops: Stop[]
}

export type Skill = string

export interface StopMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

export interface StopItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

/** What the driver scanned there, and why not all; only where something was said of it. */
export interface StopScanned {
  codes: string[]
  reason: string | null
}

export interface StopChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface StopChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface StopChecks {
  collected?: StopChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: StopChecksCode
}

export interface StopProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface StopProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

export interface StopProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: StopProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: StopProofFileFault[]
  urls_expire_at: InstantOut
}

export interface Stop {
  stop_uuid: UuidOut
  external_ref: string
  order_uuid: UuidOut
  sequence: number
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  locked: boolean
  planned_arrival: InstantOut
  eta: InstantOut | null
  window_start: TimeOut | null
  window_end: TimeOut | null
  /** Further windows, where it has some. */
  more_windows?: StopMoreWindow[]
  service_minutes: number
  /** Which load of the route it is part of: 1 is the first. */
  trip: number
  arrived_at: InstantOut | null
  delivered_at: InstantOut | null
  finished_at: InstantOut | null
  reason: string | null
  driver_notes: string | null
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: StopItemOutcome[]
  /** What the driver scanned there, and why not all; only where something was said of it. */
  scanned?: StopScanned
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: StopChecks
  settles_at: InstantOut | null
  undo_count: number
  address: Address
  customer_name: string
  proof: StopProof | null
  tracking_url: string
}

export interface StopPlaceAdded {
  distance_miles: number
  minutes: number
  late_stops: number
}

export interface StopPlaceWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface StopPlace {
  route_uuid: UuidOut
  name: string
  /** How many of the other stops of the route come before it. */
  position: number
  after: string | null
  arrival: InstantOut
  late_minutes: number
  added: StopPlaceAdded
  warnings: StopPlaceWarning[]
}

export interface StopPlacesHereAdded {
  distance_miles: number
  minutes: number
  late_stops: number
}

export interface StopPlacesHereWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

/** What the stop adds to its route where it is. Null when it is on no route, or the driver is there or heads there. */
export interface StopPlacesHere {
  route_uuid: UuidOut
  name: string
  /** How many of the other stops of the route come before it. */
  position: number
  after: string | null
  arrival: InstantOut
  late_minutes: number
  added: StopPlacesHereAdded
  warnings: StopPlacesHereWarning[]
  /** How many of `places` cost less than where it is. */
  cheaper_routes: number
}

export interface StopPlacesRefused {
  route_uuid: UuidOut
  name: string
  message: string
}

export interface StopPlaces {
  /** What the stop adds to its route where it is. Null when it is on no route, or the driver is there or heads there. */
  here: StopPlacesHere | null
  /** One for each other route, best first: fewest stops late, then the least of miles and minutes. */
  places: StopPlace[]
  /** Routes that can’t take it, each with why. */
  refused: StopPlacesRefused[]
}

export type TemperatureClass = 'DRY' | 'REFRIGERATED' | 'FROZEN'

export interface TestDay {
  test_day_uuid: UuidOut
  date: DayOut
  seed: number
  speed: 1 | 10 | 60 | null
  status: 'RUNNING' | 'FINISHED' | 'STOPPED' | 'FAILED'
  /** What its own clock shows. */
  virtual_now: InstantOut
  routes_count: number
  stop_count: number
  /** Delivered, failed or skipped. */
  stops_done: number
  created_at: InstantOut
  ended_at: InstantOut | null
}

export interface TestDayInput {
  date: Day
  /** The same seed makes the same day of the same routes. 1 when absent. */
  seed?: number
  /** How many times faster than clocks; null or absent for as fast as it goes. */
  speed?: 1 | 10 | 60 | null
  /** Of the stops, from 0 to 1: where the delivery fails. 0.05 when absent. */
  failed_share?: number
  /** Of the stops, from 0 to 1: before which something holds the driver up for 5 to 25 minutes. 0.1 when absent. */
  late_share?: number
  /** Of the stops, from 0 to 1: without reception: what is tapped there is sent 2 to 10 minutes later. 0.1 when absent. */
  offline_share?: number
  /**
   * Of the stops, from 0 to 1: where the wrong outcome is tapped first and taken back within a minute. 0.05 when
   * absent.
   */
  undone_share?: number
}

/** HH:mm */
export type TimeOfDay = string

/** HH:mm */
export type TimeOut = string

export type Uuid = string

export type UuidOut = string

export interface VehicleBreak {
  window_start: TimeOut
  window_end: TimeOut
  minutes: number
  paid: boolean
}

export interface VehicleStart {
  address: string | null
  lat: number
  lng: number
}

export interface VehicleEnd {
  address: string | null
  lat: number
  lng: number
}

export interface VehicleArea {
  zone_uuid: UuidOut
  weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[]
}

export interface Vehicle {
  vehicle_uuid: UuidOut
  version: number
  name: string
  capacity_lbs: number | null
  temperature_classes: TemperatureClass[]
  shift_start: TimeOut
  shift_end: TimeOut
  max_stops: number | null
  costing: 'CAR' | 'TRUCK'
  capacity_pieces: number | null
  capacity_cubic_feet: number | null
  skills: string[]
  max_working_minutes: number | null
  max_driving_minutes: number | null
  overtime_after_minutes: number | null
  overtime_factor: number | null
  service_factor: number | null
  reload_minutes: number | null
  max_reloads: number | null
  breaks: VehicleBreak[]
  start: VehicleStart | null
  end: VehicleEnd | null
  open_end: boolean
  areas: VehicleArea[]
  driver_uuid: UuidOut | null
  depot_uuid: UuidOut | null
  active: boolean
}

export interface WebhookDeliveryAttempt {
  at: InstantOut
  status_code: number | null
  duration_ms: number
  error: string | null
}

export interface WebhookDelivery {
  /** As in X-Service-Delivery; the same on every attempt. */
  delivery_id: UuidOut
  event: 'stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed' | 'endpoint.test'
  external_ref: string | null
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'FAILED' | 'ABANDONED'
  attempts: WebhookDeliveryAttempt[]
  next_attempt_at: InstantOut | null
  created_at: InstantOut
}

export interface WebhookEndpoint {
  endpoint_uuid: UuidOut
  url: string
  events: ('stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed')[]
  description: string | null
  eta_change_minutes: number
  active: boolean
  created_at: InstantOut
  updated_at: InstantOut
  last_success_at: InstantOut | null
  failing_since: InstantOut | null
}

export interface WebhookEndpointChange {
  url?: string
  /**
   * The events to receive; empty means all but those that have to be chosen: order.created, route.dispatched,
   * route.started, route.replanned, stop.arrived, stop.eta_changed.
   */
  events?: ('stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed')[] | null
  description?: string | null
  /**
   * Minutes: stop.eta_changed is sent whenever an expected arrival has passed so many more from the planned one; 5 to
   * 120, a multiple of 5. Default: 10.
   */
  eta_change_minutes?: number
  active?: boolean
}

export interface WebhookEndpointInput {
  url: string
  /**
   * The events to receive; empty means all but those that have to be chosen: order.created, route.dispatched,
   * route.started, route.replanned, stop.arrived, stop.eta_changed.
   */
  events?: ('stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed')[] | null
  description?: string | null
  /**
   * Minutes: stop.eta_changed is sent whenever an expected arrival has passed so many more from the planned one; 5 to
   * 120, a multiple of 5. Default: 10.
   */
  eta_change_minutes?: number | null
}

export interface WebhookEndpointTestDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookEndpointTestDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookEndpointTestDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookEndpointTestDataChecks {
  collected?: WebhookEndpointTestDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookEndpointTestDataChecksCode
}

export interface WebhookEndpointTestDataDriver {
  name: string
}

export interface WebhookEndpointTestDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookEndpointTestDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookEndpointTestDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookEndpointTestDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookEndpointTestDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookEndpointTestDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookEndpointTestData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut | null
  route_name: string | null
  route_date: DayOut | null
  /** The outcome of a stop event, else the order's or route's status. */
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'OPEN' | 'SCHEDULED' | 'CANCELLED' | 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | null
  /** When the outcome occurred. */
  occurred_at: InstantOut | null
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookEndpointTestDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookEndpointTestDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookEndpointTestDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookEndpointTestDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookEndpointTestDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookEndpointTest {
  event: 'endpoint.test'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookEndpointTestData
}

export interface WebhookEndpointWithSecret {
  endpoint_uuid: UuidOut
  url: string
  events: ('stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed')[]
  description: string | null
  eta_change_minutes: number
  active: boolean
  created_at: InstantOut
  updated_at: InstantOut
  last_success_at: InstantOut | null
  failing_since: InstantOut | null
  /** Signing secret. Shown only once. */
  secret: string
}

export interface WebhookOrderCancelledDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookOrderCancelledDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookOrderCancelledDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookOrderCancelledDataChecks {
  collected?: WebhookOrderCancelledDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookOrderCancelledDataChecksCode
}

export interface WebhookOrderCancelledDataDriver {
  name: string
}

export interface WebhookOrderCancelledDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookOrderCancelledDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookOrderCancelledDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookOrderCancelledDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookOrderCancelledDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookOrderCancelledDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookOrderCancelledData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut | null
  route_name: string | null
  route_date: DayOut | null
  status: 'CANCELLED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookOrderCancelledDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookOrderCancelledDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookOrderCancelledDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookOrderCancelledDataProof | null
  tracking_url: string
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER'
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut
  counts: WebhookOrderCancelledDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookOrderCancelled {
  event: 'order.cancelled'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookOrderCancelledData
}

export interface WebhookOrderCreatedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookOrderCreatedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookOrderCreatedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookOrderCreatedDataChecks {
  collected?: WebhookOrderCreatedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookOrderCreatedDataChecksCode
}

export interface WebhookOrderCreatedDataDriver {
  name: string
}

export interface WebhookOrderCreatedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookOrderCreatedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookOrderCreatedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookOrderCreatedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookOrderCreatedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookOrderCreatedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookOrderCreatedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut | null
  route_uuid: UuidOut | null
  route_name: string | null
  route_date: DayOut | null
  status: 'OPEN'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookOrderCreatedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookOrderCreatedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookOrderCreatedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookOrderCreatedDataProof | null
  tracking_url: string
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM'
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookOrderCreatedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookOrderCreated {
  event: 'order.created'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookOrderCreatedData
}

export interface WebhookOrderUnassignedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookOrderUnassignedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookOrderUnassignedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookOrderUnassignedDataChecks {
  collected?: WebhookOrderUnassignedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookOrderUnassignedDataChecksCode
}

export interface WebhookOrderUnassignedDataDriver {
  name: string
}

export interface WebhookOrderUnassignedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookOrderUnassignedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookOrderUnassignedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookOrderUnassignedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookOrderUnassignedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookOrderUnassignedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookOrderUnassignedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'OPEN'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookOrderUnassignedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookOrderUnassignedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookOrderUnassignedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookOrderUnassignedDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookOrderUnassignedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookOrderUnassigned {
  event: 'order.unassigned'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookOrderUnassignedData
}

export interface WebhookOrderUpdatedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookOrderUpdatedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookOrderUpdatedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookOrderUpdatedDataChecks {
  collected?: WebhookOrderUpdatedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookOrderUpdatedDataChecksCode
}

export interface WebhookOrderUpdatedDataDriver {
  name: string
}

export interface WebhookOrderUpdatedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookOrderUpdatedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookOrderUpdatedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookOrderUpdatedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookOrderUpdatedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookOrderUpdatedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookOrderUpdatedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut | null
  route_uuid: UuidOut | null
  route_name: string | null
  route_date: DayOut | null
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookOrderUpdatedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookOrderUpdatedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookOrderUpdatedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookOrderUpdatedDataProof | null
  tracking_url: string
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[]
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER'
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookOrderUpdatedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookOrderUpdated {
  event: 'order.updated'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookOrderUpdatedData
}

export interface WebhookReplayInput {
  from: Instant
  /** Default: now. */
  until?: Instant
}

export interface WebhookRouteCancelledDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookRouteCancelledDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookRouteCancelledDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookRouteCancelledDataChecks {
  collected?: WebhookRouteCancelledDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookRouteCancelledDataChecksCode
}

export interface WebhookRouteCancelledDataDriver {
  name: string
}

export interface WebhookRouteCancelledDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookRouteCancelledDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookRouteCancelledDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookRouteCancelledDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookRouteCancelledDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookRouteCancelledDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookRouteCancelledData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'CANCELLED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookRouteCancelledDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookRouteCancelledDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookRouteCancelledDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookRouteCancelledDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut
  counts: WebhookRouteCancelledDataCounts
  released_external_refs: string[]
}

export interface WebhookRouteCancelled {
  event: 'route.cancelled'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookRouteCancelledData
}

export interface WebhookRouteCompletedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookRouteCompletedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookRouteCompletedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookRouteCompletedDataChecks {
  collected?: WebhookRouteCompletedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookRouteCompletedDataChecksCode
}

export interface WebhookRouteCompletedDataDriver {
  name: string
}

export interface WebhookRouteCompletedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookRouteCompletedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookRouteCompletedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookRouteCompletedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookRouteCompletedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookRouteCompletedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookRouteCompletedData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'COMPLETED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookRouteCompletedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookRouteCompletedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookRouteCompletedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookRouteCompletedDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut
  cancelled_at: InstantOut | null
  counts: WebhookRouteCompletedDataCounts
  released_external_refs: string[]
}

export interface WebhookRouteCompleted {
  event: 'route.completed'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookRouteCompletedData
}

export interface WebhookRouteDispatchedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookRouteDispatchedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookRouteDispatchedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookRouteDispatchedDataChecks {
  collected?: WebhookRouteDispatchedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookRouteDispatchedDataChecksCode
}

export interface WebhookRouteDispatchedDataDriver {
  name: string
}

export interface WebhookRouteDispatchedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookRouteDispatchedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookRouteDispatchedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookRouteDispatchedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookRouteDispatchedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookRouteDispatchedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookRouteDispatchedData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'DISPATCHED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookRouteDispatchedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookRouteDispatchedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookRouteDispatchedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookRouteDispatchedDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookRouteDispatchedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookRouteDispatched {
  event: 'route.dispatched'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookRouteDispatchedData
}

export interface WebhookRouteReplannedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookRouteReplannedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookRouteReplannedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookRouteReplannedDataChecks {
  collected?: WebhookRouteReplannedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookRouteReplannedDataChecksCode
}

export interface WebhookRouteReplannedDataDriver {
  name: string
}

export interface WebhookRouteReplannedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookRouteReplannedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookRouteReplannedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookRouteReplannedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookRouteReplannedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookRouteReplannedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookRouteReplannedData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookRouteReplannedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookRouteReplannedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookRouteReplannedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookRouteReplannedDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookRouteReplannedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookRouteReplanned {
  event: 'route.replanned'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookRouteReplannedData
}

export interface WebhookRouteStartedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookRouteStartedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookRouteStartedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookRouteStartedDataChecks {
  collected?: WebhookRouteStartedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookRouteStartedDataChecksCode
}

export interface WebhookRouteStartedDataDriver {
  name: string
}

export interface WebhookRouteStartedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookRouteStartedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookRouteStartedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookRouteStartedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookRouteStartedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookRouteStartedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookRouteStartedData {
  external_ref: string | null
  order_uuid: UuidOut | null
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number | null
  stop_uuid: UuidOut | null
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'IN_PROGRESS'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookRouteStartedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookRouteStartedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookRouteStartedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookRouteStartedDataProof | null
  tracking_url: string | null
  undo_count: number | null
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookRouteStartedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookRouteStarted {
  event: 'route.started'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookRouteStartedData
}

export interface WebhookStopArrivedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopArrivedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopArrivedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopArrivedDataChecks {
  collected?: WebhookStopArrivedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopArrivedDataChecksCode
}

export interface WebhookStopArrivedDataDriver {
  name: string
}

export interface WebhookStopArrivedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopArrivedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopArrivedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopArrivedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopArrivedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopArrivedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopArrivedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'ARRIVED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopArrivedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopArrivedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopArrivedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopArrivedDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopArrivedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopArrived {
  event: 'stop.arrived'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopArrivedData
}

export interface WebhookStopCorrectedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopCorrectedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopCorrectedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopCorrectedDataChecks {
  collected?: WebhookStopCorrectedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopCorrectedDataChecksCode
}

export interface WebhookStopCorrectedDataDriver {
  name: string
}

export interface WebhookStopCorrectedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopCorrectedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopCorrectedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopCorrectedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopCorrectedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopCorrectedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopCorrectedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopCorrectedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopCorrectedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopCorrectedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopCorrectedDataProof
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  corrected_fields: string[]
  corrected_at: InstantOut
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopCorrectedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopCorrected {
  event: 'stop.corrected'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopCorrectedData
}

export interface WebhookStopDeliveredDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopDeliveredDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopDeliveredDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopDeliveredDataChecks {
  collected?: WebhookStopDeliveredDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopDeliveredDataChecksCode
}

export interface WebhookStopDeliveredDataDriver {
  name: string
}

export interface WebhookStopDeliveredDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopDeliveredDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopDeliveredDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopDeliveredDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopDeliveredDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopDeliveredDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopDeliveredData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'DELIVERED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut
  delivered_on: DayOut
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopDeliveredDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopDeliveredDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopDeliveredDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopDeliveredDataProof
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopDeliveredDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopDelivered {
  event: 'stop.delivered'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopDeliveredData
}

export interface WebhookStopEnRouteDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopEnRouteDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopEnRouteDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopEnRouteDataChecks {
  collected?: WebhookStopEnRouteDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopEnRouteDataChecksCode
}

export interface WebhookStopEnRouteDataDriver {
  name: string
}

export interface WebhookStopEnRouteDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopEnRouteDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopEnRouteDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopEnRouteDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopEnRouteDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopEnRouteDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopEnRouteData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'EN_ROUTE'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopEnRouteDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopEnRouteDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopEnRouteDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopEnRouteDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopEnRouteDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopEnRoute {
  event: 'stop.en_route'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopEnRouteData
}

export interface WebhookStopEtaChangedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopEtaChangedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopEtaChangedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopEtaChangedDataChecks {
  collected?: WebhookStopEtaChangedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopEtaChangedDataChecksCode
}

export interface WebhookStopEtaChangedDataDriver {
  name: string
}

export interface WebhookStopEtaChangedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopEtaChangedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopEtaChangedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopEtaChangedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopEtaChangedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopEtaChangedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopEtaChangedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'PENDING' | 'EN_ROUTE'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopEtaChangedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopEtaChangedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes: number
  driver: WebhookStopEtaChangedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopEtaChangedDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopEtaChangedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopEtaChanged {
  event: 'stop.eta_changed'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopEtaChangedData
}

export interface WebhookStopFailedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopFailedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopFailedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopFailedDataChecks {
  collected?: WebhookStopFailedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopFailedDataChecksCode
}

export interface WebhookStopFailedDataDriver {
  name: string
}

export interface WebhookStopFailedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopFailedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopFailedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopFailedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopFailedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopFailedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopFailedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'FAILED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopFailedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopFailedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopFailedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopFailedDataProof
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopFailedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopFailed {
  event: 'stop.failed'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopFailedData
}

export interface WebhookStopScheduledDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopScheduledDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopScheduledDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopScheduledDataChecks {
  collected?: WebhookStopScheduledDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopScheduledDataChecksCode
}

export interface WebhookStopScheduledDataDriver {
  name: string
}

export interface WebhookStopScheduledDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopScheduledDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopScheduledDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopScheduledDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopScheduledDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopScheduledDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopScheduledData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'SCHEDULED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopScheduledDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopScheduledDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopScheduledDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopScheduledDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopScheduledDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopScheduled {
  event: 'stop.scheduled'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopScheduledData
}

export interface WebhookStopSkippedDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopSkippedDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopSkippedDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopSkippedDataChecks {
  collected?: WebhookStopSkippedDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopSkippedDataChecksCode
}

export interface WebhookStopSkippedDataDriver {
  name: string
}

export interface WebhookStopSkippedDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopSkippedDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopSkippedDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopSkippedDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopSkippedDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopSkippedDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopSkippedData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'SKIPPED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopSkippedDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopSkippedDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopSkippedDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopSkippedDataProof
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopSkippedDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopSkipped {
  event: 'stop.skipped'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopSkippedData
}

export interface WebhookStopUndoneDataItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

export interface WebhookStopUndoneDataChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface WebhookStopUndoneDataChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface WebhookStopUndoneDataChecks {
  collected?: WebhookStopUndoneDataChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: WebhookStopUndoneDataChecksCode
}

export interface WebhookStopUndoneDataDriver {
  name: string
}

export interface WebhookStopUndoneDataProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface WebhookStopUndoneDataProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

/** Signed links that stop working at urls_expire_at. */
export interface WebhookStopUndoneDataProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: WebhookStopUndoneDataProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: WebhookStopUndoneDataProofFileFault[]
  urls_expire_at: InstantOut
}

export interface WebhookStopUndoneDataCounts {
  total: number
  delivered: number
  failed: number
  skipped: number
  released: number
}

export interface WebhookStopUndoneData {
  external_ref: string
  order_uuid: UuidOut
  /** Of a delivery: 1, and one more for each that failed before it. */
  attempt: number
  stop_uuid: UuidOut
  route_uuid: UuidOut
  route_name: string
  route_date: DayOut
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED'
  /** When the outcome occurred. */
  occurred_at: InstantOut
  delivered_at: InstantOut | null
  delivered_on: DayOut | null
  arrived_at: InstantOut | null
  /** Why a delivery failed or was cancelled. */
  reason: string | null
  driver_notes: string | null
  /** Where it was left, when it was not handed over. */
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: WebhookStopUndoneDataItemOutcome[]
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: WebhookStopUndoneDataChecks
  /** Only of stop.eta_changed: when it is expected now. */
  eta?: InstantOut
  /** Only of stop.eta_changed. */
  planned_arrival?: InstantOut
  /** Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early. */
  late_minutes?: number
  /** Only of stop.eta_changed: the same before it. */
  previous_late_minutes?: number
  driver: WebhookStopUndoneDataDriver | null
  /** Signed links that stop working at urls_expire_at. */
  proof: WebhookStopUndoneDataProof | null
  tracking_url: string
  undo_count: number
  /** On stop.undone: the outcome that was reversed. */
  undone_status: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  previous_status: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  corrected_fields: string[] | null
  corrected_at: InstantOut | null
  changed_fields: string[] | null
  source: 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'API' | 'SYSTEM' | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  cancelled_at: InstantOut | null
  counts: WebhookStopUndoneDataCounts | null
  released_external_refs: string[] | null
}

export interface WebhookStopUndone {
  event: 'stop.undone'
  /** When the event was sent. */
  occurred_at: InstantOut
  /** Only with test data. */
  test?: true
  data: WebhookStopUndoneData
}

export interface ZoneHour {
  start: TimeOut
  end: TimeOut
}

export interface ZoneClosure {
  date: DayOut
  note: string
}

export interface Zone {
  zone_uuid: UuidOut
  version: number
  name: string
  geometry: Polygon | MultiPolygon
  corners: number
  square_miles: number
  hours: (ZoneHour | null)[]
  capacity: number | null
  cutoff_days: number | null
  cutoff_time: TimeOut | null
  active: boolean
  closures: ZoneClosure[]
}

/** GeoJSON: a Polygon or a MultiPolygon, as a geometry, a Feature or the first of a FeatureCollection. */
export type ZoneArea = AreaPolygon | AreaMultiPolygon | AreaFeature | AreaFeatureCollection

export interface ErrorDetails {
  /**
   * - `INVALID` (400): A field, query parameter or cursor is wrong; details.fields lists the first 20, the message
   * names the first.
   * - `INVALID_JSON` (400): The body is not JSON, or JSON that means two things or cannot be stored as sent: duplicate
   * members, the character U+0000, half a surrogate pair, __proto__, numbers past double precision, nesting over 32,
   * more than 5,000 members in one object.
   * - `IDEMPOTENCY_KEY_MISSING` (400): The Idempotency-Key is missing, sent twice, or not 1 to 255 printable
   * characters.
   * - `CONTRADICTION` (400): The request contradicts itself, for example a stop locked to a vehicle that may not carry
   * it.
   * - `BAD_REQUEST` (400): The request itself is not well-formed: a broken percent-encoding, length or header.
   * - `UNAUTHENTICATED` (401): The API key is missing, malformed, unknown or revoked.
   * - `KEY_EXPIRED` (401): The API key has expired; details.expired_at says when.
   * - `SCOPE_MISSING` (403): The API key lacks the scope that the operation needs; details.scope names it.
   * - `ADDRESS_NOT_ALLOWED` (403): The API key may not be used from this address; details.address names it, where it
   * is known.
   * - `SIGNATURE_INVALID` (403): A text's signature is not the provider's.
   * - `LINK_INVALID` (403): The link to a photo or signature is invalid or was changed.
   * - `LINK_EXPIRED` (403): The link to a photo or signature has expired; read the delivery again for a new one.
   * - `NOT_FOUND` (404): No record with that reference or id in this business, or no such path.
   * - `METHOD_NOT_ALLOWED` (405): The path exists, the method does not; the Allow header lists those that do.
   * - `TIMEOUT` (408): The request took too long to arrive.
   * - `IDEMPOTENCY_KEY_REUSED` (409): The Idempotency-Key was used with another body.
   * - `IDEMPOTENCY_KEY_IN_USE` (409): A request with this Idempotency-Key, or one that changes the same records, is
   * still running; retry after Retry-After seconds.
   * - `RECORDS_BUSY` (409): Another request is changing the same records; retry after Retry-After seconds.
   * - `ORDER_ON_DISPATCHED_ROUTE` (409): On a dispatched route these fields may not change; details.fields lists them.
   * - `ORDER_FINAL` (409): The delivery is delivered, failed or cancelled; send a new external_ref to deliver again.
   * - `REFERENCE_TAKEN` (409): There is one with this reference already.
   * - `RECURRING_ORDER_ENDED` (409): The recurring order has ended; create another one.
   * - `CHANGED_MEANWHILE` (409): It has changed since the version that was sent; details name who and when.
   * - `OUT_FOR_DELIVERY` (409): The delivery is out for delivery and cannot be cancelled.
   * - `SOLVE_CALLED_OFF` (409): The caller disconnected before the routes were found.
   * - `BUILD_TOO_LARGE` (409): Of a build of more than about 1,200 places only the answer is kept, so it cannot be run
   * again.
   * - `NOT_ROUTABLE` (409): A reference of the build is not OPEN or not on its date; details.external_refs lists them.
   * - `NOTHING_ROUTABLE` (409): Nothing of the build can be routed; details.unassigned says why for each.
   * - `NO_VEHICLE` (409): No vehicle is left to use: every active one has a route that day, or there is none.
   * - `VEHICLE_INACTIVE` (409): A vehicle named in the build is not active.
   * - `VEHICLE_BUSY` (409): A vehicle named in the build already drives a running route that day.
   * - `NO_DEPOT` (409): The business has no depot to start from.
   * - `BUILD_RUNNING` (409): A build is already running for this business.
   * - `BUILD_OUTDATED` (409): Deliveries or routes kept changing while they were planned; build again.
   * - `TEST_KEY_NEEDED` (409): Days are simulated with test data only; the key is a live one.
   * - `TEST_DAY_RUNNING` (409): A day of the business is being simulated already.
   * - `TEST_DAY_TAKES_NO_PHOTOS` (409): The settings ask drivers for photos or signatures, which a simulated day does
   * not make.
   * - `NO_OPEN_ROUTE` (409): No route of that date is planned or under way.
   * - `REPLAN_EXPIRED` (409): The proposal is too old; ask for a new one.
   * - `REPLAN_ACCEPTED` (409): A plan of the proposal was accepted already.
   * - `RELOAD_TO_COME` (409): A route that is to go home has still to load again at the depot.
   * - `NOTHING_LOADED` (409): A route that is to hand goods over has not started: they are at the depot.
   * - `PLACE_UNKNOWN` (409): Nobody knows where a vehicle stands that is to hand goods over; say where.
   * - `REPLAN_STALE` (409): Routes or deliveries have changed since the proposal was made; details.changes says which
   * and how.
   * - `ROUTE_RUNNING` (409): The route has been dispatched and cannot be planned again.
   * - `ROUTE_NOT_DISPATCHABLE` (409): The route is completed or cancelled.
   * - `ROUTE_EMPTY` (409): The route has no stops to drive.
   * - `DRIVE_WINDOW_PASSED` (409): The shift of the route's vehicle has ended; build for another day.
   * - `ROUTE_NOT_CANCELLABLE` (409): The route is already completed or cancelled.
   * - `ROUTE_NOT_RUNNING` (409): Outcomes are recorded only while the route is DISPATCHED or IN_PROGRESS.
   * - `STOP_FINISHED` (409): The stop has an outcome already; undo it first.
   * - `NOTHING_TO_UNDO` (409): The stop has no outcome to undo.
   * - `ORDER_REPEATED` (409): The failed delivery is delivered again by another, which has to be cancelled first.
   * - `ORDER_MOVED_ON` (409): The skipped delivery is on another route, no longer open, or has changed and no longer
   * fits its route (details.fields), so the skip stays.
   * - `NOTHING_TO_CORRECT` (409): The stop has no outcome to correct.
   * - `OUTCOME_HELD` (409): The outcome can still be undone; undo it instead of correcting it.
   * - `REORDER_NOT_ALLOWED` (409): Drivers of this business keep the order of stops.
   * - `ROUTE_CHANGED` (409): The stops of the route have changed meanwhile.
   * - `PROOF_FULL` (409): The stop has as many photos or signatures as a stop can have.
   * - `PROOF_REQUIRED` (409): The business requires a photo or signature first.
   * - `CHECK_REQUIRED` (409): The delivery asks its driver for an amount to collect, an age or ID, or the customer’s
   * code first. Others are not held to it.
   * - `CODE_LOCKED` (409): The driver entered too many wrong codes at this stop. It can be delivered without the code,
   * with a reason.
   * - `SCAN_REQUIRED` (409): The business has its drivers scan each piece first, or say why not. Others are not held
   * to it.
   * - `NOT_RATABLE` (409): A customer can rate only a delivery that is delivered, if the business asks for ratings.
   * - `RATING_FINAL` (409): A customer can change a rating for a day.
   * - `DAY_FIXED` (409): The customer can’t choose another day for the delivery: it is out, done, too late, or the
   * business leaves days to its office.
   * - `DAY_TAKEN` (409): The day that the customer chose is not among those that fit by now.
   * - `ROUTE_UNKNOWN` (409): The route to move to is not among those of the move.
   * - `ROUTE_OVER` (409): The route is completed or cancelled.
   * - `NO_PHONE` (409): The driver has no phone number, or the route has no driver.
   * - `DRIVER_NOT_ACTIVE` (409): The driver no longer drives.
   * - `STOP_GONE` (409): The delivery has just been put elsewhere.
   * - `STOP_LOCKED` (409): The stop is locked to its place.
   * - `NO_RELOAD` (409): The vehicle can’t load again there.
   * - `ORDER_NOT_OPEN` (409): The delivery is no longer open.
   * - `UNPLACED` (409): The delivery has no place on the map yet.
   * - `OTHER_DAY` (409): The delivery is due on another day than the route.
   * - `TEMPERATURE` (409): The vehicle does not carry the temperature class.
   * - `NOT_FAILED` (409): Only a delivery that FAILED or was CANCELLED is delivered again.
   * - `BUILD_STALE` (409): Deliveries, routes or vehicles have changed since the build was planned.
   * - `BUILD_EXPIRED` (409): The plan is too old; build again.
   * - `BUILD_ACCEPTED` (409): The plan was accepted already.
   * - `NOT_BOOKABLE` (409): Zones or dates do not allow it; details.reasons say why. An owner may set them aside.
   * - `PERSON_UNDER_WAY` (409): A delivery of the customer is under way, or a message about it is being sent;
   * details.external_refs names them.
   * - `TOO_MANY_ENDPOINTS` (409): The business already has 10 webhook endpoints; remove one first.
   * - `ANSWER_ERASED` (410): The answer to this Idempotency-Key named a customer who was erased since.
   * - `LINK_ENDED` (410): The driver's or customer's link worked once and no longer does.
   * - `EVENTS_GONE` (410): The event is older than the log of events, so what came after it may be gone, too.
   * - `BODY_TOO_LARGE` (413): The body is larger than 1 MiB, a batch of orders larger than 4 MiB, or a proof file
   * larger than 15 MiB.
   * - `URI_TOO_LONG` (414): The path is too long.
   * - `UNSUPPORTED_MEDIA_TYPE` (415): Send JSON with Content-Type: application/json, in UTF-8; proof as
   * multipart/form-data.
   * - `EXPECTATION_FAILED` (417): The Expect header asks for something else than 100-continue.
   * - `ADDRESS_NOT_FOUND` (422): The geocoder found no match for the address.
   * - `ZONES_TOO_LARGE` (422): All zones together would have more corners, or be more, than a business may have.
   * - `RATE_LIMITED` (429): More calls than the limit in the last minute; retry after Retry-After seconds.
   * - `SOLVER_BUSY` (429): Too many solves are running; retry after Retry-After seconds.
   * - `INTERNAL` (500): Internal error. Nothing was changed; retry a request that changes something with the same
   * Idempotency-Key.
   * - `DATABASE_UNREACHABLE` (503): The database cannot be reached right now. Nothing was changed, unless the message
   * says that it is not known; retry shortly with the same Idempotency-Key.
   * - `DISK_FULL` (503): The server's disk is full. Nothing was changed; retry later.
   * - `BUSINESS_MOVING` (503): The business is being moved to another installation, for some seconds. Nothing was
   * changed; retry after Retry-After seconds.
   * - `BUSINESS_MOVED` (503): The business has moved to another installation, where its name leads shortly. Nothing
   * was changed; retry after Retry-After seconds.
   * - `FILES_UNREACHABLE` (503): The storage of photos and signatures can’t be reached. Nothing was changed; retry
   * shortly.
   * - `UPLOADS_BUSY` (503): Too many uploads at once, in total or from this business, key or link; retry after
   * Retry-After seconds.
   * - `SERVER_BUSY` (503): The server does as much as it can at once; retry after Retry-After seconds.
   * - `AREAS_BUSY` (503): Too many areas are being read; try again shortly.
   * - `TIMED_OUT` (503): The request took too long and was stopped. Nothing was changed; retry shortly.
   * - `GEOCODER_DOWN` (503): Addresses cannot be looked up right now; offer your own standard days.
   * - `GEOCODER_NOT_CONFIGURED` (503): Address lookup isn’t set up. Send lat and lng.
   */
  code: 'INVALID' | 'INVALID_JSON' | 'IDEMPOTENCY_KEY_MISSING' | 'CONTRADICTION' | 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'KEY_EXPIRED' | 'SCOPE_MISSING' | 'ADDRESS_NOT_ALLOWED' | 'SIGNATURE_INVALID' | 'LINK_INVALID' | 'LINK_EXPIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'TIMEOUT' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_KEY_IN_USE' | 'RECORDS_BUSY' | 'ORDER_ON_DISPATCHED_ROUTE' | 'ORDER_FINAL' | 'REFERENCE_TAKEN' | 'RECURRING_ORDER_ENDED' | 'CHANGED_MEANWHILE' | 'OUT_FOR_DELIVERY' | 'SOLVE_CALLED_OFF' | 'BUILD_TOO_LARGE' | 'NOT_ROUTABLE' | 'NOTHING_ROUTABLE' | 'NO_VEHICLE' | 'VEHICLE_INACTIVE' | 'VEHICLE_BUSY' | 'NO_DEPOT' | 'BUILD_RUNNING' | 'BUILD_OUTDATED' | 'TEST_KEY_NEEDED' | 'TEST_DAY_RUNNING' | 'TEST_DAY_TAKES_NO_PHOTOS' | 'NO_OPEN_ROUTE' | 'REPLAN_EXPIRED' | 'REPLAN_ACCEPTED' | 'RELOAD_TO_COME' | 'NOTHING_LOADED' | 'PLACE_UNKNOWN' | 'REPLAN_STALE' | 'ROUTE_RUNNING' | 'ROUTE_NOT_DISPATCHABLE' | 'ROUTE_EMPTY' | 'DRIVE_WINDOW_PASSED' | 'ROUTE_NOT_CANCELLABLE' | 'ROUTE_NOT_RUNNING' | 'STOP_FINISHED' | 'NOTHING_TO_UNDO' | 'ORDER_REPEATED' | 'ORDER_MOVED_ON' | 'NOTHING_TO_CORRECT' | 'OUTCOME_HELD' | 'REORDER_NOT_ALLOWED' | 'ROUTE_CHANGED' | 'PROOF_FULL' | 'PROOF_REQUIRED' | 'CHECK_REQUIRED' | 'CODE_LOCKED' | 'SCAN_REQUIRED' | 'NOT_RATABLE' | 'RATING_FINAL' | 'DAY_FIXED' | 'DAY_TAKEN' | 'ROUTE_UNKNOWN' | 'ROUTE_OVER' | 'NO_PHONE' | 'DRIVER_NOT_ACTIVE' | 'STOP_GONE' | 'STOP_LOCKED' | 'NO_RELOAD' | 'ORDER_NOT_OPEN' | 'UNPLACED' | 'OTHER_DAY' | 'TEMPERATURE' | 'NOT_FAILED' | 'BUILD_STALE' | 'BUILD_EXPIRED' | 'BUILD_ACCEPTED' | 'NOT_BOOKABLE' | 'PERSON_UNDER_WAY' | 'TOO_MANY_ENDPOINTS' | 'ANSWER_ERASED' | 'LINK_ENDED' | 'EVENTS_GONE' | 'BODY_TOO_LARGE' | 'URI_TOO_LONG' | 'UNSUPPORTED_MEDIA_TYPE' | 'EXPECTATION_FAILED' | 'ADDRESS_NOT_FOUND' | 'ZONES_TOO_LARGE' | 'RATE_LIMITED' | 'SOLVER_BUSY' | 'INTERNAL' | 'DATABASE_UNREACHABLE' | 'DISK_FULL' | 'BUSINESS_MOVING' | 'BUSINESS_MOVED' | 'FILES_UNREACHABLE' | 'UPLOADS_BUSY' | 'SERVER_BUSY' | 'AREAS_BUSY' | 'TIMED_OUT' | 'GEOCODER_DOWN' | 'GEOCODER_NOT_CONFIGURED'
  /** Dotted paths of the fields that failed or conflicted, such as `items.0.quantity`; at most 20. */
  fields?: string[]
  /** How many further errors are not listed. */
  more_errors?: number
}

export interface RepeatOrderBodyWindow {
  start: TimeOfDay
  end: TimeOfDay
}

export interface RepeatOrderBody {
  external_ref: string
  delivery_date: Day
  window?: RepeatOrderBodyWindow | null
}

export interface ReadOrderDetailsDataRepeatOf {
  order_uuid: UuidOut
  external_ref: string
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
}

export interface ReadOrderDetailsDataRepeatAs {
  order_uuid: UuidOut
  external_ref: string
  status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
}

export interface ReadOrderDetailsDataRepeatSuggested {
  external_ref: string
  delivery_date: DayOut
}

export interface ReadOrderDetailsDataRepeat {
  of: ReadOrderDetailsDataRepeatOf | null
  as: ReadOrderDetailsDataRepeatAs | null
  suggested: ReadOrderDetailsDataRepeatSuggested | null
  refused: string | null
}

export interface ReadOrderDetailsDataRecurring {
  recurring_order_uuid: UuidOut
  external_ref: string
  date: DayOut
}

export interface ReadOrderDetailsDataServiceUsual {
  minutes: number
  visits: number
}

export interface ReadOrderDetailsDataService {
  planned_minutes: number
  usual: ReadOrderDetailsDataServiceUsual | null
}

export interface ReadOrderDetailsDataRating {
  stars: number
  comment: string | null
  at: InstantOut
}

export interface ReadOrderDetailsDataHistory {
  at: InstantOut
  kind: 'API' | 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'OPERATOR' | 'SYSTEM'
  by: string | null
  action: string
  route: string | null
  request_id: string | null
  detail: Record<string, unknown> | null
}

export interface ReadOrderDetailsDataMessage {
  at: InstantOut
  channel: 'SMS' | 'EMAIL'
  kind: 'DRIVER_ROUTE' | 'DRIVER_HOME' | 'SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED'
  recipient: string
  body: string
  status: 'PENDING' | 'SENDING' | 'LOGGED' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'DROPPED'
  error: string | null
  segments: number | null
  price: number | null
  currency: string | null
}

export interface ReadOrderDetailsDataReply {
  at: InstantOut
  body: string
}

export interface ReadOrderDetailsDataWebhook {
  delivery_id: UuidOut
  at: InstantOut
  event: 'stop.scheduled' | 'stop.en_route' | 'stop.delivered' | 'stop.failed' | 'stop.skipped' | 'stop.undone' | 'stop.corrected' | 'order.unassigned' | 'order.updated' | 'order.cancelled' | 'route.completed' | 'route.cancelled' | 'order.created' | 'route.dispatched' | 'route.started' | 'route.replanned' | 'stop.arrived' | 'stop.eta_changed' | 'endpoint.test'
  url: string
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'FAILED' | 'ABANDONED'
  attempt_count: number
}

export interface ReadOrderDetailsData {
  order: Order
  no_text: string | null
  far_from_road_meters: number | null
  place_known_by: 'OFFICE' | 'DELIVERIES' | null
  repeat: ReadOrderDetailsDataRepeat
  recurring: ReadOrderDetailsDataRecurring | null
  service: ReadOrderDetailsDataService
  receipt_url: string | null
  rating: ReadOrderDetailsDataRating | null
  history: ReadOrderDetailsDataHistory[]
  messages: ReadOrderDetailsDataMessage[]
  replies: ReadOrderDetailsDataReply[]
  webhooks: ReadOrderDetailsDataWebhook[]
}

export interface ReadOrderDaysDataDayWindow {
  start: TimeOut
  end: TimeOut
}

export interface ReadOrderDaysDataDay {
  date: DayOut
  window: ReadOrderDaysDataDayWindow | null
}

export interface ReadOrderDaysData {
  days: ReadOrderDaysDataDay[]
}

export interface DispatchRouteData {
  route: RouteWithStops
  driver_notified: boolean
  warnings: string[]
}

export interface ReadDayDataRouteVehicle {
  vehicle_uuid: UuidOut
  name: string
}

export interface ReadDayDataRouteDriver {
  driver_uuid: UuidOut
  name: string
}

export interface ReadDayDataRouteDepot {
  name: string
  lat: number
  lng: number
}

/** Where it starts, if not at the depot. */
export interface ReadDayDataRouteStart {
  name: string
  lat: number
  lng: number
}

/** Where it ends, if not at the depot; null is at the last stop. */
export interface ReadDayDataRouteEnd {
  name: string
  lat: number
  lng: number
}

/** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
export interface ReadDayDataRoutePauseHandOver {
  from_route: string
  name: string | null
  lat: number
  lng: number
}

export interface ReadDayDataRoutePause {
  kind: 'BREAK' | 'RELOAD'
  start: InstantOut
  end: InstantOut
  /** Of the stop that follows; null on the way home. */
  before_sequence: number | null
  /** Of a RELOAD: the trip that it loads for, 2 for the second load. */
  trip?: number
  /** Of a RELOAD at which goods are taken over from another vehicle: from which route, and where. */
  hand_over?: ReadDayDataRoutePauseHandOver
  paid: boolean
  /** Past the end of its window. */
  late_minutes: number
}

export interface ReadDayDataRouteLoadCheckMissing {
  code: string
  external_ref: string | null
}

export interface ReadDayDataRouteLoadCheck {
  /** Which load of the route: 1 is the first. */
  trip: number
  checked_at: InstantOut
  scanned: number
  /** Pieces that were ticked. */
  by_hand: number
  missing: ReadDayDataRouteLoadCheckMissing[]
  /** Its deliveries. One that came on the route later is not checked. */
  order_uuids: UuidOut[]
  /** Why the driver went on without them. */
  reason: string | null
}

export interface ReadDayDataRouteWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface ReadDayDataRoutePosition {
  lat: number
  lng: number
  at: InstantOut
}

export interface ReadDayDataRouteStopMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

export interface ReadDayDataRouteStopItemOutcome {
  name: string
  sku: string | null
  quantity: number
  /** As ordered. */
  delivered: number
  short: number
  damaged: number
  returned: number
  reason: string | null
}

/** What the driver scanned there, and why not all; only where something was said of it. */
export interface ReadDayDataRouteStopScanned {
  codes: string[]
  reason: string | null
}

export interface ReadDayDataRouteStopChecksCollected {
  amount: string
  currency: string
  method: 'CASH' | 'CARD' | 'NONE'
  reason: string | null
}

export interface ReadDayDataRouteStopChecksCode {
  /** Whether what was entered is the code of the customer. */
  matched: boolean
  /** Why it was delivered without. */
  reason: string | null
}

/** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
export interface ReadDayDataRouteStopChecks {
  collected?: ReadDayDataRouteStopChecksCollected
  /** Whether the age or ID was shown. */
  identified?: boolean
  code?: ReadDayDataRouteStopChecksCode
}

export interface ReadDayDataRouteStopProofItemPhoto {
  name: string
  sku: string | null
  url: string
}

export interface ReadDayDataRouteStopProofFileFault {
  url: string
  fault: 'MISSING' | 'CHANGED'
}

export interface ReadDayDataRouteStopProof {
  photo_urls: string[]
  signature_url: string | null
  /** Only where there are some: photos of items that were short, damaged or went back. */
  item_photos?: ReadDayDataRouteStopProofItemPhoto[]
  /**
   * Only where there are some: photos and signatures whose stored files are not as they were recorded, as found when
   * they were last read. MISSING: there is no file, or it is empty. CHANGED: its bytes are others.
   */
  file_faults?: ReadDayDataRouteStopProofFileFault[]
  urls_expire_at: InstantOut
}

export interface ReadDayDataRouteStopWindow {
  from: InstantOut | null
  to: InstantOut | null
}

export interface ReadDayDataRouteStop {
  stop_uuid: UuidOut
  external_ref: string
  order_uuid: UuidOut
  sequence: number
  status: 'PENDING' | 'EN_ROUTE' | 'ARRIVED' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
  locked: boolean
  planned_arrival: InstantOut
  eta: InstantOut | null
  window_start: TimeOut | null
  window_end: TimeOut | null
  /** Further windows, where it has some. */
  more_windows?: ReadDayDataRouteStopMoreWindow[]
  service_minutes: number
  /** Which load of the route it is part of: 1 is the first. */
  trip: number
  arrived_at: InstantOut | null
  delivered_at: InstantOut | null
  finished_at: InstantOut | null
  reason: string | null
  driver_notes: string | null
  left_where: string | null
  /** Only of a delivery that was not made in full: what became of each of its items. */
  item_outcomes?: ReadDayDataRouteStopItemOutcome[]
  /** What the driver scanned there, and why not all; only where something was said of it. */
  scanned?: ReadDayDataRouteStopScanned
  /** Only where something was answered: the amount collected, the age or ID, the customer’s code. */
  checks?: ReadDayDataRouteStopChecks
  settles_at: InstantOut | null
  undo_count: number
  address: Address
  customer_name: string
  proof: ReadDayDataRouteStopProof | null
  tracking_url: string
  temperature_class: TemperatureClass
  load_weight_lbs: number | null
  placement: 'PLACED' | 'APPROXIMATE' | 'PENDING' | 'UNPLACED'
  far_from_road: boolean
  windows: ReadDayDataRouteStopWindow[]
  late_minutes: number
  current: boolean
  load_pieces?: number
  load_cubic_feet?: number
  required_skills?: string[]
  required_drivers?: string[]
  excluded_drivers?: string[]
  pickup_weight_lbs?: number
  pickup_pieces?: number
  pickup_cubic_feet?: number
  goods_from?: string
}

export interface ReadDayDataRoute {
  route_uuid: UuidOut
  name: string
  status: 'PLANNED' | 'DISPATCHED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  date: DayOut
  vehicle: ReadDayDataRouteVehicle
  driver: ReadDayDataRouteDriver | null
  depot: ReadDayDataRouteDepot
  /** Where it starts, if not at the depot. */
  start?: ReadDayDataRouteStart
  /** Where it ends, if not at the depot; null is at the last stop. */
  end?: ReadDayDataRouteEnd | null
  planned_start: InstantOut | null
  planned_end: InstantOut | null
  started_at: InstantOut | null
  completed_at: InstantOut | null
  distance_miles: number
  drive_minutes: number
  load_weight_lbs: number
  stop_count: number
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  /** Breaks, and coming back to the depot to load again, by their time, where the route has some. */
  pauses?: ReadDayDataRoutePause[]
  /** What the driver found of each load before the start, where it was checked. */
  load_checks?: ReadDayDataRouteLoadCheck[]
  version: string
  color: number
  shift_start: InstantOut
  shift_end: InstantOut
  capacity_lbs: number | null
  temperature_classes: TemperatureClass[]
  max_stops: number | null
  may_reload: boolean
  warnings: ReadDayDataRouteWarning[]
  position: ReadDayDataRoutePosition | null
  refused_taps: number
  ends_at: InstantOut | null
  silent_since: InstantOut | null
  held_until: InstantOut | null
  stops: ReadDayDataRouteStop[]
}

export interface ReadDayDataPoolMoreWindow {
  window_start: TimeOut
  window_end: TimeOut
}

export interface ReadDayDataPoolLeftOffReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface ReadDayDataPoolLeftOffFix {
  kind: 'WINDOW' | 'CAPACITY' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'BREAK' | 'READY' | 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'MAX_STOPS' | 'RELOAD'
  vehicle_uuid: UuidOut | null
  amount: number | string
}

export interface ReadDayDataPoolLeftOff {
  external_ref: string
  order_uuid: UuidOut
  reason: ReadDayDataPoolLeftOffReason
  nearest_fix: string | null
  fix: ReadDayDataPoolLeftOffFix | null
}

export interface ReadDayDataPool {
  order_uuid: UuidOut
  external_ref: string
  customer_name: string
  line1: string
  city: string | null
  lat: number | null
  lng: number | null
  placement: 'PLACED' | 'APPROXIMATE' | 'PENDING' | 'UNPLACED'
  far_from_road: boolean
  zone: string | null
  window_start: TimeOut | null
  window_end: TimeOut | null
  more_windows?: ReadDayDataPoolMoreWindow[]
  /** Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is there now. */
  delivery_from?: DayOut
  /** Only where sent. */
  delivery_by?: DayOut
  temperature_class: TemperatureClass
  load_weight_lbs: number | null
  since_dispatch: boolean
  came_off: boolean
  left_off: ReadDayDataPoolLeftOff | null
}

export interface ReadDayDataVehicle {
  vehicle_uuid: UuidOut
  name: string
  capacity_lbs: number | null
  temperature_classes: TemperatureClass[]
  max_stops: number | null
  shift_start: TimeOut
  shift_end: TimeOut
  driver_uuid: UuidOut | null
  skills?: string[]
  capacity_pieces?: number | null
  capacity_cubic_feet?: number | null
  max_working_minutes?: number | null
  max_driving_minutes?: number | null
  reload_minutes?: number | null
}

export interface ReadDayDataDriver {
  driver_uuid: UuidOut
  name: string
}

export interface ReadDayDataDepot {
  depot_uuid: UuidOut
  name: string
  lat: number
  lng: number
}

export interface ReadDayData {
  date: DayOut
  today: DayOut
  undo_window_seconds: number
  routes: ReadDayDataRoute[]
  pool: ReadDayDataPool[]
  pool_count: number
  vehicles: ReadDayDataVehicle[]
  drivers: ReadDayDataDriver[]
  depots: ReadDayDataDepot[]
}

export interface ProposeBuildDataPlan {
  build_uuid: UuidOut
  balance: 'NONE' | 'FAIR' | 'STOPS' | 'TIME'
  routes: number
  stop_count: number
  unassigned_count: number
  distance_miles: number
  drive_minutes: number
  shortest_minutes: number
  longest_minutes: number
  fewest_stops: number
  most_stops: number
  crossings: number
}

export interface ProposeBuildData {
  expires_at: InstantOut
  plans: ProposeBuildDataPlan[]
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
}

export interface AcceptBuildDataUnassignedReason {
  code: 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'CAPACITY' | 'UNREACHABLE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'TIME_WINDOW' | 'BREAK' | 'READY' | 'PAIR' | 'MAX_STOPS' | 'NO_ROOM' | 'ALREADY_ON_ROUTE' | 'UNPLACED' | 'SPAN_OVER'
  message: string
}

export interface AcceptBuildDataUnassignedFix {
  kind: 'WINDOW' | 'CAPACITY' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'BREAK' | 'READY' | 'TEMPERATURE' | 'SKILL' | 'DRIVER' | 'MAX_STOPS' | 'RELOAD'
  vehicle_uuid: UuidOut | null
  amount: number | string
}

export interface AcceptBuildDataUnassigned {
  external_ref: string
  order_uuid: UuidOut
  reason: AcceptBuildDataUnassignedReason
  nearest_fix: string | null
  fix: AcceptBuildDataUnassignedFix | null
}

export interface AcceptBuildData {
  /** Under this the build is kept. */
  build_uuid: UuidOut
  routes: RouteWithStops[]
  unassigned: AcceptBuildDataUnassigned[]
  distance_source: 'straight_line' | 'local' | 'osrm' | 'valhalla' | 'google'
  distances_estimated: boolean
  estimate_reason: 'TABLE_TOO_LARGE' | 'PROVIDER_DOWN' | 'NO_PROVIDER' | 'BETWEEN_REGIONS' | 'OUTSIDE_REGIONS' | null
}

export interface OpenRouteBody {
  date: Day
  vehicle_uuid: Uuid
}

export interface MoveStopsDataRouteBefore {
  stop_count: number
  distance_miles: number
  minutes: number
  late_stops: number
  load_weight_lbs: number
}

export interface MoveStopsDataRouteAfter {
  stop_count: number
  distance_miles: number
  minutes: number
  late_stops: number
  load_weight_lbs: number
}

export interface MoveStopsDataRouteWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface MoveStopsDataRoute {
  route_uuid: UuidOut
  name: string
  before: MoveStopsDataRouteBefore
  after: MoveStopsDataRouteAfter
  warnings: MoveStopsDataRouteWarning[]
}

export interface MoveStopsDataAdded {
  distance_miles: number
  minutes: number
  late_stops: number
}

export interface MoveStopsData {
  routes: MoveStopsDataRoute[]
  added: MoveStopsDataAdded
}

export interface MoveStopsBodyMoveTo {
  route_uuid: Uuid
  position: number
}

export interface MoveStopsBodyMove {
  order_uuids: string[]
  to: MoveStopsBodyMoveTo | null
}

export interface MoveStopsBodyLoadAgain {
  order_uuid: Uuid
  again: boolean
}

export interface MoveStopsBody {
  moves: MoveStopsBodyMove[]
  load_again?: MoveStopsBodyLoadAgain
  versions: Record<string, string>
  trips?: Record<string, number>
  preview: boolean
}

export interface LockStopsBody {
  stop_uuids: string[]
  locked: boolean
}

export interface ReverseRouteBody {
  version: string
}

export interface ChangeRouteVehicleBody {
  vehicle_uuid: Uuid
  version: string
  trips?: Record<string, number>
}

export interface AssignDriverDataWarning {
  code: 'CAPACITY' | 'MAX_STOPS' | 'SKILL' | 'DRIVER' | 'LATE' | 'SHIFT' | 'WORKING_TIME' | 'DRIVING_TIME' | 'OVERTIME' | 'BREAK' | 'READY' | 'PAIR' | 'SILENT'
  message: string
}

export interface AssignDriverData {
  route: RouteWithStops
  no_text: string | null
  /**
   * Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15 minutes, so that
   * what was taken off may be done already.
   */
  warnings?: AssignDriverDataWarning[]
}

export interface AssignDriverBody {
  driver_uuid: Uuid | null
}

export interface ResendDriverLinkData {
  driver: string
  no_text: string | null
}

export interface RecordOutcomeData {
  route: Route
  stop: Stop
}

export interface UndoOutcomeData {
  route: Route
  stop: Stop
}

export interface CorrectStopData {
  route: Route
  stop: Stop
}

export interface CorrectStopBodyItem {
  name: string
  sku?: string | null
  /** Not there to be handed over. */
  short?: number | null
  damaged?: number | null
  /** Not taken; it goes back. */
  returned?: number | null
  reason?: string | null
}

export interface CorrectStopBody {
  status: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  reason?: string | null
  driver_notes?: string | null
  left_where?: string | null
  /** Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED. */
  items?: CorrectStopBodyItem[] | null
  occurred_at?: Instant | null
}

export interface AddProofData {
  route: Route
  stop: Stop
}

export interface CreateDepotData {
  depot_uuid: UuidOut
}

export interface CreateDepotBody {
  name: string
  address?: string | null
  lat: number
  lng: number
  is_default?: boolean | null
}

export interface UpdateDepotBody {
  name: string
  address?: string | null
  lat: number
  lng: number
  is_default?: boolean | null
  version: number
}

export interface CreateDriverData {
  driver_uuid: UuidOut
}

export interface CreateDriverBody {
  name: string
  phone?: string | null
  email?: string | null
  language?: 'en' | 'es' | 'fr' | 'de' | null
  /** Default: true. */
  active?: boolean | null
}

export interface UpdateDriverBody {
  name: string
  phone?: string | null
  email?: string | null
  language?: 'en' | 'es' | 'fr' | 'de' | null
  active: boolean
  version: number
}

export interface TextDriverPageData {
  driver: string
  no_text: string | null
}

export interface CreateVehicleData {
  vehicle_uuid: UuidOut
}

export interface CreateVehicleBodyBreak {
  window_start: TimeOfDay
  window_end: TimeOfDay
  minutes: number
  /** An unpaid break costs nothing and is no overtime. Default: true. */
  paid?: boolean | null
}

export interface CreateVehicleBodyStart {
  address?: string | null
  lat: number
  lng: number
}

export interface CreateVehicleBodyEnd {
  address?: string | null
  lat: number
  lng: number
}

export interface CreateVehicleBodyArea {
  zone_uuid: Uuid
  weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[]
}

export interface CreateVehicleBody {
  name: string
  capacity_lbs?: number | null
  /** Default: ["DRY"]. */
  temperature_classes?: TemperatureClass[] | null
  /** Default: 00:00. */
  shift_start?: TimeOfDay | null
  /** Default: 23:59. */
  shift_end?: TimeOfDay | null
  max_stops?: number | null
  costing?: 'CAR' | 'TRUCK' | null
  capacity_pieces?: number | null
  capacity_cubic_feet?: number | null
  skills?: Skill[] | null
  max_working_minutes?: number | null
  max_driving_minutes?: number | null
  overtime_after_minutes?: number | null
  overtime_factor?: number | null
  service_factor?: number | null
  reload_minutes?: number | null
  max_reloads?: number | null
  breaks?: CreateVehicleBodyBreak[] | null
  start?: CreateVehicleBodyStart | null
  end?: CreateVehicleBodyEnd | null
  open_end?: boolean | null
  areas?: CreateVehicleBodyArea[] | null
  driver_uuid?: Uuid | null
  depot_uuid?: Uuid | null
  /** Default: true. */
  active?: boolean | null
}

export interface UpdateVehicleBodyBreak {
  window_start: TimeOfDay
  window_end: TimeOfDay
  minutes: number
  /** An unpaid break costs nothing and is no overtime. Default: true. */
  paid?: boolean | null
}

export interface UpdateVehicleBodyStart {
  address?: string | null
  lat: number
  lng: number
}

export interface UpdateVehicleBodyEnd {
  address?: string | null
  lat: number
  lng: number
}

export interface UpdateVehicleBodyArea {
  zone_uuid: Uuid
  weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[]
}

export interface UpdateVehicleBody {
  name: string
  capacity_lbs?: number | null
  temperature_classes: TemperatureClass[]
  shift_start: TimeOfDay
  shift_end: TimeOfDay
  max_stops?: number | null
  costing?: 'CAR' | 'TRUCK' | null
  capacity_pieces?: number | null
  capacity_cubic_feet?: number | null
  skills?: Skill[] | null
  max_working_minutes?: number | null
  max_driving_minutes?: number | null
  overtime_after_minutes?: number | null
  overtime_factor?: number | null
  service_factor?: number | null
  reload_minutes?: number | null
  max_reloads?: number | null
  breaks?: UpdateVehicleBodyBreak[] | null
  start?: UpdateVehicleBodyStart | null
  end?: UpdateVehicleBodyEnd | null
  open_end?: boolean | null
  areas?: UpdateVehicleBodyArea[] | null
  driver_uuid?: Uuid | null
  depot_uuid?: Uuid | null
  active: boolean
  version: number
}

export interface CreateZoneData {
  zone_uuid: UuidOut
}

export interface CreateZoneBodyHour {
  start: TimeOfDay
  end: TimeOfDay
}

export interface CreateZoneBodyClosure {
  date: Day
  note: string
}

export interface CreateZoneBody {
  name: string
  geometry: ZoneArea
  hours: (CreateZoneBodyHour | null)[]
  capacity?: number | null
  cutoff_days?: number | null
  cutoff_time?: TimeOfDay | null
  /** Default: true. */
  active?: boolean | null
  /** Default: []. */
  closures?: CreateZoneBodyClosure[] | null
}

export interface UpdateZoneBodyHour {
  start: TimeOfDay
  end: TimeOfDay
}

export interface UpdateZoneBodyClosure {
  date: Day
  note: string
}

export interface UpdateZoneBody {
  name: string
  geometry: ZoneArea
  hours: (UpdateZoneBodyHour | null)[]
  capacity?: number | null
  cutoff_days?: number | null
  cutoff_time?: TimeOfDay | null
  active: boolean
  closures: UpdateZoneBodyClosure[]
  version: number
}

export interface ReadSettingsDataChooseWindow {
  start: TimeOut
  end: TimeOut
}

export interface ReadSettingsDataQuietHours {
  start: TimeOut
  end: TimeOut
}

export interface ReadSettingsData {
  version: number
  name: string
  time_zone: string
  phone_region: string | null
  units: 'US' | 'METRIC' | 'UK'
  clock: 'H12' | 'H24'
  date_format: 'MONTH_FIRST' | 'DAY_FIRST' | 'YEAR_FIRST'
  undo_window_seconds: number
  proof_required: 'NONE' | 'PHOTO' | 'SIGNATURE' | 'PHOTO_OR_SIGNATURE' | 'BOTH'
  proof_required_failed: boolean
  share_proof: boolean
  ask_rating: boolean
  show_items: boolean
  customer_language: 'en' | 'es' | 'fr' | 'de'
  office_language: 'en' | 'es' | null
  choose_days_ahead: number
  choose_until: TimeOut
  choose_windows: ReadSettingsDataChooseWindow[]
  service_minutes: number
  drivers_may_reorder: boolean
  scan_loading: 'OFF' | 'OFFERED' | 'REQUIRED'
  scan_door: 'OFF' | 'OFFERED' | 'REQUIRED'
  currency: string
  door_code: boolean
  failure_reasons: string[]
  leaving_places: string[]
  sms_consent_default: boolean
  notices: ('SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED')[]
  quiet_hours: ReadSettingsDataQuietHours | null
  notice_channels: 'ONE' | 'BOTH'
  message_texts: Record<string, string>
  mail_subjects: Record<string, string>
  brand_name: string | null
  accent_color: string | null
  logo_path: string | null
  contact_phone: string | null
  contact_email: string | null
  text_price: number | null
  text_currency: string
  keep_orders_days: number | null
  keep_photos_days: number | null
  keep_positions_days: number | null
  keep_messages_days: number | null
  keep_logs_days: number | null
  text_provider: string | null
}

export interface ChangeSettingsDataChooseWindow {
  start: TimeOut
  end: TimeOut
}

export interface ChangeSettingsDataQuietHours {
  start: TimeOut
  end: TimeOut
}

export interface ChangeSettingsData {
  version: number
  name: string
  time_zone: string
  phone_region: string | null
  units: 'US' | 'METRIC' | 'UK'
  clock: 'H12' | 'H24'
  date_format: 'MONTH_FIRST' | 'DAY_FIRST' | 'YEAR_FIRST'
  undo_window_seconds: number
  proof_required: 'NONE' | 'PHOTO' | 'SIGNATURE' | 'PHOTO_OR_SIGNATURE' | 'BOTH'
  proof_required_failed: boolean
  share_proof: boolean
  ask_rating: boolean
  show_items: boolean
  customer_language: 'en' | 'es' | 'fr' | 'de'
  office_language: 'en' | 'es' | null
  choose_days_ahead: number
  choose_until: TimeOut
  choose_windows: ChangeSettingsDataChooseWindow[]
  service_minutes: number
  drivers_may_reorder: boolean
  scan_loading: 'OFF' | 'OFFERED' | 'REQUIRED'
  scan_door: 'OFF' | 'OFFERED' | 'REQUIRED'
  currency: string
  door_code: boolean
  failure_reasons: string[]
  leaving_places: string[]
  sms_consent_default: boolean
  notices: ('SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED')[]
  quiet_hours: ChangeSettingsDataQuietHours | null
  notice_channels: 'ONE' | 'BOTH'
  message_texts: Record<string, string>
  mail_subjects: Record<string, string>
  brand_name: string | null
  accent_color: string | null
  logo_path: string | null
  contact_phone: string | null
  contact_email: string | null
  text_price: number | null
  text_currency: string
  keep_orders_days: number | null
  keep_photos_days: number | null
  keep_positions_days: number | null
  keep_messages_days: number | null
  keep_logs_days: number | null
  text_provider: string | null
}

export interface ChangeSettingsBodyChooseWindow {
  start: TimeOfDay
  end: TimeOfDay
}

export interface ChangeSettingsBodyQuietHours {
  start: TimeOfDay
  end: TimeOfDay
}

export interface ChangeSettingsBody {
  name?: string
  time_zone?: string
  /** ISO 3166-1 code with two letters, in capitals in responses. */
  phone_region?: string | null
  units?: 'US' | 'METRIC' | 'UK'
  clock?: 'H12' | 'H24'
  date_format?: 'MONTH_FIRST' | 'DAY_FIRST' | 'YEAR_FIRST'
  undo_window_seconds?: number
  proof_required?: 'NONE' | 'PHOTO' | 'SIGNATURE' | 'PHOTO_OR_SIGNATURE' | 'BOTH'
  proof_required_failed?: boolean
  share_proof?: boolean
  ask_rating?: boolean
  show_items?: boolean
  customer_language?: 'en' | 'es' | 'fr' | 'de'
  office_language?: 'en' | 'es' | null
  choose_days_ahead?: number
  choose_until?: TimeOfDay
  choose_windows?: ChangeSettingsBodyChooseWindow[]
  service_minutes?: number
  drivers_may_reorder?: boolean
  scan_loading?: 'OFF' | 'OFFERED' | 'REQUIRED'
  scan_door?: 'OFF' | 'OFFERED' | 'REQUIRED'
  /** ISO 4217, in capitals in responses. */
  currency?: string
  door_code?: boolean
  failure_reasons?: string[]
  leaving_places?: string[]
  sms_consent_default?: boolean
  notices?: ('SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED')[]
  quiet_hours?: ChangeSettingsBodyQuietHours | null
  notice_channels?: 'ONE' | 'BOTH'
  message_texts?: Record<string, string>
  mail_subjects?: Record<string, string>
  brand_name?: string | null
  accent_color?: string | null
  contact_phone?: string | null
  contact_email?: string | null
  text_price?: number | null
  /** ISO 4217, in capitals in responses. */
  text_currency?: string
  keep_orders_days?: number | null
  keep_photos_days?: number | null
  keep_positions_days?: number | null
  keep_messages_days?: number | null
  keep_logs_days?: number | null
  version: number
}

export interface ReadTrafficData {
  factors: number[]
  measured: (number | null)[]
  drives: number[]
}

export interface ChangeTrafficData {
  factors: number[]
  measured: (number | null)[]
  drives: number[]
}

export interface ChangeTrafficBody {
  factors: number[]
}

export interface ReadReportDataDay {
  routes: number
  delivered: number
  failed: number
  skipped: number
  windowed: number
  on_time: number
  timed_routes: number
  planned_minutes: number
  actual_minutes: number
  measured_routes: number
  planned_miles: number
  driven_miles: number
  rated: number
  stars: number | null
  date: DayOut
}

export interface ReadReportDataDriver {
  routes: number
  delivered: number
  failed: number
  skipped: number
  windowed: number
  on_time: number
  timed_routes: number
  planned_minutes: number
  actual_minutes: number
  measured_routes: number
  planned_miles: number
  driven_miles: number
  rated: number
  stars: number | null
  driver_uuid: UuidOut | null
  name: string | null
}

export interface ReadReportDataFailure {
  reason: string | null
  count: number
}

export interface ReadReportDataAttempt {
  attempt: number
  deliveries: number
  delivered: number
  failed: number
}

export interface ReadReportDataMessage {
  channel: 'SMS' | 'EMAIL'
  kind: 'DRIVER_ROUTE' | 'DRIVER_HOME' | 'SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED'
  sent: number
  segments: number
  price: number | null
  currency: string | null
}

export interface ReadReportDataCollected {
  date: DayOut
  driver_uuid: UuidOut | null
  name: string | null
  currency: string
  cash: string
  card: string
  deliveries: number
  unpaid: number
}

export interface ReadReportDataTotals {
  routes: number
  delivered: number
  failed: number
  skipped: number
  windowed: number
  on_time: number
  timed_routes: number
  planned_minutes: number
  actual_minutes: number
  measured_routes: number
  planned_miles: number
  driven_miles: number
  rated: number
  stars: number | null
}

export interface ReadReportData {
  from: DayOut
  to: DayOut
  days: ReadReportDataDay[]
  drivers: ReadReportDataDriver[]
  failures: ReadReportDataFailure[]
  attempts: ReadReportDataAttempt[]
  messages: ReadReportDataMessage[]
  collected: ReadReportDataCollected[]
  totals: ReadReportDataTotals
}

export interface ReadExceptionsDataLateTapTap {
  kind: 'LOAD' | 'START' | 'HEAD' | 'ARRIVE' | 'OUTCOME' | 'UNDO' | 'REMOVE_PHOTO' | 'REORDER' | 'END' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'PHOTO' | 'SIGNATURE'
  at: InstantOut
  received_at: InstantOut
  reason: string | null
  notes: string | null
  refused: string
}

export interface ReadExceptionsDataLateTapPicture {
  kind: 'PHOTO' | 'SIGNATURE'
  item?: string
  url: string
}

export interface ReadExceptionsDataLateTap {
  route_uuid: UuidOut
  route_name: string
  date: DayOut
  stop_uuid: UuidOut | null
  order_uuid: UuidOut | null
  external_ref: string | null
  line1: string | null
  order_status: 'OPEN' | 'SCHEDULED' | 'DELIVERED' | 'FAILED' | 'CANCELLED' | null
  reported: 'DELIVERED' | 'FAILED' | 'SKIPPED' | null
  taps: ReadExceptionsDataLateTapTap[]
  pictures: ReadExceptionsDataLateTapPicture[]
}

export interface ReadExceptionsDataFailed {
  order_uuid: UuidOut
  external_ref: string
  customer_name: string
  route_name: string
  reason: string | null
}

export interface ReadExceptionsDataMessage {
  kind: 'DRIVER_ROUTE' | 'DRIVER_HOME' | 'SCHEDULED' | 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED' | 'NOT_COMING' | 'DELIVERED' | 'FAILED' | 'CORRECTED'
  order_uuid: UuidOut | null
  external_ref: string | null
  route_name: string | null
}

export interface ReadExceptionsDataWebhook {
  endpoint_uuid: UuidOut
  url: string
  failing_since: InstantOut
}

export interface ReadExceptionsData {
  late_taps: ReadExceptionsDataLateTap[]
  failed: ReadExceptionsDataFailed[]
  messages: ReadExceptionsDataMessage[]
  webhooks: ReadExceptionsDataWebhook[]
}

export interface ReplayEventsData {
  /** How many are due now. */
  deliveries: number
}

/** What each webhook carries, by the name of its event. */
export interface WebhookPayloads {
  'stop.scheduled': WebhookStopScheduled
  'stop.en_route': WebhookStopEnRoute
  'stop.delivered': WebhookStopDelivered
  'stop.failed': WebhookStopFailed
  'stop.skipped': WebhookStopSkipped
  'stop.undone': WebhookStopUndone
  'stop.corrected': WebhookStopCorrected
  'order.unassigned': WebhookOrderUnassigned
  'order.updated': WebhookOrderUpdated
  'order.cancelled': WebhookOrderCancelled
  'route.completed': WebhookRouteCompleted
  'route.cancelled': WebhookRouteCancelled
  'order.created': WebhookOrderCreated
  'route.dispatched': WebhookRouteDispatched
  'route.started': WebhookRouteStarted
  'route.replanned': WebhookRouteReplanned
  'stop.arrived': WebhookStopArrived
  'stop.eta_changed': WebhookStopEtaChanged
  'endpoint.test': WebhookEndpointTest
}

/** Why a request was refused; openapi.json says what each means. */
export type ErrorCode =
  | 'INVALID'
  | 'INVALID_JSON'
  | 'IDEMPOTENCY_KEY_MISSING'
  | 'CONTRADICTION'
  | 'BAD_REQUEST'
  | 'UNAUTHENTICATED'
  | 'KEY_EXPIRED'
  | 'SCOPE_MISSING'
  | 'ADDRESS_NOT_ALLOWED'
  | 'SIGNATURE_INVALID'
  | 'LINK_INVALID'
  | 'LINK_EXPIRED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TIMEOUT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'RECORDS_BUSY'
  | 'ORDER_ON_DISPATCHED_ROUTE'
  | 'ORDER_FINAL'
  | 'REFERENCE_TAKEN'
  | 'RECURRING_ORDER_ENDED'
  | 'CHANGED_MEANWHILE'
  | 'OUT_FOR_DELIVERY'
  | 'SOLVE_CALLED_OFF'
  | 'BUILD_TOO_LARGE'
  | 'NOT_ROUTABLE'
  | 'NOTHING_ROUTABLE'
  | 'NO_VEHICLE'
  | 'VEHICLE_INACTIVE'
  | 'VEHICLE_BUSY'
  | 'NO_DEPOT'
  | 'BUILD_RUNNING'
  | 'BUILD_OUTDATED'
  | 'TEST_KEY_NEEDED'
  | 'TEST_DAY_RUNNING'
  | 'TEST_DAY_TAKES_NO_PHOTOS'
  | 'NO_OPEN_ROUTE'
  | 'REPLAN_EXPIRED'
  | 'REPLAN_ACCEPTED'
  | 'RELOAD_TO_COME'
  | 'NOTHING_LOADED'
  | 'PLACE_UNKNOWN'
  | 'REPLAN_STALE'
  | 'ROUTE_RUNNING'
  | 'ROUTE_NOT_DISPATCHABLE'
  | 'ROUTE_EMPTY'
  | 'DRIVE_WINDOW_PASSED'
  | 'ROUTE_NOT_CANCELLABLE'
  | 'ROUTE_NOT_RUNNING'
  | 'STOP_FINISHED'
  | 'NOTHING_TO_UNDO'
  | 'ORDER_REPEATED'
  | 'ORDER_MOVED_ON'
  | 'NOTHING_TO_CORRECT'
  | 'OUTCOME_HELD'
  | 'REORDER_NOT_ALLOWED'
  | 'ROUTE_CHANGED'
  | 'PROOF_FULL'
  | 'PROOF_REQUIRED'
  | 'CHECK_REQUIRED'
  | 'CODE_LOCKED'
  | 'SCAN_REQUIRED'
  | 'NOT_RATABLE'
  | 'RATING_FINAL'
  | 'DAY_FIXED'
  | 'DAY_TAKEN'
  | 'ROUTE_UNKNOWN'
  | 'ROUTE_OVER'
  | 'NO_PHONE'
  | 'DRIVER_NOT_ACTIVE'
  | 'STOP_GONE'
  | 'STOP_LOCKED'
  | 'NO_RELOAD'
  | 'ORDER_NOT_OPEN'
  | 'UNPLACED'
  | 'OTHER_DAY'
  | 'TEMPERATURE'
  | 'NOT_FAILED'
  | 'BUILD_STALE'
  | 'BUILD_EXPIRED'
  | 'BUILD_ACCEPTED'
  | 'NOT_BOOKABLE'
  | 'PERSON_UNDER_WAY'
  | 'TOO_MANY_ENDPOINTS'
  | 'ANSWER_ERASED'
  | 'LINK_ENDED'
  | 'EVENTS_GONE'
  | 'BODY_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'EXPECTATION_FAILED'
  | 'ADDRESS_NOT_FOUND'
  | 'ZONES_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'SOLVER_BUSY'
  | 'INTERNAL'
  | 'DATABASE_UNREACHABLE'
  | 'DISK_FULL'
  | 'BUSINESS_MOVING'
  | 'BUSINESS_MOVED'
  | 'FILES_UNREACHABLE'
  | 'UPLOADS_BUSY'
  | 'SERVER_BUSY'
  | 'AREAS_BUSY'
  | 'TIMED_OUT'
  | 'GEOCODER_DOWN'
  | 'GEOCODER_NOT_CONFIGURED'
