// The tables as Kysely sees them; migrations/ is their definition.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuditAction, AuditSubject } from '../domain/audit.ts'
import type { ActorKind } from '../domain/users/actor.ts'
import type { Costing, RoadsName } from '../domain/planning/costing.ts'
import type { ColumnMapping } from '../domain/imports/import-columns.ts'
import type { WatchedJob } from '../domain/jobs/failed-work.ts'
import type { JobName } from '../domain/jobs/job.ts'
import type { DateOrder } from '../domain/imports/import-dates.ts'
import type { ImportRowStatus } from '../domain/imports/import-rows.ts'
import type { MessageKind, MessageStatus } from '../domain/messages/message.ts'
import type { OrderItem, OrderStatus, Placement, TemperatureClass } from '../domain/orders/order.ts'
import type { ProofKind, ProofRule } from '../domain/routes/proof.ts'
import type { RouteStatus } from '../domain/routes/route.ts'
import type { StopStatus } from '../domain/routes/stop.ts'
import type { RecordedTapKind } from '../domain/routes/tap.ts'
import type { DistanceSource } from '../domain/planning/distance-source.ts'
import type { KnownBy } from '../domain/planning/visit.ts'
import type { EventName, SentEvent } from '../domain/webhooks/event.ts'
import type { UserRole } from '../domain/users/user.ts'
import type { DeliveryStatus } from '../domain/webhooks/webhook.ts'
import type { ZoneGeometry, ZoneHours } from '../domain/zones/zone.ts'

type Json<T extends object> = JSONColumnType<T, string | null, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

type ImportCounts = Partial<Record<ImportRowStatus, number>>

export interface Schema {
  businesses: {
    business_uuid: string
    name: string
    time_zone: string
    undo_window_seconds: Defaulted<number>
    proof_required: Defaulted<ProofRule>
    proof_required_failed: Defaulted<boolean>
    notify_scheduled: Defaulted<boolean>
    notify_outcome: Defaulted<boolean>
    sms_consent_default: Defaulted<boolean>
    service_minutes: Defaulted<number>
    traffic_factors: Defaulted<number[] | null>
    notify_on_the_way: Defaulted<boolean>
    quiet_start: Defaulted<string | null>
    quiet_end: Defaulted<string | null>
    message_texts: ColumnType<Partial<Record<MessageKind, string>>, string | undefined, string>
    failure_reasons: Defaulted<string[]>
    drivers_may_reorder: Defaulted<boolean>
    share_proof: Defaulted<boolean>
    brand_name: Defaulted<string | null>
    accent_color: Defaulted<string | null>
    logo_file: Defaulted<string | null>
    logo_type: Defaulted<string | null>
    notices_off: Defaulted<MessageKind[]>
    settings_version: Defaulted<number>
    contact_phone: Defaulted<string | null>
    contact_email: Defaulted<string | null>
    created_at: Generated<Date>
  }
  api_keys: {
    business_uuid: string
    key_uuid: string
    name: string
    prefix: string
    hash: Buffer
    created_at: Generated<Date>
    revoked_at: Date | null
    last_used_at: Defaulted<Date | null>
  }
  api_requests: {
    business_uuid: string
    request_uuid: string
    at: Date
    key_uuid: string
    method: string
    path: string
    status: number
    duration_ms: number
    error_code: string | null
  }
  users: {
    business_uuid: string
    user_uuid: string
    email: string
    name: string
    role: UserRole
    password_hash: string
    totp_secret: Buffer | null
    totp_last_step: Defaulted<number>
    created_at: Generated<Date>
  }
  order_views: {
    business_uuid: string
    user_uuid: string
    name: string
    filters: JSONColumnType<Record<string, string>>
  }
  sessions: {
    business_uuid: string
    session_uuid: string
    user_uuid: string
    token_hash: Buffer
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    pending_totp: Defaulted<Buffer | null>
    pending_totp_until: Defaulted<Date | null>
  }
  user_links: {
    business_uuid: string
    link_uuid: string
    token_hash: Buffer
    user_uuid: string | null
    email: string
    role: UserRole | null
    keeps_totp: Defaulted<boolean>
    created_at: Date
    expires_at: Date
  }
  recovery_codes: { business_uuid: string; user_uuid: string; code_hash: Buffer }
  depots: {
    business_uuid: string
    depot_uuid: string
    name: string
    address: string | null
    lat: number
    lng: number
    is_default: boolean
    version: Defaulted<number>
    created_at: Generated<Date>
  }
  drivers: {
    business_uuid: string
    driver_uuid: string
    name: string
    phone: string | null
    email: string | null
    active: Defaulted<boolean>
    version: Defaulted<number>
    created_at: Generated<Date>
  }
  vehicles: {
    business_uuid: string
    vehicle_uuid: string
    name: string
    capacity_lbs: number | null
    temperature_classes: Defaulted<string[]>
    shift_start: Defaulted<string>
    shift_end: Defaulted<string>
    max_stops: number | null
    costing: Defaulted<Costing>
    driver_uuid: string | null
    depot_uuid: string | null
    active: Defaulted<boolean>
    version: Defaulted<number>
    created_at: Generated<Date>
  }
  zones: {
    business_uuid: string
    zone_uuid: string
    name: string
    geometry: JSONColumnType<ZoneGeometry>
    corners: Defaulted<number>
    area: number
    west: number
    south: number
    east: number
    north: number
    hours: JSONColumnType<(ZoneHours | null)[]>
    capacity: number | null
    cutoff_days: number | null
    cutoff_time: string | null
    active: Defaulted<boolean>
    version: Defaulted<number>
    created_at: Generated<Date>
  }
  zone_closures: { business_uuid: string; zone_uuid: string; date: string; note: string }
  routes: {
    business_uuid: string
    route_uuid: string
    date: string
    name: string
    status: RouteStatus
    vehicle_uuid: string
    driver_uuid: string | null
    depot_name: string
    depot_lat: number
    depot_lng: number
    shift_start: string
    shift_end: string
    planned_start: Date | null
    planned_end: Date | null
    distance_meters: Defaulted<number>
    drive_seconds: Defaulted<number>
    traffic_factor: Defaulted<number>
    costing: Defaulted<Costing>
    distance_source: DistanceSource
    distances_estimated: boolean
    dispatched_at: Date | null
    started_at: Date | null
    completed_at: Date | null
    cancelled_at: Date | null
    ways_due_at: Defaulted<Date | null>
    position_lat: Defaulted<number | null>
    position_lng: Defaulted<number | null>
    position_at: Defaulted<Date | null>
    driven_meters: Defaulted<number | null>
    link_nonce: string | null
    link_hash: Buffer | null
    previous_link_hash: Defaulted<Buffer | null>
    created_at: Generated<Date>
  }
  ended_links: { business_uuid: string; route_uuid: string; hash: Buffer; ended_at: Generated<Date> }
  unnamed_files: { business_uuid: string; file_name: string; since: Date }
  orders: {
    business_uuid: string
    order_uuid: string
    external_ref: string
    status: OrderStatus
    customer_name: string
    customer_phone: string | null
    customer_email: string | null
    line1: string
    city: string | null
    region: string | null
    postal_code: string | null
    given_lat: number | null
    given_lng: number | null
    lat: number | null
    lng: number | null
    placement: Placement
    road_meters: Defaulted<number | null>
    instructions: string | null
    delivery_date: string
    window_start: string | null
    window_end: string | null
    given_temperature_class: TemperatureClass | null
    temperature_class: TemperatureClass
    given_load_weight_lbs: number | null
    load_weight_lbs: number | null
    items: Json<OrderItem[]> | null
    metadata: Json<Record<string, unknown>> | null
    sms_consent: boolean | null
    email_consent: boolean | null
    service_minutes: number | null
    route_uuid: string | null
    stop_uuid: string | null
    tracking_hash: Buffer
    previous_tracking_hash: Defaulted<Buffer | null>
    place_after: Defaulted<Date | null>
    created_at: Date
    changed_at: Date
  }
  stops: {
    business_uuid: string
    stop_uuid: string
    route_uuid: string
    order_uuid: string
    sequence: number
    status: StopStatus
    locked: Defaulted<boolean>
    service_minutes: number
    leg_meters: number
    leg_seconds: number
    planned_arrival: Date
    planned_departure: Date
    eta: Date | null
    arrived_at: Date | null
    finished_at: Date | null
    delivered_at: Date | null
    reason: string | null
    driver_notes: string | null
    settles_at: Date | null
    undo_count: Defaulted<number>
    proof_digest: Defaulted<Buffer | null>
    on_time: Defaulted<boolean | null>
    skipped_lat: Defaulted<number | null>
    skipped_lng: Defaulted<number | null>
  }
  failed_work: {
    business_uuid: string
    job: WatchedJob
    item_uuid: string
    failures: number
    first_failed_at: Date
    last_failed_at: Date
    retry_at: Date
  }
  repeated_orders: { business_uuid: string; repeat_uuid: string; order_uuid: string; created_at: Date }
  proofs: {
    business_uuid: string
    proof_uuid: string
    stop_uuid: string
    kind: ProofKind
    file_name: string
    content_type: string
    sha256: Buffer
    signed_by: string | null
    taken_at: Date
    claimed_at: Defaulted<Date | null>
    lat: Defaulted<number | null>
    lng: Defaulted<number | null>
    created_at: Generated<Date>
  }
  idempotency_keys: {
    business_uuid: string
    scope: string
    key: string
    body_hash: Buffer
    status: number
    reply: Buffer
    created_at: Generated<Date>
  }
  webhook_endpoints: {
    business_uuid: string
    endpoint_uuid: string
    url: string
    events: EventName[]
    description: string | null
    active: Defaulted<boolean>
    secret: Buffer
    previous_secret: Buffer | null
    previous_until: Date | null
    last_success_at: Date | null
    failing_since: Date | null
    created_at: Defaulted<Date>
    updated_at: Defaulted<Date>
    deleted_at: Date | null
  }
  webhook_deliveries: {
    business_uuid: string
    delivery_id: string
    endpoint_uuid: string
    event: SentEvent
    facts: JSONColumnType<Record<string, unknown>>
    external_ref: string | null
    order_uuid: string | null
    stop_uuid: string | null
    route_uuid: string | null
    status: Defaulted<DeliveryStatus>
    attempt_count: Defaulted<number>
    schedule_start: Defaulted<number>
    next_attempt_at: Date | null
    first_attempt_at: Date | null
    lease_token: string | null
    leased_until: Date | null
    settled_at: Date | null
    created_at: Date
    position: Generated<number>
  }
  webhook_attempts: {
    business_uuid: string
    delivery_id: string
    number: number
    at: Date
    duration_ms: number
    status_code: number | null
    error: string | null
    response_excerpt: string | null
  }
  messages: {
    business_uuid: string
    message_uuid: string
    channel: 'SMS' | 'EMAIL'
    kind: MessageKind
    recipient: string
    body: string
    order_uuid: string | null
    route_uuid: string | null
    status: Defaulted<MessageStatus>
    due_at: Defaulted<Date>
    attempts: Defaulted<number>
    provider_id: Defaulted<string | null>
    error: Defaulted<string | null>
    created_at: Date
    sent_at: Date | null
  }
  driver_taps: {
    business_uuid: string
    route_uuid: string
    tap_key: string
    kind: RecordedTapKind
    stop_uuid: string | null
    claimed_at: Date
    counted_at: Date
    received_at: Date
    lat: number | null
    lng: number | null
    accuracy_meters: Defaulted<number | null>
    reason: Defaulted<string | null>
    notes: Defaulted<string | null>
    refused: string | null
  }
  removed_stops: { business_uuid: string; stop_uuid: string; order_uuid: string; removed_at: Generated<Date> }
  text_opt_outs: { phone: string; at: Date }
  imports: {
    business_uuid: string
    import_uuid: string
    file_name: string
    content: Buffer | null
    headers: JSONColumnType<string[]>
    line_count: number
    status: Defaulted<'UPLOADED' | 'RUNNING' | 'DONE'>
    ignores_zones: Defaulted<boolean>
    user_uuid: string
    created_at: Date
    finished_at: Defaulted<Date | null>
    counts: ColumnType<ImportCounts | null, never, ImportCounts | null>
  }
  import_rows: {
    business_uuid: string
    import_uuid: string
    line: number
    cells: JSONColumnType<string[][]>
    body: JSONColumnType<Record<string, unknown>> | null
    status: ImportRowStatus
    reason: string | null
    attempts: Generated<number>
    /** When a row that failed is tried again. */
    due_at: Date | null
  }
  import_mappings: {
    business_uuid: string
    headers_hash: Buffer
    mapping: JSONColumnType<ColumnMapping>
    date_order: DateOrder | null
  }
  audit_log: {
    business_uuid: string
    audit_uuid: string
    at: Date
    actor_kind: ActorKind
    actor_id: string | null
    request_id: string | null
    action: ColumnType<string, AuditAction, never>
    entity: ColumnType<string, AuditSubject, never>
    entity_uuid: string
    detail: JSONColumnType<Record<string, unknown>> | null
  }
  place_visits: {
    business_uuid: string
    stop_uuid: string
    address: string
    minutes: number
    visited_at: Date
    lat: number | null
    lng: number | null
  }
  known_doors: {
    business_uuid: string
    address: string
    lat: number
    lng: number
    known_at: Date
    known_by: Defaulted<KnownBy>
  }
  road_bands: {
    business_uuid: string
    source: RoadsName
    band: number
    legs: number
    straight_meters: number
    road_meters: number
    road_seconds: number
  }
  distance_pairs: {
    business_uuid: string
    source: RoadsName
    from_lat_e5: number
    from_lng_e5: number
    to_lat_e5: number
    to_lng_e5: number
    seconds: number
    meters: number
    fetched_at: Date
  }
  leg_ways: {
    business_uuid: string
    source: RoadsName
    from_lat_e5: number
    from_lng_e5: number
    to_lat_e5: number
    to_lng_e5: number
    way: string
    fetched_at: Date
  }
  job_ticks: { job: JobName; last_tick_at: Date }
}
