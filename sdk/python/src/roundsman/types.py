# Written by npm run sdk from openapi.json.
"""Requests, answers and webhooks as types: dictionaries with the names of the API."""

from __future__ import annotations

from typing import Any, BinaryIO, Literal, NotRequired, TypedDict, Union

class AcceptReplanInput(TypedDict):
    plan: Literal["FEWEST_CHANGES", "LEAST_DRIVING", "WINDOWS_KEPT"]

class AcceptedReplanWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class AcceptedReplan(TypedDict):
    routes: list[RouteWithStops]
    warnings: NotRequired[list[AcceptedReplanWarning]]
    """Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15
    minutes, so that what was taken off may be done already.
    """

class Address(TypedDict):
    line1: str
    city: str | None
    region: str | None
    postal_code: str | None
    lat: float | None
    lng: float | None

class ApiCall(TypedDict):
    request_id: UuidOut
    """As the answer’s X-Request-Id."""
    at: InstantOut
    method: str
    path: str
    """With its query; addresses and coordinates in it are left out."""
    status: float
    duration_ms: float
    error_code: str | None

class AreaFeature(TypedDict):
    type: Literal["Feature"]
    geometry: AreaPolygon | AreaMultiPolygon

class AreaFeatureCollection(TypedDict):
    type: Literal["FeatureCollection"]
    features: list[AreaFeature]

class AreaMultiPolygon(TypedDict):
    type: Literal["MultiPolygon"]
    coordinates: list[list[list[list[float]]]]

class AreaPolygon(TypedDict):
    type: Literal["Polygon"]
    coordinates: list[list[list[float]]]

class AvailabilityZone(TypedDict):
    zone_uuid: UuidOut
    name: str
    days: list[OpenDay | ClosedDay]

Availability = TypedDict(
    "Availability",
    {
        "served": "bool",
        "time_zone": "str",
        "from": "str",
        "days": "int",
        "zones": "list[AvailabilityZone]",
    },
)

class BuildChangeBefore(TypedDict):
    vehicle_uuid: UuidOut
    vehicle_name: str
    sequence: float

class BuildChangeAfter(TypedDict):
    vehicle_uuid: UuidOut
    vehicle_name: str
    sequence: float

class BuildChange(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    line1: str
    change: Literal["ADDED", "LEFT_OFF", "MOVED", "REORDERED"]
    before: BuildChangeBefore | None
    after: BuildChangeAfter | None

class BuildDaysInputOptions(TypedDict):
    balance: NotRequired[Literal["NONE", "FAIR", "STOPS", "TIME"]]
    """As of a build: what the routes of a day balance."""
    time_limit_seconds: NotRequired[float]
    """For all days together."""
    seed: NotRequired[int]

class BuildDaysInput(TypedDict):
    date: Day
    """The first of the days, today or later."""
    days: int
    """How many days, one after the other."""
    options: NotRequired[BuildDaysInputOptions]

class BuildDaysResultDayUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class BuildDaysResultDayUnassigned(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    reason: BuildDaysResultDayUnassignedReason
    nearest_fix: str | None

class BuildDaysResultDay(TypedDict):
    build_uuid: UuidOut
    """Under this the build is kept."""
    routes: list[RouteWithStops]
    unassigned: list[BuildDaysResultDayUnassigned]
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None
    date: DayOut

BuildDaysResultMoved = TypedDict(
    "BuildDaysResultMoved",
    {
        "external_ref": "str",
        "order_uuid": "UuidOut",
        "from": "DayOut",
        "to": "DayOut",
    },
)

class BuildDaysResultUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class BuildDaysResultUnassigned(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    reason: BuildDaysResultUnassignedReason
    nearest_fix: str | None

class BuildDaysResult(TypedDict):
    days: list[BuildDaysResultDay]
    """Each day that got deliveries, with what came of it, as of a build."""
    moved: list[BuildDaysResultMoved]
    """Deliveries whose delivery_date is another day of their span now."""
    unassigned: list[BuildDaysResultUnassigned]
    """What got no day."""

class BuildInputOptions(TypedDict):
    balance: NotRequired[Literal["NONE", "FAIR", "STOPS", "TIME"]]
    """What the routes balance. FAIR, the default: similar working times at few extra miles."""
    time_limit_seconds: NotRequired[float]
    seed: NotRequired[int]
    vehicles: NotRequired[Literal["ALL", "FEWEST"]]
    """FEWEST: as few as the deliveries need; a vehicle left unused is worth 40 miles. Default: ALL,
    unless vehicle_ids restricts it.
    """
    usual_areas: NotRequired[bool]
    """Whether drivers get the areas where they have delivered in the last 60 days, as far as that
    costs nothing. Default: true.
    """

class BuildInput(TypedDict):
    date: Day
    external_refs: NotRequired[list[str]]
    """Deliveries to plan, at most 300 unless BUILD_MAX_DELIVERIES of the server allows more. Absent:
    every OPEN delivery of the date that is on no route.
    """
    vehicle_ids: NotRequired[list[Uuid]]
    depot_id: NotRequired[Uuid]
    options: NotRequired[BuildInputOptions]

class BuildResultUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class BuildResultUnassigned(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    reason: BuildResultUnassignedReason
    nearest_fix: str | None

class BuildResult(TypedDict):
    build_uuid: UuidOut
    """Under this the build is kept."""
    routes: list[RouteWithStops]
    unassigned: list[BuildResultUnassigned]
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None

class BuildRunAgain(TypedDict):
    build_uuid: UuidOut
    same: bool
    """Whether every route and time is the same, to the bit."""
    engine: str
    engine_now: str
    changes: list[BuildChange] | None
    """Stops that are elsewhere now. Null where this engine can’t take the steps of the other."""

class CancelledOrderItem(TypedDict):
    name: str
    quantity: float
    unit_weight_lbs: float | None
    temperature_class: TemperatureClass | None
    sku: str | None
    barcodes: NotRequired[list[str]]
    """Only where sent."""

class CancelledOrderMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class CancelledOrderRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]

class CancelledOrderStopItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class CancelledOrderStopChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class CancelledOrderStopChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class CancelledOrderStopChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[CancelledOrderStopChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[CancelledOrderStopChecksCode]

class CancelledOrderStop(TypedDict):
    stop_uuid: UuidOut
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED"]
    delivered_at: InstantOut | None
    tracking_url: str
    planned_arrival: InstantOut
    eta: InstantOut | None
    arrived_at: InstantOut | None
    reason: str | None
    left_where: str | None
    item_outcomes: NotRequired[list[CancelledOrderStopItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[CancelledOrderStopChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    settles_at: InstantOut | None

class CancelledOrderWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class CancelledOrder(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]
    delivery_date: DayOut
    delivery_from: NotRequired[DayOut]
    """Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is
    there now.
    """
    delivery_by: NotRequired[DayOut]
    """Only where sent."""
    temperature_class: TemperatureClass
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    address: Address
    instructions: str | None
    customer_instructions: str | None
    """What the customer says for the driver on the tracking page; no order changes it."""
    window_start: TimeOut | None
    window_end: TimeOut | None
    load_weight_lbs: float | None
    items: list[CancelledOrderItem] | None
    metadata: dict[str, Any] | None
    sms_consent: bool | None
    email_consent: bool | None
    service_minutes: float | None
    language: Literal["en", "es", "fr", "de"] | None
    more_windows: NotRequired[list[CancelledOrderMoreWindow]]
    """Only where sent, as what follows up to door_code."""
    priority: NotRequired[float]
    ready_at: NotRequired[TimeOut]
    load_pieces: NotRequired[float]
    load_cubic_feet: NotRequired[float]
    required_skills: NotRequired[list[str]]
    required_drivers: NotRequired[list[str]]
    excluded_drivers: NotRequired[list[str]]
    preferred_drivers: NotRequired[list[str]]
    pickup_weight_lbs: NotRequired[float]
    pickup_pieces: NotRequired[float]
    pickup_cubic_feet: NotRequired[float]
    goods_from: NotRequired[str]
    max_ride_minutes: NotRequired[float]
    collect_amount: NotRequired[str]
    id_check: NotRequired[Literal["AGE_18", "AGE_21", "ID"]]
    door_code: NotRequired[bool]
    placement: Literal["PLACED", "APPROXIMATE", "PENDING", "UNPLACED"]
    route: CancelledOrderRoute | None
    stop: CancelledOrderStop | None
    attempt: float
    """1 for a first attempt. A failed delivery that the office delivers again is one more."""
    repeat_of: str | None
    """The external_ref of the failed or cancelled delivery that this one delivers again."""
    tracking_url: str
    """The customer’s tracking page: the same for the whole life of the delivery, whichever route it is
    on.
    """
    created_at: InstantOut
    changed_at: InstantOut
    warnings: NotRequired[list[CancelledOrderWarning]]
    """Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15
    minutes, so that what was taken off may be done already.
    """

class CancelledRouteVehicle(TypedDict):
    vehicle_uuid: UuidOut
    name: str

class CancelledRouteDriver(TypedDict):
    driver_uuid: UuidOut
    name: str

class CancelledRouteDepot(TypedDict):
    name: str
    lat: float
    lng: float

class CancelledRouteStart(TypedDict):
    """Where it starts, if not at the depot."""
    name: str
    lat: float
    lng: float

class CancelledRouteEnd(TypedDict):
    """Where it ends, if not at the depot; null is at the last stop."""
    name: str
    lat: float
    lng: float

class CancelledRoutePauseHandOver(TypedDict):
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    from_route: str
    name: str | None
    lat: float
    lng: float

class CancelledRoutePause(TypedDict):
    kind: Literal["BREAK", "RELOAD"]
    start: InstantOut
    end: InstantOut
    before_sequence: float | None
    """Of the stop that follows; null on the way home."""
    trip: NotRequired[int]
    """Of a RELOAD: the trip that it loads for, 2 for the second load."""
    hand_over: NotRequired[CancelledRoutePauseHandOver]
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    paid: bool
    late_minutes: float
    """Past the end of its window."""

class CancelledRouteLoadCheckMissing(TypedDict):
    code: str
    external_ref: str | None

class CancelledRouteLoadCheck(TypedDict):
    trip: int
    """Which load of the route: 1 is the first."""
    checked_at: InstantOut
    scanned: float
    by_hand: float
    """Pieces that were ticked."""
    missing: list[CancelledRouteLoadCheckMissing]
    order_uuids: list[UuidOut]
    """Its deliveries. One that came on the route later is not checked."""
    reason: str | None
    """Why the driver went on without them."""

class CancelledRouteWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class CancelledRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
    date: DayOut
    vehicle: CancelledRouteVehicle
    driver: CancelledRouteDriver | None
    depot: CancelledRouteDepot
    start: NotRequired[CancelledRouteStart]
    """Where it starts, if not at the depot."""
    end: NotRequired[CancelledRouteEnd | None]
    """Where it ends, if not at the depot; null is at the last stop."""
    planned_start: InstantOut | None
    planned_end: InstantOut | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    distance_miles: float
    drive_minutes: float
    load_weight_lbs: float
    stop_count: float
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    pauses: NotRequired[list[CancelledRoutePause]]
    """Breaks, and coming back to the depot to load again, by their time, where the route has some."""
    load_checks: NotRequired[list[CancelledRouteLoadCheck]]
    """What the driver found of each load before the start, where it was checked."""
    stops: list[Stop]
    warnings: NotRequired[list[CancelledRouteWarning]]
    """Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15
    minutes, so that what was taken off may be done already.
    """

class ClosedDayReason(TypedDict):
    code: Literal["NOT_A_DELIVERY_DAY", "CLOSED", "CUTOFF_PASSED", "FULL"]
    message: str

class ClosedDay(TypedDict):
    date: DayOut
    open: Literal[False]
    reasons: list[ClosedDayReason]

class ComparedPlanRouteDepot(TypedDict):
    name: str
    lat: float
    lng: float

class ComparedPlanRouteStop(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    line1: str
    sequence: float
    lat: float
    lng: float
    arrival: InstantOut
    reloads: NotRequired[Literal[True]]
    """It loads again at the depot before."""

class ComparedPlanRoute(TypedDict):
    vehicle_uuid: UuidOut
    vehicle_name: str
    depot: ComparedPlanRouteDepot
    planned_start: InstantOut
    planned_end: InstantOut | None
    distance_miles: float
    drive_minutes: float
    stops: list[ComparedPlanRouteStop]

class ComparedPlanUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class ComparedPlanUnassigned(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    line1: str
    reason: ComparedPlanUnassignedReason
    nearest_fix: str | None

class ComparedPlan(TypedDict):
    build_uuid: UuidOut
    date: DayOut
    created_at: InstantOut
    made_at: InstantOut | None
    """When its routes became those of the day; null for a proposed plan that was not chosen."""
    balance: Literal["NONE", "FAIR", "STOPS", "TIME"]
    seed: float
    engine: str
    """Which engine found the plan."""
    same_engine: bool
    """Whether this server has the same engine."""
    routes_count: float
    stop_count: float
    unassigned_count: float
    distance_miles: float
    drive_minutes: float
    shortest_minutes: float
    """From departure to return, of the shortest route."""
    longest_minutes: float
    fewest_stops: float
    most_stops: float
    crossings: float
    """How often routes cross."""
    distances_estimated: bool
    routes: list[ComparedPlanRoute]
    unassigned: list[ComparedPlanUnassigned]
    changes: list[BuildChange] | None
    """What this build has differently than `compared_with`, stop by stop; null without it."""

Day = str
"""MM/dd/yyyy in the business time zone"""

DayOut = str
"""MM/dd/yyyy"""

class Depot(TypedDict):
    depot_uuid: UuidOut
    version: float
    name: str
    address: str | None
    lat: float
    lng: float
    is_default: bool

class Driver(TypedDict):
    driver_uuid: UuidOut
    version: float
    name: str
    phone: str | None
    email: str | None
    language: Literal["en", "es", "fr", "de"] | None
    no_text: str | None
    active: bool

class EventDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class EventDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class EventDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class EventDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[EventDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[EventDataChecksCode]

class EventDataDriver(TypedDict):
    name: str

class EventDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class EventDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class EventDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[EventDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[EventDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class EventDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class EventData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut | None
    route_name: str | None
    route_date: DayOut | None
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED", "OPEN", "SCHEDULED", "CANCELLED", "PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED"] | None
    """The outcome of a stop event, else the order's or route's status."""
    occurred_at: InstantOut | None
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[EventDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[EventDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: EventDataDriver | None
    proof: EventDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: EventDataCounts | None
    released_external_refs: list[str] | None

class Event(TypedDict):
    """As the webhook of the same name carries it."""
    event: Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed", "endpoint.test"]
    occurred_at: InstantOut
    """When it happened."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: EventData
    event_uuid: UuidOut

class HealthChecks(TypedDict):
    database: HealthCheck
    geocoder: HealthCheck
    distances: NotRequired[HealthCheck]
    """Only if a road-distance provider is configured."""
    map_tiles: HealthCheck
    disk: HealthCheck
    """Free space on the disk of DATA_DIR; down below 256 MB."""
    replica: NotRequired[HealthCheck]
    """Only if a replica is configured; down while it is away or more than a minute behind."""
    solvers: NotRequired[HealthCheck]
    """Only if other processes solve (`SOLVER_THREADS=0`); down while a plan has waited half a minute
    for one.
    """
    jobs_tick: JobsTickCheck

class Health(TypedDict):
    status: Literal["ok", "degraded"]
    version: str
    checks: HealthChecks
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    """The road-distance provider configured; straight_line without one."""

class HealthCheck(TypedDict):
    status: Literal["ok", "down", "not_configured"]
    latency_ms: NotRequired[int]
    checked_at: InstantOut
    detail: NotRequired[str]

Instant = str

InstantOut = str
"""ISO 8601, UTC"""

class JobsTickCheck(TypedDict):
    status: Literal["ok", "down", "not_configured"]
    latency_ms: NotRequired[int]
    checked_at: InstantOut
    detail: NotRequired[str]
    last_tick_at: InstantOut | None
    failing_work: int | None
    """Items that background jobs have failed on for a minute or longer, and retry; null if unknown."""

class KeptBuild(TypedDict):
    build_uuid: UuidOut
    date: DayOut
    created_at: InstantOut
    made_at: InstantOut | None
    """When its routes became those of the day; null for a proposed plan that was not chosen."""
    balance: Literal["NONE", "FAIR", "STOPS", "TIME"]
    seed: float
    engine: str
    """Which engine found the plan."""
    same_engine: bool
    """Whether this server has the same engine."""
    routes_count: float
    stop_count: float
    unassigned_count: float
    distance_miles: float
    drive_minutes: float
    shortest_minutes: float
    """From departure to return, of the shortest route."""
    longest_minutes: float
    fewest_stops: float
    most_stops: float
    crossings: float
    """How often routes cross."""
    distances_estimated: bool

class KeyBusiness(TypedDict):
    name: str
    time_zone: str
    """Of its dates and times of day."""
    today: DayOut
    """Its date now."""

class Key(TypedDict):
    key_uuid: UuidOut
    name: str
    prefix: str
    created_at: InstantOut
    scopes: list[Literal["orders:read", "orders:write", "routes:plan", "routes:dispatch", "administer"]]
    """Every scope that it has."""
    allowed_addresses: list[str] | None
    """Null: from anywhere."""
    expires_at: InstantOut | None
    """Null: it does not."""
    test: bool
    """Whether it is a key of the test side."""
    business: KeyBusiness

class MultiPolygon(TypedDict):
    type: Literal["MultiPolygon"]
    coordinates: list[list[list[list[float]]]]

class OpenDayInfeasibleReason(TypedDict):
    """Why it does not fit; the same reasons as for unassigned deliveries of a build."""
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM"]
    message: str

class OpenDay(TypedDict):
    date: DayOut
    open: Literal[True]
    window_start: TimeOut
    window_end: TimeOut
    capacity: int | None
    capacity_remaining: int | None
    cutoff_at: InstantOut | None
    feasible: NotRequired[bool | None]
    """With `weight` or `temperature_class`: whether the delivery fits into that day's vehicles and
    plan as they stand: on the roads of an added region, otherwise on estimated distances; null when
    there is nothing to judge by.
    """
    infeasible_reason: NotRequired[OpenDayInfeasibleReason]
    """Why it does not fit; the same reasons as for unassigned deliveries of a build."""

class OptimizeAnswerRouteStop(TypedDict):
    id: str
    sequence: int
    arrival: TimeOut
    """Arrival time, before any waiting."""
    service_start: TimeOut
    departure: TimeOut
    wait_minutes: float
    distance_miles: float
    """From the previous location."""
    trip: NotRequired[int]
    """Which load of a vehicle that may reload, 1 for the first."""
    late_minutes: NotRequired[float]
    """How late service starts, where that is allowed."""
    snapped_meters: NotRequired[int]
    """Meters from the place to the road that it is planned on. Present if more than 100: check the
    coordinates, since the way between is not part of the plan.
    """

class OptimizeAnswerRouteBreak(TypedDict):
    start: TimeOut
    end: TimeOut

OptimizeAnswerRoute = TypedDict(
    "OptimizeAnswerRoute",
    {
        "vehicle_id": "str",
        "departure": "TimeOut",
        "return": "TimeOut | None",
        "distance_miles": "float",
        "drive_minutes": "float",
        "wait_minutes": "float",
        "service_minutes": "float",
        "load_weight_lbs": "float",
        "load_pieces": "NotRequired[float]",
        "load_cubic_feet": "NotRequired[float]",
        "overtime_minutes": "NotRequired[float]",
        "start_snapped_meters": "NotRequired[int]",
        "end_snapped_meters": "NotRequired[int]",
        "stops": "list[OptimizeAnswerRouteStop]",
        "breaks": "NotRequired[list[OptimizeAnswerRouteBreak]]",
    },
)

class OptimizeAnswerUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM"]
    message: str

class OptimizeAnswerUnassigned(TypedDict):
    id: str
    reason: OptimizeAnswerUnassignedReason
    nearest_fix: str | None
    """The smallest change that was verified to make it fit."""
    snapped_meters: NotRequired[int]
    """Meters from the place to the road that it is planned on. Present if more than 100: check the
    coordinates, since the way between is not part of the plan.
    """

class OptimizeAnswerSummary(TypedDict):
    routes: int
    stops: int
    """On routes."""
    unassigned: int
    distance_miles: float
    drive_minutes: float
    cost: float
    solve_ms: int

class OptimizeAnswer(TypedDict):
    routes: list[OptimizeAnswerRoute]
    unassigned: list[OptimizeAnswerUnassigned]
    summary: OptimizeAnswerSummary
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None

class OptimizeInputDepot(TypedDict):
    lat: float
    lng: float
    name: NotRequired[str | None]

class OptimizeInputOptions(TypedDict):
    balance: NotRequired[Literal["NONE", "STOPS", "TIME"] | None]
    lateness_cost_per_hour: NotRequired[float | None]
    """With it, windows may be missed: each hour that service starts late costs this much."""
    other_driver_cost: NotRequired[float | None]
    """What each stop costs that none of the drivers it prefers drives. Default: 5."""
    time_limit_seconds: NotRequired[float | None]
    seed: NotRequired[int | None]
    iterations: NotRequired[int | None]

class OptimizeInput(TypedDict):
    date: NotRequired[Day | None]
    depot: OptimizeInputDepot
    vehicles: list[OptimizeVehicle]
    stops: list[OptimizeStop]
    options: NotRequired[OptimizeInputOptions | None]

class OptimizeStopMoreWindow(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay

class OptimizeStopLocked(TypedDict):
    vehicle_id: str
    sequence: NotRequired[int | None]

class OptimizeStop(TypedDict):
    id: str
    lat: float
    lng: float
    window_start: NotRequired[TimeOfDay | None]
    window_end: NotRequired[TimeOfDay | None]
    more_windows: NotRequired[list[OptimizeStopMoreWindow] | None]
    """Further windows, in order, each after the one before. They need window_end."""
    service_minutes: NotRequired[float | None]
    ready_at: NotRequired[TimeOfDay | None]
    """Its vehicle leaves with it no sooner."""
    load_weight_lbs: NotRequired[float | None]
    load_pieces: NotRequired[float | None]
    load_cubic_feet: NotRequired[float | None]
    required_skills: NotRequired[list[Skill] | None]
    required_drivers: NotRequired[list[str] | None]
    """One of them must drive it."""
    excluded_drivers: NotRequired[list[str] | None]
    """None of them may drive it."""
    preferred_drivers: NotRequired[list[str] | None]
    """One of them should drive it."""
    pickup_weight_lbs: NotRequired[float | None]
    """What is picked up there and brought back: it stays on the vehicle until it is back."""
    pickup_pieces: NotRequired[float | None]
    pickup_cubic_feet: NotRequired[float | None]
    goods_from: NotRequired[str | None]
    """Its goods are picked up at that other stop, and not at the depot: the same vehicle serves both,
    that one first.
    """
    max_ride_minutes: NotRequired[float | None]
    """The longest from leaving the stop of goods_from to the start of service here."""
    temperature_class: NotRequired[TemperatureClass | None]
    priority: NotRequired[float | None]
    """If not all stops can be served, a plan that leaves off fewer of the highest priority is better,
    whatever it leaves off below. Default: 0.
    """
    locked: NotRequired[OptimizeStopLocked | None]

class OptimizeVehicleOvertime(TypedDict):
    """What working longer, from departure to return, costs more."""
    after_minutes: float
    cost_per_hour: float

class OptimizeVehicleReload(TypedDict):
    """Where it may return for another load, how long that takes, and how many loads it may take in
    all.
    """
    lat: float
    lng: float
    minutes: float
    max_trips: int

class OptimizeVehicleStart(TypedDict):
    lat: float
    lng: float

class OptimizeVehicleEnd(TypedDict):
    """Where the route ends. Default: the depot; null: at the last stop."""
    lat: float
    lng: float

class OptimizeVehicleBreak(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay
    minutes: float
    paid: NotRequired[bool | None]
    """An unpaid break costs nothing and is no overtime. Default: true."""

class OptimizeVehicle(TypedDict):
    id: str
    capacity_lbs: NotRequired[float | None]
    capacity_pieces: NotRequired[float | None]
    capacity_cubic_feet: NotRequired[float | None]
    skills: NotRequired[list[Skill] | None]
    driver: NotRequired[str | None]
    """The name of who drives it."""
    temperature_classes: NotRequired[list[TemperatureClass] | None]
    shift_start: NotRequired[TimeOfDay | None]
    shift_end: NotRequired[TimeOfDay | None]
    max_stops: NotRequired[int | None]
    max_working_minutes: NotRequired[float | None]
    """The longest from departure to return."""
    max_driving_minutes: NotRequired[float | None]
    overtime: NotRequired[OptimizeVehicleOvertime | None]
    """What working longer, from departure to return, costs more."""
    service_factor: NotRequired[float | None]
    """What the service times of its stops are multiplied by. Default: 1."""
    reload: NotRequired[OptimizeVehicleReload | None]
    """Where it may return for another load, how long that takes, and how many loads it may take in
    all.
    """
    start: NotRequired[OptimizeVehicleStart | None]
    end: NotRequired[OptimizeVehicleEnd | None]
    """Where the route ends. Default: the depot; null: at the last stop."""
    fixed_cost: NotRequired[float | None]
    cost_per_mile: NotRequired[float | None]
    cost_per_hour: NotRequired[float | None]
    breaks: NotRequired[list[OptimizeVehicleBreak] | None]

class OrderItem(TypedDict):
    name: str
    quantity: float
    unit_weight_lbs: float | None
    temperature_class: TemperatureClass | None
    sku: str | None
    barcodes: NotRequired[list[str]]
    """Only where sent."""

class OrderMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class OrderRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]

class OrderStopItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class OrderStopChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class OrderStopChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class OrderStopChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[OrderStopChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[OrderStopChecksCode]

class OrderStop(TypedDict):
    stop_uuid: UuidOut
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED"]
    delivered_at: InstantOut | None
    tracking_url: str
    planned_arrival: InstantOut
    eta: InstantOut | None
    arrived_at: InstantOut | None
    reason: str | None
    left_where: str | None
    item_outcomes: NotRequired[list[OrderStopItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[OrderStopChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    settles_at: InstantOut | None

class Order(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]
    delivery_date: DayOut
    delivery_from: NotRequired[DayOut]
    """Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is
    there now.
    """
    delivery_by: NotRequired[DayOut]
    """Only where sent."""
    temperature_class: TemperatureClass
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    address: Address
    instructions: str | None
    customer_instructions: str | None
    """What the customer says for the driver on the tracking page; no order changes it."""
    window_start: TimeOut | None
    window_end: TimeOut | None
    load_weight_lbs: float | None
    items: list[OrderItem] | None
    metadata: dict[str, Any] | None
    sms_consent: bool | None
    email_consent: bool | None
    service_minutes: float | None
    language: Literal["en", "es", "fr", "de"] | None
    more_windows: NotRequired[list[OrderMoreWindow]]
    """Only where sent, as what follows up to door_code."""
    priority: NotRequired[float]
    ready_at: NotRequired[TimeOut]
    load_pieces: NotRequired[float]
    load_cubic_feet: NotRequired[float]
    required_skills: NotRequired[list[str]]
    required_drivers: NotRequired[list[str]]
    excluded_drivers: NotRequired[list[str]]
    preferred_drivers: NotRequired[list[str]]
    pickup_weight_lbs: NotRequired[float]
    pickup_pieces: NotRequired[float]
    pickup_cubic_feet: NotRequired[float]
    goods_from: NotRequired[str]
    max_ride_minutes: NotRequired[float]
    collect_amount: NotRequired[str]
    id_check: NotRequired[Literal["AGE_18", "AGE_21", "ID"]]
    door_code: NotRequired[bool]
    placement: Literal["PLACED", "APPROXIMATE", "PENDING", "UNPLACED"]
    route: OrderRoute | None
    stop: OrderStop | None
    attempt: float
    """1 for a first attempt. A failed delivery that the office delivers again is one more."""
    repeat_of: str | None
    """The external_ref of the failed or cancelled delivery that this one delivers again."""
    tracking_url: str
    """The customer’s tracking page: the same for the whole life of the delivery, whichever route it is
    on.
    """
    created_at: InstantOut
    changed_at: InstantOut

class OrderBatchInput(TypedDict):
    orders: list[OrderInput]

class OrderBatchResultResult(TypedDict):
    external_ref: str | None
    """As sent; null where none was."""
    outcome: Literal["CREATED", "UPDATED", "UNCHANGED", "REFUSED"]
    order: Order | None
    """Null where refused."""
    error: OrderRefusal | None
    """Why it was refused, else null."""

class OrderBatchResult(TypedDict):
    results: list[OrderBatchResultResult]
    """One for each order, in the order in which they were sent."""
    refused: int
    """How many of them were refused."""

class OrderInputAddress(TypedDict):
    line1: str
    city: NotRequired[str | None]
    region: NotRequired[str | None]
    postal_code: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]

class OrderInputItem(TypedDict):
    name: str
    quantity: float
    unit_weight_lbs: NotRequired[float | None]
    temperature_class: NotRequired[TemperatureClass | None]
    sku: NotRequired[str | None]
    barcodes: NotRequired[list[str] | None]
    """What is on its pieces to scan, one code for each, where they have codes of their own."""

class OrderInputMoreWindow(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay

class OrderInput(TypedDict):
    external_ref: str
    customer_name: str
    customer_phone: NotRequired[str | None]
    customer_email: NotRequired[str | None]
    address: OrderInputAddress
    instructions: NotRequired[str | None]
    delivery_date: Day
    delivery_by: NotRequired[Day | None]
    """The last day on which it may be delivered, if it may be on any day from delivery_date on; at
    most 60 days later.
    """
    window_start: NotRequired[TimeOfDay | None]
    window_end: NotRequired[TimeOfDay | None]
    temperature_class: NotRequired[TemperatureClass | None]
    load_weight_lbs: NotRequired[float | None]
    items: NotRequired[list[OrderInputItem] | None]
    metadata: NotRequired[dict[str, Any] | None]
    sms_consent: NotRequired[bool | None]
    email_consent: NotRequired[bool | None]
    service_minutes: NotRequired[float | None]
    language: NotRequired[Literal["en", "es", "fr", "de"] | None]
    """Of the customer's messages and tracking page. Default: the business's."""
    more_windows: NotRequired[list[OrderInputMoreWindow] | None]
    """Further windows of the day, in order, each after the one before. They need window_end."""
    priority: NotRequired[float | None]
    """If not all deliveries can be made, a plan that leaves off fewer of the highest priority is
    better, whatever it leaves off below. Default: 0.
    """
    ready_at: NotRequired[TimeOfDay | None]
    """When its goods can be loaded at the depot: its vehicle leaves with it no sooner."""
    load_pieces: NotRequired[float | None]
    load_cubic_feet: NotRequired[float | None]
    required_skills: NotRequired[list[Skill] | None]
    """Its vehicle must have all of them."""
    required_drivers: NotRequired[list[str] | None]
    """By name: one of them must drive it."""
    excluded_drivers: NotRequired[list[str] | None]
    """By name: none of them may drive it."""
    preferred_drivers: NotRequired[list[str] | None]
    """By name: one of them drives it, unless that costs more than 5 miles."""
    pickup_weight_lbs: NotRequired[float | None]
    """What is picked up there and brought back: it stays on the vehicle until it is back."""
    pickup_pieces: NotRequired[float | None]
    pickup_cubic_feet: NotRequired[float | None]
    goods_from: NotRequired[str | None]
    """Its goods are picked up at that other stop, and not at the depot: the same vehicle serves both,
    that one first.
    """
    max_ride_minutes: NotRequired[float | None]
    """The longest from leaving the stop of goods_from to the start of service here."""
    collect_amount: NotRequired[str | None]
    """What the driver collects, a decimal as text in the currency of the business, such as "24.90"."""
    id_check: NotRequired[Literal["NONE", "AGE_18", "AGE_21", "ID"] | None]
    """What the customer must show before it is handed over. Only yes or no is recorded of it."""
    door_code: NotRequired[bool | None]
    """Whether the driver asks for the code that the customer reads on the tracking page. Default: as
    the business has it set.
    """

class OrderRefusalDetails(TypedDict):
    code: Literal["INVALID", "INVALID_JSON", "IDEMPOTENCY_KEY_MISSING", "CONTRADICTION", "BAD_REQUEST", "UNAUTHENTICATED", "KEY_EXPIRED", "SCOPE_MISSING", "ADDRESS_NOT_ALLOWED", "SIGNATURE_INVALID", "LINK_INVALID", "LINK_EXPIRED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "TIMEOUT", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_IN_USE", "RECORDS_BUSY", "ORDER_ON_DISPATCHED_ROUTE", "ORDER_FINAL", "REFERENCE_TAKEN", "RECURRING_ORDER_ENDED", "CHANGED_MEANWHILE", "OUT_FOR_DELIVERY", "SOLVE_CALLED_OFF", "BUILD_TOO_LARGE", "NOT_ROUTABLE", "NOTHING_ROUTABLE", "NO_VEHICLE", "VEHICLE_INACTIVE", "VEHICLE_BUSY", "NO_DEPOT", "BUILD_RUNNING", "BUILD_OUTDATED", "TEST_KEY_NEEDED", "TEST_DAY_RUNNING", "TEST_DAY_TAKES_NO_PHOTOS", "NO_OPEN_ROUTE", "REPLAN_EXPIRED", "REPLAN_ACCEPTED", "RELOAD_TO_COME", "NOTHING_LOADED", "PLACE_UNKNOWN", "REPLAN_STALE", "ROUTE_RUNNING", "ROUTE_NOT_DISPATCHABLE", "ROUTE_EMPTY", "DRIVE_WINDOW_PASSED", "ROUTE_NOT_CANCELLABLE", "ROUTE_NOT_RUNNING", "STOP_FINISHED", "NOTHING_TO_UNDO", "ORDER_REPEATED", "ORDER_MOVED_ON", "NOTHING_TO_CORRECT", "OUTCOME_HELD", "REORDER_NOT_ALLOWED", "ROUTE_CHANGED", "PROOF_FULL", "PROOF_REQUIRED", "CHECK_REQUIRED", "CODE_LOCKED", "SCAN_REQUIRED", "NOT_RATABLE", "RATING_FINAL", "DAY_FIXED", "DAY_TAKEN", "ROUTE_UNKNOWN", "ROUTE_OVER", "NO_PHONE", "DRIVER_NOT_ACTIVE", "STOP_GONE", "STOP_LOCKED", "NO_RELOAD", "ORDER_NOT_OPEN", "UNPLACED", "OTHER_DAY", "TEMPERATURE", "NOT_FAILED", "BUILD_STALE", "BUILD_EXPIRED", "BUILD_ACCEPTED", "NOT_BOOKABLE", "PERSON_UNDER_WAY", "TOO_MANY_ENDPOINTS", "ANSWER_ERASED", "LINK_ENDED", "EVENTS_GONE", "BODY_TOO_LARGE", "URI_TOO_LONG", "UNSUPPORTED_MEDIA_TYPE", "EXPECTATION_FAILED", "ADDRESS_NOT_FOUND", "ZONES_TOO_LARGE", "RATE_LIMITED", "SOLVER_BUSY", "INTERNAL", "DATABASE_UNREACHABLE", "DISK_FULL", "BUSINESS_MOVING", "BUSINESS_MOVED", "FILES_UNREACHABLE", "UPLOADS_BUSY", "SERVER_BUSY", "AREAS_BUSY", "TIMED_OUT", "GEOCODER_DOWN", "GEOCODER_NOT_CONFIGURED"]
    fields: NotRequired[list[str]]

class OrderRefusal(TypedDict):
    """What POST /orders would have answered."""
    statusCode: int
    message: str
    details: OrderRefusalDetails

class OrderTemplateAddress(TypedDict):
    line1: str
    city: NotRequired[str | None]
    region: NotRequired[str | None]
    postal_code: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]

class OrderTemplateItem(TypedDict):
    name: str
    quantity: float
    unit_weight_lbs: NotRequired[float | None]
    temperature_class: NotRequired[TemperatureClass | None]
    sku: NotRequired[str | None]
    barcodes: NotRequired[list[str] | None]
    """What is on its pieces to scan, one code for each, where they have codes of their own."""

class OrderTemplateMoreWindow(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay

class OrderTemplate(TypedDict):
    """As the body of POST /orders, without external_ref, delivery_date, delivery_by, goods_from and
    max_ride_minutes.
    """
    customer_name: str
    customer_phone: NotRequired[str | None]
    customer_email: NotRequired[str | None]
    address: OrderTemplateAddress
    instructions: NotRequired[str | None]
    window_start: NotRequired[TimeOfDay | None]
    window_end: NotRequired[TimeOfDay | None]
    temperature_class: NotRequired[TemperatureClass | None]
    load_weight_lbs: NotRequired[float | None]
    items: NotRequired[list[OrderTemplateItem] | None]
    metadata: NotRequired[dict[str, Any] | None]
    sms_consent: NotRequired[bool | None]
    email_consent: NotRequired[bool | None]
    service_minutes: NotRequired[float | None]
    language: NotRequired[Literal["en", "es", "fr", "de"] | None]
    """Of the customer's messages and tracking page. Default: the business's."""
    more_windows: NotRequired[list[OrderTemplateMoreWindow] | None]
    """Further windows of the day, in order, each after the one before. They need window_end."""
    priority: NotRequired[float | None]
    """If not all deliveries can be made, a plan that leaves off fewer of the highest priority is
    better, whatever it leaves off below. Default: 0.
    """
    ready_at: NotRequired[TimeOfDay | None]
    """When its goods can be loaded at the depot: its vehicle leaves with it no sooner."""
    load_pieces: NotRequired[float | None]
    load_cubic_feet: NotRequired[float | None]
    required_skills: NotRequired[list[Skill] | None]
    """Its vehicle must have all of them."""
    required_drivers: NotRequired[list[str] | None]
    """By name: one of them must drive it."""
    excluded_drivers: NotRequired[list[str] | None]
    """By name: none of them may drive it."""
    preferred_drivers: NotRequired[list[str] | None]
    """By name: one of them drives it, unless that costs more than 5 miles."""
    pickup_weight_lbs: NotRequired[float | None]
    """What is picked up there and brought back: it stays on the vehicle until it is back."""
    pickup_pieces: NotRequired[float | None]
    pickup_cubic_feet: NotRequired[float | None]
    collect_amount: NotRequired[str | None]
    """What the driver collects, a decimal as text in the currency of the business, such as "24.90"."""
    id_check: NotRequired[Literal["NONE", "AGE_18", "AGE_21", "ID"] | None]
    """What the customer must show before it is handed over. Only yes or no is recorded of it."""
    door_code: NotRequired[bool | None]
    """Whether the driver asks for the code that the customer reads on the tracking page. Default: as
    the business has it set.
    """

class OutcomeInputItem(TypedDict):
    name: str
    sku: NotRequired[str | None]
    short: NotRequired[float | None]
    """Not there to be handed over."""
    damaged: NotRequired[float | None]
    returned: NotRequired[float | None]
    """Not taken; it goes back."""
    reason: NotRequired[str | None]

class OutcomeInputChecksCollected(TypedDict):
    amount: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: NotRequired[str | None]

class OutcomeInputChecksCode(TypedDict):
    """What the customer said as the code, or why it was delivered without."""
    entered: NotRequired[str | None]
    reason: NotRequired[str | None]

class OutcomeInputChecks(TypedDict):
    """What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with
    SKIPPED.
    """
    collected: NotRequired[OutcomeInputChecksCollected | None]
    identified: NotRequired[bool | None]
    """Whether the age or ID was shown."""
    code: NotRequired[OutcomeInputChecksCode | None]
    """What the customer said as the code, or why it was delivered without."""

class OutcomeInput(TypedDict):
    status: Literal["DELIVERED", "FAILED", "SKIPPED"]
    reason: NotRequired[str | None]
    driver_notes: NotRequired[str | None]
    left_where: NotRequired[str | None]
    items: NotRequired[list[OutcomeInputItem] | None]
    """Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED."""
    checks: NotRequired[OutcomeInputChecks | None]
    """What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with
    SKIPPED.
    """
    occurred_at: NotRequired[Instant | None]
    arrived_at: NotRequired[Instant | None]

class PersonDataDeliveryRating(TypedDict):
    stars: float
    comment: str | None
    at: InstantOut

class PersonDataDeliveryMessage(TypedDict):
    at: InstantOut
    channel: Literal["SMS", "EMAIL"]
    kind: Literal["DRIVER_ROUTE", "DRIVER_HOME", "SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]
    recipient: str
    body: str
    status: Literal["PENDING", "SENDING", "LOGGED", "SENT", "FAILED", "UNKNOWN", "DROPPED"]
    error: str | None
    segments: float | None
    price: float | None
    currency: str | None

class PersonDataDeliveryReply(TypedDict):
    at: InstantOut
    body: str

class PersonDataDeliveryPhotosItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class PersonDataDeliveryPhotosFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class PersonDataDeliveryPhotos(TypedDict):
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[PersonDataDeliveryPhotosItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[PersonDataDeliveryPhotosFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class PersonDataDeliveryHistory(TypedDict):
    at: InstantOut
    action: str
    detail: dict[str, Any] | None

class PersonDataDelivery(TypedDict):
    order: Order
    rating: PersonDataDeliveryRating | None
    messages: list[PersonDataDeliveryMessage]
    replies: list[PersonDataDeliveryReply]
    photos: PersonDataDeliveryPhotos | None
    history: list[PersonDataDeliveryHistory]

class PersonDataRecurringOrder(TypedDict):
    external_ref: str
    order: dict[str, Any]

class PersonData(TypedDict):
    deliveries: list[PersonDataDelivery]
    recurring_orders: list[PersonDataRecurringOrder]
    """With the first deliveries; later none."""
    next_after: UuidOut | None
    """Send it as `after` for the next 50 deliveries; null at the end."""

class PersonErased(TypedDict):
    orders_count: float
    photos_count: float
    """And signatures."""
    messages_count: float
    replies_count: float
    recurring_orders_count: float
    finished: bool
    """False while what others wrote is still being searched: a job goes on with it, within minutes of
    the next run.
    """

class PersonExportRequest(TypedDict):
    phone: NotRequired[str | None]
    """As anybody writes it."""
    email: NotRequired[str | None]
    external_ref: NotRequired[str | None]
    """Of one of the deliveries; found are also those with its phone number or email address."""
    after: NotRequired[Uuid | None]
    """`next_after` of the reply before."""

class PersonFoundDelivery(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    customer_name: str
    delivery_date: DayOut
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]

class PersonFound(TypedDict):
    orders_count: float
    photos_count: float
    """And signatures."""
    messages_count: float
    replies_count: float
    recurring_orders_count: float
    names: list[str]
    """Of the deliveries found: with more than one, look closely."""
    phones: list[str]
    emails: list[str]
    under_way: list[str]
    """References of deliveries that stand against an erasure: on a route that was sent, with an
    outcome that can be undone, or with a message that is being sent.
    """
    deliveries: list[PersonFoundDelivery]
    """The latest 200."""

class PersonKey(TypedDict):
    phone: NotRequired[str | None]
    """As anybody writes it."""
    email: NotRequired[str | None]
    external_ref: NotRequired[str | None]
    """Of one of the deliveries; found are also those with its phone number or email address."""

class Place(TypedDict):
    lat: float
    lng: float
    label: str
    """The address as the geocoder writes it."""
    precision: Literal["PLACED", "APPROXIMATE"]
    """`PLACED`: the very address. `APPROXIMATE`: only its street, postal code or city."""

class Polygon(TypedDict):
    type: Literal["Polygon"]
    coordinates: list[list[list[float]]]

class ProofInput(TypedDict):
    photo: NotRequired[bytes | BinaryIO]
    signature: NotRequired[bytes | BinaryIO]
    signed_by: NotRequired[str | None]
    item_name: NotRequired[str | None]
    """Of a photo of one item that is short, damaged or goes back: as the delivery names it."""
    item_sku: NotRequired[str | None]
    taken_at: NotRequired[Instant | None]
    lat: NotRequired[str | None]
    lng: NotRequired[str | None]

class Receipt(TypedDict):
    receipt_uuid: UuidOut
    sequence: int
    """Its place in the chain of the business, from 1 without gaps."""
    issued_at: InstantOut
    order_uuid: UuidOut
    stop_uuid: UuidOut
    outcome: Literal["DELIVERED", "FAILED", "SKIPPED", "UNDONE"]
    """`UNDONE` or `SKIPPED` only where they take an earlier receipt back."""
    corrects: UuidOut | None
    """The receipt of the stop that this one takes the place of."""
    url: str
    """The page that says what it proves; it needs no sign-in."""
    file: str
    """The receipt itself, one line: keep it byte for byte, and check it with `node roundsman.mjs
    verify FILE`. The lines of the whole list make a chain.
    """

class RecurringDateInput(TypedDict):
    date: Day
    """One of the dates of the rule, from today on."""
    skipped: NotRequired[bool | None]
    moved_to: NotRequired[Day | None]

class RecurringOrderOrderItem(TypedDict):
    name: str
    quantity: float
    unit_weight_lbs: float | None
    temperature_class: TemperatureClass | None
    sku: str | None
    barcodes: NotRequired[list[str]]
    """Only where sent."""

class RecurringOrderOrderMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class RecurringOrderOrder(TypedDict):
    """What was sent of it."""
    temperature_class: NotRequired[TemperatureClass]
    customer_name: NotRequired[str]
    customer_phone: NotRequired[str | None]
    customer_email: NotRequired[str | None]
    address: NotRequired[Address]
    instructions: NotRequired[str | None]
    window_start: NotRequired[TimeOut | None]
    window_end: NotRequired[TimeOut | None]
    load_weight_lbs: NotRequired[float | None]
    items: NotRequired[list[RecurringOrderOrderItem] | None]
    metadata: NotRequired[dict[str, Any] | None]
    sms_consent: NotRequired[bool | None]
    email_consent: NotRequired[bool | None]
    service_minutes: NotRequired[float | None]
    language: NotRequired[Literal["en", "es", "fr", "de"] | None]
    more_windows: NotRequired[list[RecurringOrderOrderMoreWindow]]
    """Only where sent, as what follows up to door_code."""
    priority: NotRequired[float]
    ready_at: NotRequired[TimeOut]
    load_pieces: NotRequired[float]
    load_cubic_feet: NotRequired[float]
    required_skills: NotRequired[list[str]]
    required_drivers: NotRequired[list[str]]
    excluded_drivers: NotRequired[list[str]]
    preferred_drivers: NotRequired[list[str]]
    pickup_weight_lbs: NotRequired[float]
    pickup_pieces: NotRequired[float]
    pickup_cubic_feet: NotRequired[float]
    goods_from: NotRequired[str]
    max_ride_minutes: NotRequired[float]
    collect_amount: NotRequired[str]
    id_check: NotRequired[Literal["AGE_18", "AGE_21", "ID"]]
    door_code: NotRequired[bool]

class RecurringOrderSchedule(TypedDict):
    every: float
    unit: Literal["DAY", "WEEK", "MONTH"]
    weekdays: list[Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]]
    day_of_month: float | None
    start_date: DayOut
    end_date: DayOut | None
    count: float | None
    closed_days: Literal["KEEP", "NEXT_OPEN_DAY"]

class RecurringOrderNextDateOrder(TypedDict):
    """The order made for the date, once it is."""
    order_uuid: UuidOut
    external_ref: str
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]
    delivery_date: DayOut

class RecurringOrderNextDate(TypedDict):
    date: DayOut
    skipped: bool
    moved_to: DayOut | None
    order: RecurringOrderNextDateOrder | None
    """The order made for the date, once it is."""

class RecurringOrder(TypedDict):
    recurring_order_uuid: UuidOut
    external_ref: str
    order: RecurringOrderOrder
    """What was sent of it."""
    schedule: RecurringOrderSchedule
    days_ahead: float
    version: float
    """Another one after each change."""
    next_dates: list[RecurringOrderNextDate]
    """The next 10 dates of the rule, from today on."""
    created_at: InstantOut
    changed_at: InstantOut
    ended_at: InstantOut | None

class RecurringOrderChange(TypedDict):
    order: NotRequired[OrderTemplate | None]
    schedule: NotRequired[RecurringSchedule | None]
    days_ahead: NotRequired[int | None]
    version: NotRequired[int | None]
    """The version that the change is made on; it is refused when there is a newer one."""

class RecurringOrderInput(TypedDict):
    external_ref: str
    """Yours, unique among recurring orders. Its orders have the date after it: MILK-2026-12-01."""
    order: OrderTemplate
    schedule: RecurringSchedule
    days_ahead: NotRequired[int | None]
    """How many days before its date an order is made. Default: 14."""

class RecurringSchedule(TypedDict):
    every: NotRequired[int | None]
    unit: Literal["DAY", "WEEK", "MONTH"]
    weekdays: NotRequired[list[Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]] | None]
    """With the unit WEEK: on these days of the week, which begins on Monday."""
    day_of_month: NotRequired[int | None]
    """With the unit MONTH: on this day, or on the last of a month that is shorter."""
    start_date: Day
    end_date: NotRequired[Day | None]
    """The last day that may be one of its dates."""
    count: NotRequired[int | None]
    """So many dates in all; goes without end_date."""
    closed_days: NotRequired[Literal["KEEP", "NEXT_OPEN_DAY"] | None]
    """What becomes of a date on which no zone around the address is open: KEEP still makes its order,
    NEXT_OPEN_DAY makes it for the next day that one is. Default: KEEP.
    """

class ReplanPlanBefore(TypedDict):
    stop_count: float
    distance_miles: float
    drive_minutes: float
    late_stops: float
    late_minutes: float

class ReplanPlanAfter(TypedDict):
    stop_count: float
    distance_miles: float
    drive_minutes: float
    late_stops: float
    late_minutes: float

class ReplanPlanRouteBefore(TypedDict):
    stop_count: float
    distance_miles: float
    drive_minutes: float
    late_stops: float
    late_minutes: float

class ReplanPlanRouteAfter(TypedDict):
    stop_count: float
    distance_miles: float
    drive_minutes: float
    late_stops: float
    late_minutes: float

class ReplanPlanRouteHandOver(TypedDict):
    from_route: str
    name: str | None
    lat: float
    lng: float
    before_sequence: float
    start: InstantOut
    end: InstantOut
    stops: float

class ReplanPlanRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    before: ReplanPlanRouteBefore
    after: ReplanPlanRouteAfter
    back_before: InstantOut
    back_after: InstantOut
    reloads_before: NotRequired[list[float]]
    """Sequences of the stops before which it loads again at the depot, where it does."""
    hand_overs: NotRequired[list[ReplanPlanRouteHandOver]]
    """Where it takes goods over from another vehicle, for how many stops, where it does."""

class ReplanPlanChangeBefore(TypedDict):
    route_uuid: UuidOut
    route_name: str
    sequence: float
    arrival: InstantOut
    late_minutes: float

class ReplanPlanChangeAfter(TypedDict):
    route_uuid: UuidOut
    route_name: str
    sequence: float
    arrival: InstantOut
    late_minutes: float

class ReplanPlanChange(TypedDict):
    change: Literal["ADDED", "MOVED", "REORDERED", "RETIMED"]
    external_ref: str
    order_uuid: UuidOut
    line1: str
    before: ReplanPlanChangeBefore | None
    after: ReplanPlanChangeAfter

class ReplanPlanLeftOffReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "UNPLACED", "LOADED", "LOCKED", "UNDER_WAY"]
    message: str

class ReplanPlanLeftOff(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    line1: str
    route_uuid: UuidOut | None
    stays_on_route: bool
    reason: ReplanPlanLeftOffReason
    nearest_fix: str | None

class ReplanPlanDelay(TypedDict):
    route_uuid: UuidOut
    minutes: float
    replace: NotRequired[bool]

class ReplanPlan(TypedDict):
    goals: list[Literal["FEWEST_CHANGES", "LEAST_DRIVING", "WINDOWS_KEPT"]]
    before: ReplanPlanBefore
    after: ReplanPlanAfter
    routes: list[ReplanPlanRoute]
    changes: list[ReplanPlanChange]
    left_off: list[ReplanPlanLeftOff]
    delays: NotRequired[list[ReplanPlanDelay]]
    """Delays that were told of routes, only where there are: they stay with them once it is accepted."""

class Replan(TypedDict):
    replan_uuid: UuidOut
    date: DayOut
    expires_at: InstantOut
    plans: list[ReplanPlan]
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None

class ReplanInputLate(TypedDict):
    route_uuid: Uuid
    minutes: int
    replace: NotRequired[bool]

class ReplanInputGoingHome(TypedDict):
    route_uuid: Uuid
    at: TimeOfDay

class ReplanInputGrown(TypedDict):
    stop_uuid: Uuid
    service_minutes: NotRequired[int]
    load_weight_lbs: NotRequired[float]

ReplanInputHandOver = TypedDict(
    "ReplanInputHandOver",
    {
        "route_uuid": "Uuid",
        "lat": "NotRequired[float | None]",
        "lng": "NotRequired[float | None]",
        "address": "NotRequired[str | None]",
        "depot_uuid": "NotRequired[Uuid | None]",
        "from": "NotRequired[TimeOfDay | None]",
        "minutes": "NotRequired[int | None]",
    },
)

class ReplanInputOptions(TypedDict):
    """time_limit_seconds is for each of the plans."""
    time_limit_seconds: NotRequired[float]
    seed: NotRequired[int]

class ReplanInput(TypedDict):
    date: Day
    order_uuids: NotRequired[list[str]]
    """OPEN deliveries of the date, on no route, to fit in."""
    broken_down: NotRequired[list[str]]
    """Routes whose vehicle drives no further."""
    late: NotRequired[list[ReplanInputLate]]
    """Routes that run late, and by how many minutes more than is known; 0 for what is known. With
    replace: true they count in the place of a delay that was told before, and 0 takes that one
    back.
    """
    going_home: NotRequired[list[ReplanInputGoingHome]]
    """Routes whose driver has to be back at a time."""
    grown: NotRequired[list[ReplanInputGrown]]
    """Stops that take longer, or weigh more, than was planned."""
    hand_over: NotRequired[list[ReplanInputHandOver]]
    """Routes of broken_down or going_home whose loaded goods other vehicles may take over, and where:
    at the place that is given, at a depot, or where the vehicle was last known to be. Of going_home
    it is where the route ends.
    """
    route_uuids: NotRequired[list[str]]
    """Only these routes may change. Default: every open route of the date."""
    options: NotRequired[ReplanInputOptions]
    """time_limit_seconds is for each of the plans."""

class RouteVehicle(TypedDict):
    vehicle_uuid: UuidOut
    name: str

class RouteDriver(TypedDict):
    driver_uuid: UuidOut
    name: str

class RouteDepot(TypedDict):
    name: str
    lat: float
    lng: float

class RouteStart(TypedDict):
    """Where it starts, if not at the depot."""
    name: str
    lat: float
    lng: float

class RouteEnd(TypedDict):
    """Where it ends, if not at the depot; null is at the last stop."""
    name: str
    lat: float
    lng: float

class RoutePauseHandOver(TypedDict):
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    from_route: str
    name: str | None
    lat: float
    lng: float

class RoutePause(TypedDict):
    kind: Literal["BREAK", "RELOAD"]
    start: InstantOut
    end: InstantOut
    before_sequence: float | None
    """Of the stop that follows; null on the way home."""
    trip: NotRequired[int]
    """Of a RELOAD: the trip that it loads for, 2 for the second load."""
    hand_over: NotRequired[RoutePauseHandOver]
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    paid: bool
    late_minutes: float
    """Past the end of its window."""

class RouteLoadCheckMissing(TypedDict):
    code: str
    external_ref: str | None

class RouteLoadCheck(TypedDict):
    trip: int
    """Which load of the route: 1 is the first."""
    checked_at: InstantOut
    scanned: float
    by_hand: float
    """Pieces that were ticked."""
    missing: list[RouteLoadCheckMissing]
    order_uuids: list[UuidOut]
    """Its deliveries. One that came on the route later is not checked."""
    reason: str | None
    """Why the driver went on without them."""

class Route(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
    date: DayOut
    vehicle: RouteVehicle
    driver: RouteDriver | None
    depot: RouteDepot
    start: NotRequired[RouteStart]
    """Where it starts, if not at the depot."""
    end: NotRequired[RouteEnd | None]
    """Where it ends, if not at the depot; null is at the last stop."""
    planned_start: InstantOut | None
    planned_end: InstantOut | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    distance_miles: float
    drive_minutes: float
    load_weight_lbs: float
    stop_count: float
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    pauses: NotRequired[list[RoutePause]]
    """Breaks, and coming back to the depot to load again, by their time, where the route has some."""
    load_checks: NotRequired[list[RouteLoadCheck]]
    """What the driver found of each load before the start, where it was checked."""

class RouteWithStopsVehicle(TypedDict):
    vehicle_uuid: UuidOut
    name: str

class RouteWithStopsDriver(TypedDict):
    driver_uuid: UuidOut
    name: str

class RouteWithStopsDepot(TypedDict):
    name: str
    lat: float
    lng: float

class RouteWithStopsStart(TypedDict):
    """Where it starts, if not at the depot."""
    name: str
    lat: float
    lng: float

class RouteWithStopsEnd(TypedDict):
    """Where it ends, if not at the depot; null is at the last stop."""
    name: str
    lat: float
    lng: float

class RouteWithStopsPauseHandOver(TypedDict):
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    from_route: str
    name: str | None
    lat: float
    lng: float

class RouteWithStopsPause(TypedDict):
    kind: Literal["BREAK", "RELOAD"]
    start: InstantOut
    end: InstantOut
    before_sequence: float | None
    """Of the stop that follows; null on the way home."""
    trip: NotRequired[int]
    """Of a RELOAD: the trip that it loads for, 2 for the second load."""
    hand_over: NotRequired[RouteWithStopsPauseHandOver]
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    paid: bool
    late_minutes: float
    """Past the end of its window."""

class RouteWithStopsLoadCheckMissing(TypedDict):
    code: str
    external_ref: str | None

class RouteWithStopsLoadCheck(TypedDict):
    trip: int
    """Which load of the route: 1 is the first."""
    checked_at: InstantOut
    scanned: float
    by_hand: float
    """Pieces that were ticked."""
    missing: list[RouteWithStopsLoadCheckMissing]
    order_uuids: list[UuidOut]
    """Its deliveries. One that came on the route later is not checked."""
    reason: str | None
    """Why the driver went on without them."""

class RouteWithStops(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
    date: DayOut
    vehicle: RouteWithStopsVehicle
    driver: RouteWithStopsDriver | None
    depot: RouteWithStopsDepot
    start: NotRequired[RouteWithStopsStart]
    """Where it starts, if not at the depot."""
    end: NotRequired[RouteWithStopsEnd | None]
    """Where it ends, if not at the depot; null is at the last stop."""
    planned_start: InstantOut | None
    planned_end: InstantOut | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    distance_miles: float
    drive_minutes: float
    load_weight_lbs: float
    stop_count: float
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    pauses: NotRequired[list[RouteWithStopsPause]]
    """Breaks, and coming back to the depot to load again, by their time, where the route has some."""
    load_checks: NotRequired[list[RouteWithStopsLoadCheck]]
    """What the driver found of each load before the start, where it was checked."""
    stops: list[Stop]

Skill = str

class StopMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class StopItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class StopScanned(TypedDict):
    """What the driver scanned there, and why not all; only where something was said of it."""
    codes: list[str]
    reason: str | None

class StopChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class StopChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class StopChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[StopChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[StopChecksCode]

class StopProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class StopProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class StopProof(TypedDict):
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[StopProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[StopProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class Stop(TypedDict):
    stop_uuid: UuidOut
    external_ref: str
    order_uuid: UuidOut
    sequence: float
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED"]
    locked: bool
    planned_arrival: InstantOut
    eta: InstantOut | None
    window_start: TimeOut | None
    window_end: TimeOut | None
    more_windows: NotRequired[list[StopMoreWindow]]
    """Further windows, where it has some."""
    service_minutes: float
    trip: int
    """Which load of the route it is part of: 1 is the first."""
    arrived_at: InstantOut | None
    delivered_at: InstantOut | None
    finished_at: InstantOut | None
    reason: str | None
    driver_notes: str | None
    left_where: str | None
    item_outcomes: NotRequired[list[StopItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    scanned: NotRequired[StopScanned]
    """What the driver scanned there, and why not all; only where something was said of it."""
    checks: NotRequired[StopChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    settles_at: InstantOut | None
    undo_count: float
    address: Address
    customer_name: str
    proof: StopProof | None
    tracking_url: str

class StopPlaceAdded(TypedDict):
    distance_miles: float
    minutes: float
    late_stops: float

class StopPlaceWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class StopPlace(TypedDict):
    route_uuid: UuidOut
    name: str
    position: float
    """How many of the other stops of the route come before it."""
    after: str | None
    arrival: InstantOut
    late_minutes: float
    added: StopPlaceAdded
    warnings: list[StopPlaceWarning]

class StopPlacesHereAdded(TypedDict):
    distance_miles: float
    minutes: float
    late_stops: float

class StopPlacesHereWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class StopPlacesHere(TypedDict):
    """What the stop adds to its route where it is. Null when it is on no route, or the driver is there
    or heads there.
    """
    route_uuid: UuidOut
    name: str
    position: float
    """How many of the other stops of the route come before it."""
    after: str | None
    arrival: InstantOut
    late_minutes: float
    added: StopPlacesHereAdded
    warnings: list[StopPlacesHereWarning]
    cheaper_routes: float
    """How many of `places` cost less than where it is."""

class StopPlacesRefused(TypedDict):
    route_uuid: UuidOut
    name: str
    message: str

class StopPlaces(TypedDict):
    here: StopPlacesHere | None
    """What the stop adds to its route where it is. Null when it is on no route, or the driver is there
    or heads there.
    """
    places: list[StopPlace]
    """One for each other route, best first: fewest stops late, then the least of miles and minutes."""
    refused: list[StopPlacesRefused]
    """Routes that can’t take it, each with why."""

TemperatureClass = Literal["DRY", "REFRIGERATED", "FROZEN"]

class TestDay(TypedDict):
    test_day_uuid: UuidOut
    date: DayOut
    seed: float
    speed: Literal[1, 10, 60] | None
    status: Literal["RUNNING", "FINISHED", "STOPPED", "FAILED"]
    virtual_now: InstantOut
    """What its own clock shows."""
    routes_count: float
    stop_count: float
    stops_done: float
    """Delivered, failed or skipped."""
    created_at: InstantOut
    ended_at: InstantOut | None

class TestDayInput(TypedDict):
    date: Day
    seed: NotRequired[int]
    """The same seed makes the same day of the same routes. 1 when absent."""
    speed: NotRequired[Literal[1, 10, 60] | None]
    """How many times faster than clocks; null or absent for as fast as it goes."""
    failed_share: NotRequired[float]
    """Of the stops, from 0 to 1: where the delivery fails. 0.05 when absent."""
    late_share: NotRequired[float]
    """Of the stops, from 0 to 1: before which something holds the driver up for 5 to 25 minutes. 0.1
    when absent.
    """
    offline_share: NotRequired[float]
    """Of the stops, from 0 to 1: without reception: what is tapped there is sent 2 to 10 minutes
    later. 0.1 when absent.
    """
    undone_share: NotRequired[float]
    """Of the stops, from 0 to 1: where the wrong outcome is tapped first and taken back within a
    minute. 0.05 when absent.
    """

TimeOfDay = str
"""HH:mm"""

TimeOut = str
"""HH:mm"""

Uuid = str

UuidOut = str

class VehicleBreak(TypedDict):
    window_start: TimeOut
    window_end: TimeOut
    minutes: float
    paid: bool

class VehicleStart(TypedDict):
    address: str | None
    lat: float
    lng: float

class VehicleEnd(TypedDict):
    address: str | None
    lat: float
    lng: float

class VehicleArea(TypedDict):
    zone_uuid: UuidOut
    weekdays: list[Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]]

class Vehicle(TypedDict):
    vehicle_uuid: UuidOut
    version: float
    name: str
    capacity_lbs: float | None
    temperature_classes: list[TemperatureClass]
    shift_start: TimeOut
    shift_end: TimeOut
    max_stops: float | None
    costing: Literal["CAR", "TRUCK"]
    capacity_pieces: float | None
    capacity_cubic_feet: float | None
    skills: list[str]
    max_working_minutes: float | None
    max_driving_minutes: float | None
    overtime_after_minutes: float | None
    overtime_factor: float | None
    service_factor: float | None
    reload_minutes: float | None
    max_reloads: float | None
    breaks: list[VehicleBreak]
    start: VehicleStart | None
    end: VehicleEnd | None
    open_end: bool
    areas: list[VehicleArea]
    driver_uuid: UuidOut | None
    depot_uuid: UuidOut | None
    active: bool

class WebhookDeliveryAttempt(TypedDict):
    at: InstantOut
    status_code: float | None
    duration_ms: float
    error: str | None

class WebhookDelivery(TypedDict):
    delivery_id: UuidOut
    """As in X-Service-Delivery; the same on every attempt."""
    event: Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed", "endpoint.test"]
    external_ref: str | None
    status: Literal["PENDING", "DELIVERED", "RETRYING", "FAILED", "ABANDONED"]
    attempts: list[WebhookDeliveryAttempt]
    next_attempt_at: InstantOut | None
    created_at: InstantOut

class WebhookEndpoint(TypedDict):
    endpoint_uuid: UuidOut
    url: str
    events: list[Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed"]]
    description: str | None
    eta_change_minutes: float
    active: bool
    created_at: InstantOut
    updated_at: InstantOut
    last_success_at: InstantOut | None
    failing_since: InstantOut | None

class WebhookEndpointChange(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed"]] | None]
    """The events to receive; empty means all but those that have to be chosen: order.created,
    route.dispatched, route.started, route.replanned, stop.arrived, stop.eta_changed.
    """
    description: NotRequired[str | None]
    eta_change_minutes: NotRequired[int]
    """Minutes: stop.eta_changed is sent whenever an expected arrival has passed so many more from the
    planned one; 5 to 120, a multiple of 5. Default: 10.
    """
    active: NotRequired[bool]

class WebhookEndpointInput(TypedDict):
    url: str
    events: NotRequired[list[Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed"]] | None]
    """The events to receive; empty means all but those that have to be chosen: order.created,
    route.dispatched, route.started, route.replanned, stop.arrived, stop.eta_changed.
    """
    description: NotRequired[str | None]
    eta_change_minutes: NotRequired[int | None]
    """Minutes: stop.eta_changed is sent whenever an expected arrival has passed so many more from the
    planned one; 5 to 120, a multiple of 5. Default: 10.
    """

class WebhookEndpointTestDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookEndpointTestDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookEndpointTestDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookEndpointTestDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookEndpointTestDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookEndpointTestDataChecksCode]

class WebhookEndpointTestDataDriver(TypedDict):
    name: str

class WebhookEndpointTestDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookEndpointTestDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookEndpointTestDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookEndpointTestDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookEndpointTestDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookEndpointTestDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookEndpointTestData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut | None
    route_name: str | None
    route_date: DayOut | None
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED", "OPEN", "SCHEDULED", "CANCELLED", "PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED"] | None
    """The outcome of a stop event, else the order's or route's status."""
    occurred_at: InstantOut | None
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookEndpointTestDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookEndpointTestDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookEndpointTestDataDriver | None
    proof: WebhookEndpointTestDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookEndpointTestDataCounts | None
    released_external_refs: list[str] | None

class WebhookEndpointTest(TypedDict):
    event: Literal["endpoint.test"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookEndpointTestData

class WebhookEndpointWithSecret(TypedDict):
    endpoint_uuid: UuidOut
    url: str
    events: list[Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed"]]
    description: str | None
    eta_change_minutes: float
    active: bool
    created_at: InstantOut
    updated_at: InstantOut
    last_success_at: InstantOut | None
    failing_since: InstantOut | None
    secret: str
    """Signing secret. Shown only once."""

class WebhookOrderCancelledDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookOrderCancelledDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookOrderCancelledDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookOrderCancelledDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookOrderCancelledDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookOrderCancelledDataChecksCode]

class WebhookOrderCancelledDataDriver(TypedDict):
    name: str

class WebhookOrderCancelledDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookOrderCancelledDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookOrderCancelledDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookOrderCancelledDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookOrderCancelledDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookOrderCancelledDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookOrderCancelledData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut | None
    route_name: str | None
    route_date: DayOut | None
    status: Literal["CANCELLED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookOrderCancelledDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookOrderCancelledDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookOrderCancelledDataDriver | None
    proof: WebhookOrderCancelledDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER"]
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut
    counts: WebhookOrderCancelledDataCounts | None
    released_external_refs: list[str] | None

class WebhookOrderCancelled(TypedDict):
    event: Literal["order.cancelled"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookOrderCancelledData

class WebhookOrderCreatedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookOrderCreatedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookOrderCreatedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookOrderCreatedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookOrderCreatedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookOrderCreatedDataChecksCode]

class WebhookOrderCreatedDataDriver(TypedDict):
    name: str

class WebhookOrderCreatedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookOrderCreatedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookOrderCreatedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookOrderCreatedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookOrderCreatedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookOrderCreatedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookOrderCreatedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut | None
    route_name: str | None
    route_date: DayOut | None
    status: Literal["OPEN"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookOrderCreatedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookOrderCreatedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookOrderCreatedDataDriver | None
    proof: WebhookOrderCreatedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"]
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookOrderCreatedDataCounts | None
    released_external_refs: list[str] | None

class WebhookOrderCreated(TypedDict):
    event: Literal["order.created"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookOrderCreatedData

class WebhookOrderUnassignedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookOrderUnassignedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookOrderUnassignedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookOrderUnassignedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookOrderUnassignedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookOrderUnassignedDataChecksCode]

class WebhookOrderUnassignedDataDriver(TypedDict):
    name: str

class WebhookOrderUnassignedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookOrderUnassignedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookOrderUnassignedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookOrderUnassignedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookOrderUnassignedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookOrderUnassignedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookOrderUnassignedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["OPEN"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookOrderUnassignedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookOrderUnassignedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookOrderUnassignedDataDriver | None
    proof: WebhookOrderUnassignedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookOrderUnassignedDataCounts | None
    released_external_refs: list[str] | None

class WebhookOrderUnassigned(TypedDict):
    event: Literal["order.unassigned"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookOrderUnassignedData

class WebhookOrderUpdatedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookOrderUpdatedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookOrderUpdatedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookOrderUpdatedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookOrderUpdatedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookOrderUpdatedDataChecksCode]

class WebhookOrderUpdatedDataDriver(TypedDict):
    name: str

class WebhookOrderUpdatedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookOrderUpdatedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookOrderUpdatedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookOrderUpdatedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookOrderUpdatedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookOrderUpdatedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookOrderUpdatedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut | None
    route_name: str | None
    route_date: DayOut | None
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookOrderUpdatedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookOrderUpdatedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookOrderUpdatedDataDriver | None
    proof: WebhookOrderUpdatedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str]
    source: Literal["OFFICE", "DRIVER", "CUSTOMER"]
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookOrderUpdatedDataCounts | None
    released_external_refs: list[str] | None

class WebhookOrderUpdated(TypedDict):
    event: Literal["order.updated"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookOrderUpdatedData

WebhookReplayInput = TypedDict(
    "WebhookReplayInput",
    {
        "from": "Instant",
        "until": "NotRequired[Instant]",
    },
)

class WebhookRouteCancelledDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookRouteCancelledDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookRouteCancelledDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookRouteCancelledDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookRouteCancelledDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookRouteCancelledDataChecksCode]

class WebhookRouteCancelledDataDriver(TypedDict):
    name: str

class WebhookRouteCancelledDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookRouteCancelledDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookRouteCancelledDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookRouteCancelledDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookRouteCancelledDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookRouteCancelledDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookRouteCancelledData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["CANCELLED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookRouteCancelledDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookRouteCancelledDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookRouteCancelledDataDriver | None
    proof: WebhookRouteCancelledDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut
    counts: WebhookRouteCancelledDataCounts
    released_external_refs: list[str]

class WebhookRouteCancelled(TypedDict):
    event: Literal["route.cancelled"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookRouteCancelledData

class WebhookRouteCompletedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookRouteCompletedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookRouteCompletedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookRouteCompletedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookRouteCompletedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookRouteCompletedDataChecksCode]

class WebhookRouteCompletedDataDriver(TypedDict):
    name: str

class WebhookRouteCompletedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookRouteCompletedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookRouteCompletedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookRouteCompletedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookRouteCompletedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookRouteCompletedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookRouteCompletedData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["COMPLETED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookRouteCompletedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookRouteCompletedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookRouteCompletedDataDriver | None
    proof: WebhookRouteCompletedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut
    cancelled_at: InstantOut | None
    counts: WebhookRouteCompletedDataCounts
    released_external_refs: list[str]

class WebhookRouteCompleted(TypedDict):
    event: Literal["route.completed"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookRouteCompletedData

class WebhookRouteDispatchedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookRouteDispatchedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookRouteDispatchedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookRouteDispatchedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookRouteDispatchedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookRouteDispatchedDataChecksCode]

class WebhookRouteDispatchedDataDriver(TypedDict):
    name: str

class WebhookRouteDispatchedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookRouteDispatchedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookRouteDispatchedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookRouteDispatchedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookRouteDispatchedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookRouteDispatchedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookRouteDispatchedData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["DISPATCHED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookRouteDispatchedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookRouteDispatchedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookRouteDispatchedDataDriver | None
    proof: WebhookRouteDispatchedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookRouteDispatchedDataCounts | None
    released_external_refs: list[str] | None

class WebhookRouteDispatched(TypedDict):
    event: Literal["route.dispatched"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookRouteDispatchedData

class WebhookRouteReplannedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookRouteReplannedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookRouteReplannedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookRouteReplannedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookRouteReplannedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookRouteReplannedDataChecksCode]

class WebhookRouteReplannedDataDriver(TypedDict):
    name: str

class WebhookRouteReplannedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookRouteReplannedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookRouteReplannedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookRouteReplannedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookRouteReplannedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookRouteReplannedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookRouteReplannedData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookRouteReplannedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookRouteReplannedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookRouteReplannedDataDriver | None
    proof: WebhookRouteReplannedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookRouteReplannedDataCounts | None
    released_external_refs: list[str] | None

class WebhookRouteReplanned(TypedDict):
    event: Literal["route.replanned"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookRouteReplannedData

class WebhookRouteStartedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookRouteStartedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookRouteStartedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookRouteStartedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookRouteStartedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookRouteStartedDataChecksCode]

class WebhookRouteStartedDataDriver(TypedDict):
    name: str

class WebhookRouteStartedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookRouteStartedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookRouteStartedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookRouteStartedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookRouteStartedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookRouteStartedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookRouteStartedData(TypedDict):
    external_ref: str | None
    order_uuid: UuidOut | None
    attempt: float | None
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut | None
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["IN_PROGRESS"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookRouteStartedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookRouteStartedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookRouteStartedDataDriver | None
    proof: WebhookRouteStartedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str | None
    undo_count: float | None
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookRouteStartedDataCounts | None
    released_external_refs: list[str] | None

class WebhookRouteStarted(TypedDict):
    event: Literal["route.started"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookRouteStartedData

class WebhookStopArrivedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopArrivedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopArrivedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopArrivedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopArrivedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopArrivedDataChecksCode]

class WebhookStopArrivedDataDriver(TypedDict):
    name: str

class WebhookStopArrivedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopArrivedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopArrivedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopArrivedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopArrivedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopArrivedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopArrivedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["ARRIVED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopArrivedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopArrivedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopArrivedDataDriver | None
    proof: WebhookStopArrivedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopArrivedDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopArrived(TypedDict):
    event: Literal["stop.arrived"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopArrivedData

class WebhookStopCorrectedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopCorrectedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopCorrectedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopCorrectedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopCorrectedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopCorrectedDataChecksCode]

class WebhookStopCorrectedDataDriver(TypedDict):
    name: str

class WebhookStopCorrectedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopCorrectedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopCorrectedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopCorrectedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopCorrectedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopCorrectedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopCorrectedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["DELIVERED", "FAILED", "SKIPPED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopCorrectedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopCorrectedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopCorrectedDataDriver | None
    proof: WebhookStopCorrectedDataProof
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"]
    corrected_fields: list[str]
    corrected_at: InstantOut
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopCorrectedDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopCorrected(TypedDict):
    event: Literal["stop.corrected"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopCorrectedData

class WebhookStopDeliveredDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopDeliveredDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopDeliveredDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopDeliveredDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopDeliveredDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopDeliveredDataChecksCode]

class WebhookStopDeliveredDataDriver(TypedDict):
    name: str

class WebhookStopDeliveredDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopDeliveredDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopDeliveredDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopDeliveredDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopDeliveredDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopDeliveredDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopDeliveredData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["DELIVERED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut
    delivered_on: DayOut
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopDeliveredDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopDeliveredDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopDeliveredDataDriver | None
    proof: WebhookStopDeliveredDataProof
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopDeliveredDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopDelivered(TypedDict):
    event: Literal["stop.delivered"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopDeliveredData

class WebhookStopEnRouteDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopEnRouteDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopEnRouteDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopEnRouteDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopEnRouteDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopEnRouteDataChecksCode]

class WebhookStopEnRouteDataDriver(TypedDict):
    name: str

class WebhookStopEnRouteDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopEnRouteDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopEnRouteDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopEnRouteDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopEnRouteDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopEnRouteDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopEnRouteData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["EN_ROUTE"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopEnRouteDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopEnRouteDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopEnRouteDataDriver | None
    proof: WebhookStopEnRouteDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopEnRouteDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopEnRoute(TypedDict):
    event: Literal["stop.en_route"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopEnRouteData

class WebhookStopEtaChangedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopEtaChangedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopEtaChangedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopEtaChangedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopEtaChangedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopEtaChangedDataChecksCode]

class WebhookStopEtaChangedDataDriver(TypedDict):
    name: str

class WebhookStopEtaChangedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopEtaChangedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopEtaChangedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopEtaChangedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopEtaChangedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopEtaChangedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopEtaChangedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["PENDING", "EN_ROUTE"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopEtaChangedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopEtaChangedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: InstantOut
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: InstantOut
    """Only of stop.eta_changed."""
    late_minutes: float
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: float
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopEtaChangedDataDriver | None
    proof: WebhookStopEtaChangedDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopEtaChangedDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopEtaChanged(TypedDict):
    event: Literal["stop.eta_changed"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopEtaChangedData

class WebhookStopFailedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopFailedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopFailedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopFailedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopFailedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopFailedDataChecksCode]

class WebhookStopFailedDataDriver(TypedDict):
    name: str

class WebhookStopFailedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopFailedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopFailedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopFailedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopFailedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopFailedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopFailedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["FAILED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopFailedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopFailedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopFailedDataDriver | None
    proof: WebhookStopFailedDataProof
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopFailedDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopFailed(TypedDict):
    event: Literal["stop.failed"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopFailedData

class WebhookStopScheduledDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopScheduledDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopScheduledDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopScheduledDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopScheduledDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopScheduledDataChecksCode]

class WebhookStopScheduledDataDriver(TypedDict):
    name: str

class WebhookStopScheduledDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopScheduledDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopScheduledDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopScheduledDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopScheduledDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopScheduledDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopScheduledData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["SCHEDULED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopScheduledDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopScheduledDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopScheduledDataDriver | None
    proof: WebhookStopScheduledDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopScheduledDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopScheduled(TypedDict):
    event: Literal["stop.scheduled"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopScheduledData

class WebhookStopSkippedDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopSkippedDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopSkippedDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopSkippedDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopSkippedDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopSkippedDataChecksCode]

class WebhookStopSkippedDataDriver(TypedDict):
    name: str

class WebhookStopSkippedDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopSkippedDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopSkippedDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopSkippedDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopSkippedDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopSkippedDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopSkippedData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["SKIPPED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopSkippedDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopSkippedDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopSkippedDataDriver | None
    proof: WebhookStopSkippedDataProof
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopSkippedDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopSkipped(TypedDict):
    event: Literal["stop.skipped"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopSkippedData

class WebhookStopUndoneDataItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class WebhookStopUndoneDataChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class WebhookStopUndoneDataChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class WebhookStopUndoneDataChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[WebhookStopUndoneDataChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[WebhookStopUndoneDataChecksCode]

class WebhookStopUndoneDataDriver(TypedDict):
    name: str

class WebhookStopUndoneDataProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class WebhookStopUndoneDataProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class WebhookStopUndoneDataProof(TypedDict):
    """Signed links that stop working at urls_expire_at."""
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[WebhookStopUndoneDataProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[WebhookStopUndoneDataProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

class WebhookStopUndoneDataCounts(TypedDict):
    total: float
    delivered: float
    failed: float
    skipped: float
    released: float

class WebhookStopUndoneData(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    attempt: float
    """Of a delivery: 1, and one more for each that failed before it."""
    stop_uuid: UuidOut
    route_uuid: UuidOut
    route_name: str
    route_date: DayOut
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED"]
    occurred_at: InstantOut
    """When the outcome occurred."""
    delivered_at: InstantOut | None
    delivered_on: DayOut | None
    arrived_at: InstantOut | None
    reason: str | None
    """Why a delivery failed or was cancelled."""
    driver_notes: str | None
    left_where: str | None
    """Where it was left, when it was not handed over."""
    item_outcomes: NotRequired[list[WebhookStopUndoneDataItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    checks: NotRequired[WebhookStopUndoneDataChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    eta: NotRequired[InstantOut]
    """Only of stop.eta_changed: when it is expected now."""
    planned_arrival: NotRequired[InstantOut]
    """Only of stop.eta_changed."""
    late_minutes: NotRequired[float]
    """Only of stop.eta_changed: whole minutes from planned_arrival to eta, negative when early."""
    previous_late_minutes: NotRequired[float]
    """Only of stop.eta_changed: the same before it."""
    driver: WebhookStopUndoneDataDriver | None
    proof: WebhookStopUndoneDataProof | None
    """Signed links that stop working at urls_expire_at."""
    tracking_url: str
    undo_count: float
    undone_status: Literal["DELIVERED", "FAILED", "SKIPPED"]
    """On stop.undone: the outcome that was reversed."""
    previous_status: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    corrected_fields: list[str] | None
    corrected_at: InstantOut | None
    changed_fields: list[str] | None
    source: Literal["OFFICE", "DRIVER", "CUSTOMER", "API", "SYSTEM"] | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    cancelled_at: InstantOut | None
    counts: WebhookStopUndoneDataCounts | None
    released_external_refs: list[str] | None

class WebhookStopUndone(TypedDict):
    event: Literal["stop.undone"]
    occurred_at: InstantOut
    """When the event was sent."""
    test: NotRequired[Literal[True]]
    """Only with test data."""
    data: WebhookStopUndoneData

class ZoneHour(TypedDict):
    start: TimeOut
    end: TimeOut

class ZoneClosure(TypedDict):
    date: DayOut
    note: str

class Zone(TypedDict):
    zone_uuid: UuidOut
    version: float
    name: str
    geometry: Polygon | MultiPolygon
    corners: float
    square_miles: float
    hours: list[ZoneHour | None]
    capacity: float | None
    cutoff_days: float | None
    cutoff_time: TimeOut | None
    active: bool
    closures: list[ZoneClosure]

ZoneArea = Union["AreaPolygon", "AreaMultiPolygon", "AreaFeature", "AreaFeatureCollection"]
"""GeoJSON: a Polygon or a MultiPolygon, as a geometry, a Feature or the first of a FeatureCollection."""

class ErrorDetails(TypedDict):
    code: Literal["INVALID", "INVALID_JSON", "IDEMPOTENCY_KEY_MISSING", "CONTRADICTION", "BAD_REQUEST", "UNAUTHENTICATED", "KEY_EXPIRED", "SCOPE_MISSING", "ADDRESS_NOT_ALLOWED", "SIGNATURE_INVALID", "LINK_INVALID", "LINK_EXPIRED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "TIMEOUT", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_IN_USE", "RECORDS_BUSY", "ORDER_ON_DISPATCHED_ROUTE", "ORDER_FINAL", "REFERENCE_TAKEN", "RECURRING_ORDER_ENDED", "CHANGED_MEANWHILE", "OUT_FOR_DELIVERY", "SOLVE_CALLED_OFF", "BUILD_TOO_LARGE", "NOT_ROUTABLE", "NOTHING_ROUTABLE", "NO_VEHICLE", "VEHICLE_INACTIVE", "VEHICLE_BUSY", "NO_DEPOT", "BUILD_RUNNING", "BUILD_OUTDATED", "TEST_KEY_NEEDED", "TEST_DAY_RUNNING", "TEST_DAY_TAKES_NO_PHOTOS", "NO_OPEN_ROUTE", "REPLAN_EXPIRED", "REPLAN_ACCEPTED", "RELOAD_TO_COME", "NOTHING_LOADED", "PLACE_UNKNOWN", "REPLAN_STALE", "ROUTE_RUNNING", "ROUTE_NOT_DISPATCHABLE", "ROUTE_EMPTY", "DRIVE_WINDOW_PASSED", "ROUTE_NOT_CANCELLABLE", "ROUTE_NOT_RUNNING", "STOP_FINISHED", "NOTHING_TO_UNDO", "ORDER_REPEATED", "ORDER_MOVED_ON", "NOTHING_TO_CORRECT", "OUTCOME_HELD", "REORDER_NOT_ALLOWED", "ROUTE_CHANGED", "PROOF_FULL", "PROOF_REQUIRED", "CHECK_REQUIRED", "CODE_LOCKED", "SCAN_REQUIRED", "NOT_RATABLE", "RATING_FINAL", "DAY_FIXED", "DAY_TAKEN", "ROUTE_UNKNOWN", "ROUTE_OVER", "NO_PHONE", "DRIVER_NOT_ACTIVE", "STOP_GONE", "STOP_LOCKED", "NO_RELOAD", "ORDER_NOT_OPEN", "UNPLACED", "OTHER_DAY", "TEMPERATURE", "NOT_FAILED", "BUILD_STALE", "BUILD_EXPIRED", "BUILD_ACCEPTED", "NOT_BOOKABLE", "PERSON_UNDER_WAY", "TOO_MANY_ENDPOINTS", "ANSWER_ERASED", "LINK_ENDED", "EVENTS_GONE", "BODY_TOO_LARGE", "URI_TOO_LONG", "UNSUPPORTED_MEDIA_TYPE", "EXPECTATION_FAILED", "ADDRESS_NOT_FOUND", "ZONES_TOO_LARGE", "RATE_LIMITED", "SOLVER_BUSY", "INTERNAL", "DATABASE_UNREACHABLE", "DISK_FULL", "BUSINESS_MOVING", "BUSINESS_MOVED", "FILES_UNREACHABLE", "UPLOADS_BUSY", "SERVER_BUSY", "AREAS_BUSY", "TIMED_OUT", "GEOCODER_DOWN", "GEOCODER_NOT_CONFIGURED"]
    """- `INVALID` (400): A field, query parameter or cursor is wrong; details.fields lists the first
    20, the message names the first.
    - `INVALID_JSON` (400): The body is not JSON, or JSON that means two things or cannot be stored
    as sent: duplicate members, the character U+0000, half a surrogate pair, __proto__, numbers past
    double precision, nesting over 32, more than 5,000 members in one object.
    - `IDEMPOTENCY_KEY_MISSING` (400): The Idempotency-Key is missing, sent twice, or not 1 to 255
    printable characters.
    - `CONTRADICTION` (400): The request contradicts itself, for example a stop locked to a vehicle
    that may not carry it.
    - `BAD_REQUEST` (400): The request itself is not well-formed: a broken percent-encoding, length
    or header.
    - `UNAUTHENTICATED` (401): The API key is missing, malformed, unknown or revoked.
    - `KEY_EXPIRED` (401): The API key has expired; details.expired_at says when.
    - `SCOPE_MISSING` (403): The API key lacks the scope that the operation needs; details.scope
    names it.
    - `ADDRESS_NOT_ALLOWED` (403): The API key may not be used from this address; details.address
    names it, where it is known.
    - `SIGNATURE_INVALID` (403): A text's signature is not the provider's.
    - `LINK_INVALID` (403): The link to a photo or signature is invalid or was changed.
    - `LINK_EXPIRED` (403): The link to a photo or signature has expired; read the delivery again
    for a new one.
    - `NOT_FOUND` (404): No record with that reference or id in this business, or no such path.
    - `METHOD_NOT_ALLOWED` (405): The path exists, the method does not; the Allow header lists those
    that do.
    - `TIMEOUT` (408): The request took too long to arrive.
    - `IDEMPOTENCY_KEY_REUSED` (409): The Idempotency-Key was used with another body.
    - `IDEMPOTENCY_KEY_IN_USE` (409): A request with this Idempotency-Key, or one that changes the
    same records, is still running; retry after Retry-After seconds.
    - `RECORDS_BUSY` (409): Another request is changing the same records; retry after Retry-After
    seconds.
    - `ORDER_ON_DISPATCHED_ROUTE` (409): On a dispatched route these fields may not change;
    details.fields lists them.
    - `ORDER_FINAL` (409): The delivery is delivered, failed or cancelled; send a new external_ref
    to deliver again.
    - `REFERENCE_TAKEN` (409): There is one with this reference already.
    - `RECURRING_ORDER_ENDED` (409): The recurring order has ended; create another one.
    - `CHANGED_MEANWHILE` (409): It has changed since the version that was sent; details name who
    and when.
    - `OUT_FOR_DELIVERY` (409): The delivery is out for delivery and cannot be cancelled.
    - `SOLVE_CALLED_OFF` (409): The caller disconnected before the routes were found.
    - `BUILD_TOO_LARGE` (409): Of a build of more than about 1,200 places only the answer is kept,
    so it cannot be run again.
    - `NOT_ROUTABLE` (409): A reference of the build is not OPEN or not on its date;
    details.external_refs lists them.
    - `NOTHING_ROUTABLE` (409): Nothing of the build can be routed; details.unassigned says why for
    each.
    - `NO_VEHICLE` (409): No vehicle is left to use: every active one has a route that day, or there
    is none.
    - `VEHICLE_INACTIVE` (409): A vehicle named in the build is not active.
    - `VEHICLE_BUSY` (409): A vehicle named in the build already drives a running route that day.
    - `NO_DEPOT` (409): The business has no depot to start from.
    - `BUILD_RUNNING` (409): A build is already running for this business.
    - `BUILD_OUTDATED` (409): Deliveries or routes kept changing while they were planned; build
    again.
    - `TEST_KEY_NEEDED` (409): Days are simulated with test data only; the key is a live one.
    - `TEST_DAY_RUNNING` (409): A day of the business is being simulated already.
    - `TEST_DAY_TAKES_NO_PHOTOS` (409): The settings ask drivers for photos or signatures, which a
    simulated day does not make.
    - `NO_OPEN_ROUTE` (409): No route of that date is planned or under way.
    - `REPLAN_EXPIRED` (409): The proposal is too old; ask for a new one.
    - `REPLAN_ACCEPTED` (409): A plan of the proposal was accepted already.
    - `RELOAD_TO_COME` (409): A route that is to go home has still to load again at the depot.
    - `NOTHING_LOADED` (409): A route that is to hand goods over has not started: they are at the
    depot.
    - `PLACE_UNKNOWN` (409): Nobody knows where a vehicle stands that is to hand goods over; say
    where.
    - `REPLAN_STALE` (409): Routes or deliveries have changed since the proposal was made;
    details.changes says which and how.
    - `ROUTE_RUNNING` (409): The route has been dispatched and cannot be planned again.
    - `ROUTE_NOT_DISPATCHABLE` (409): The route is completed or cancelled.
    - `ROUTE_EMPTY` (409): The route has no stops to drive.
    - `DRIVE_WINDOW_PASSED` (409): The shift of the route's vehicle has ended; build for another
    day.
    - `ROUTE_NOT_CANCELLABLE` (409): The route is already completed or cancelled.
    - `ROUTE_NOT_RUNNING` (409): Outcomes are recorded only while the route is DISPATCHED or
    IN_PROGRESS.
    - `STOP_FINISHED` (409): The stop has an outcome already; undo it first.
    - `NOTHING_TO_UNDO` (409): The stop has no outcome to undo.
    - `ORDER_REPEATED` (409): The failed delivery is delivered again by another, which has to be
    cancelled first.
    - `ORDER_MOVED_ON` (409): The skipped delivery is on another route, no longer open, or has
    changed and no longer fits its route (details.fields), so the skip stays.
    - `NOTHING_TO_CORRECT` (409): The stop has no outcome to correct.
    - `OUTCOME_HELD` (409): The outcome can still be undone; undo it instead of correcting it.
    - `REORDER_NOT_ALLOWED` (409): Drivers of this business keep the order of stops.
    - `ROUTE_CHANGED` (409): The stops of the route have changed meanwhile.
    - `PROOF_FULL` (409): The stop has as many photos or signatures as a stop can have.
    - `PROOF_REQUIRED` (409): The business requires a photo or signature first.
    - `CHECK_REQUIRED` (409): The delivery asks its driver for an amount to collect, an age or ID,
    or the customer’s code first. Others are not held to it.
    - `CODE_LOCKED` (409): The driver entered too many wrong codes at this stop. It can be delivered
    without the code, with a reason.
    - `SCAN_REQUIRED` (409): The business has its drivers scan each piece first, or say why not.
    Others are not held to it.
    - `NOT_RATABLE` (409): A customer can rate only a delivery that is delivered, if the business
    asks for ratings.
    - `RATING_FINAL` (409): A customer can change a rating for a day.
    - `DAY_FIXED` (409): The customer can’t choose another day for the delivery: it is out, done,
    too late, or the business leaves days to its office.
    - `DAY_TAKEN` (409): The day that the customer chose is not among those that fit by now.
    - `ROUTE_UNKNOWN` (409): The route to move to is not among those of the move.
    - `ROUTE_OVER` (409): The route is completed or cancelled.
    - `NO_PHONE` (409): The driver has no phone number, or the route has no driver.
    - `DRIVER_NOT_ACTIVE` (409): The driver no longer drives.
    - `STOP_GONE` (409): The delivery has just been put elsewhere.
    - `STOP_LOCKED` (409): The stop is locked to its place.
    - `NO_RELOAD` (409): The vehicle can’t load again there.
    - `ORDER_NOT_OPEN` (409): The delivery is no longer open.
    - `UNPLACED` (409): The delivery has no place on the map yet.
    - `OTHER_DAY` (409): The delivery is due on another day than the route.
    - `TEMPERATURE` (409): The vehicle does not carry the temperature class.
    - `NOT_FAILED` (409): Only a delivery that FAILED or was CANCELLED is delivered again.
    - `BUILD_STALE` (409): Deliveries, routes or vehicles have changed since the build was planned.
    - `BUILD_EXPIRED` (409): The plan is too old; build again.
    - `BUILD_ACCEPTED` (409): The plan was accepted already.
    - `NOT_BOOKABLE` (409): Zones or dates do not allow it; details.reasons say why. An owner may
    set them aside.
    - `PERSON_UNDER_WAY` (409): A delivery of the customer is under way, or a message about it is
    being sent; details.external_refs names them.
    - `TOO_MANY_ENDPOINTS` (409): The business already has 10 webhook endpoints; remove one first.
    - `ANSWER_ERASED` (410): The answer to this Idempotency-Key named a customer who was erased
    since.
    - `LINK_ENDED` (410): The driver's or customer's link worked once and no longer does.
    - `EVENTS_GONE` (410): The event is older than the log of events, so what came after it may be
    gone, too.
    - `BODY_TOO_LARGE` (413): The body is larger than 1 MiB, a batch of orders larger than 4 MiB, or
    a proof file larger than 15 MiB.
    - `URI_TOO_LONG` (414): The path is too long.
    - `UNSUPPORTED_MEDIA_TYPE` (415): Send JSON with Content-Type: application/json, in UTF-8; proof
    as multipart/form-data.
    - `EXPECTATION_FAILED` (417): The Expect header asks for something else than 100-continue.
    - `ADDRESS_NOT_FOUND` (422): The geocoder found no match for the address.
    - `ZONES_TOO_LARGE` (422): All zones together would have more corners, or be more, than a
    business may have.
    - `RATE_LIMITED` (429): More calls than the limit in the last minute; retry after Retry-After
    seconds.
    - `SOLVER_BUSY` (429): Too many solves are running; retry after Retry-After seconds.
    - `INTERNAL` (500): Internal error. Nothing was changed; retry a request that changes something
    with the same Idempotency-Key.
    - `DATABASE_UNREACHABLE` (503): The database cannot be reached right now. Nothing was changed,
    unless the message says that it is not known; retry shortly with the same Idempotency-Key.
    - `DISK_FULL` (503): The server's disk is full. Nothing was changed; retry later.
    - `BUSINESS_MOVING` (503): The business is being moved to another installation, for some
    seconds. Nothing was changed; retry after Retry-After seconds.
    - `BUSINESS_MOVED` (503): The business has moved to another installation, where its name leads
    shortly. Nothing was changed; retry after Retry-After seconds.
    - `FILES_UNREACHABLE` (503): The storage of photos and signatures can’t be reached. Nothing was
    changed; retry shortly.
    - `UPLOADS_BUSY` (503): Too many uploads at once, in total or from this business, key or link;
    retry after Retry-After seconds.
    - `SERVER_BUSY` (503): The server does as much as it can at once; retry after Retry-After
    seconds.
    - `AREAS_BUSY` (503): Too many areas are being read; try again shortly.
    - `TIMED_OUT` (503): The request took too long and was stopped. Nothing was changed; retry
    shortly.
    - `GEOCODER_DOWN` (503): Addresses cannot be looked up right now; offer your own standard days.
    - `GEOCODER_NOT_CONFIGURED` (503): Address lookup isn’t set up. Send lat and lng.
    """
    fields: NotRequired[list[str]]
    """Dotted paths of the fields that failed or conflicted, such as `items.0.quantity`; at most 20."""
    more_errors: NotRequired[int]
    """How many further errors are not listed."""

class RepeatOrderBodyWindow(TypedDict):
    start: TimeOfDay
    end: TimeOfDay

class RepeatOrderBody(TypedDict):
    external_ref: str
    delivery_date: Day
    window: NotRequired[RepeatOrderBodyWindow | None]

class ReadOrderDetailsDataRepeatOf(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]

class ReadOrderDetailsDataRepeatAs(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"]

class ReadOrderDetailsDataRepeatSuggested(TypedDict):
    external_ref: str
    delivery_date: DayOut

ReadOrderDetailsDataRepeat = TypedDict(
    "ReadOrderDetailsDataRepeat",
    {
        "of": "ReadOrderDetailsDataRepeatOf | None",
        "as": "ReadOrderDetailsDataRepeatAs | None",
        "suggested": "ReadOrderDetailsDataRepeatSuggested | None",
        "refused": "str | None",
    },
)

class ReadOrderDetailsDataRecurring(TypedDict):
    recurring_order_uuid: UuidOut
    external_ref: str
    date: DayOut

class ReadOrderDetailsDataServiceUsual(TypedDict):
    minutes: float
    visits: float

class ReadOrderDetailsDataService(TypedDict):
    planned_minutes: float
    usual: ReadOrderDetailsDataServiceUsual | None

class ReadOrderDetailsDataRating(TypedDict):
    stars: float
    comment: str | None
    at: InstantOut

class ReadOrderDetailsDataHistory(TypedDict):
    at: InstantOut
    kind: Literal["API", "OFFICE", "DRIVER", "CUSTOMER", "OPERATOR", "SYSTEM"]
    by: str | None
    action: str
    route: str | None
    request_id: str | None
    detail: dict[str, Any] | None

class ReadOrderDetailsDataMessage(TypedDict):
    at: InstantOut
    channel: Literal["SMS", "EMAIL"]
    kind: Literal["DRIVER_ROUTE", "DRIVER_HOME", "SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]
    recipient: str
    body: str
    status: Literal["PENDING", "SENDING", "LOGGED", "SENT", "FAILED", "UNKNOWN", "DROPPED"]
    error: str | None
    segments: float | None
    price: float | None
    currency: str | None

class ReadOrderDetailsDataReply(TypedDict):
    at: InstantOut
    body: str

class ReadOrderDetailsDataWebhook(TypedDict):
    delivery_id: UuidOut
    at: InstantOut
    event: Literal["stop.scheduled", "stop.en_route", "stop.delivered", "stop.failed", "stop.skipped", "stop.undone", "stop.corrected", "order.unassigned", "order.updated", "order.cancelled", "route.completed", "route.cancelled", "order.created", "route.dispatched", "route.started", "route.replanned", "stop.arrived", "stop.eta_changed", "endpoint.test"]
    url: str
    status: Literal["PENDING", "DELIVERED", "RETRYING", "FAILED", "ABANDONED"]
    attempt_count: float

class ReadOrderDetailsData(TypedDict):
    order: Order
    no_text: str | None
    far_from_road_meters: float | None
    place_known_by: Literal["OFFICE", "DELIVERIES"] | None
    repeat: ReadOrderDetailsDataRepeat
    recurring: ReadOrderDetailsDataRecurring | None
    service: ReadOrderDetailsDataService
    receipt_url: str | None
    rating: ReadOrderDetailsDataRating | None
    history: list[ReadOrderDetailsDataHistory]
    messages: list[ReadOrderDetailsDataMessage]
    replies: list[ReadOrderDetailsDataReply]
    webhooks: list[ReadOrderDetailsDataWebhook]

class ReadOrderDaysDataDayWindow(TypedDict):
    start: TimeOut
    end: TimeOut

class ReadOrderDaysDataDay(TypedDict):
    date: DayOut
    window: ReadOrderDaysDataDayWindow | None

class ReadOrderDaysData(TypedDict):
    days: list[ReadOrderDaysDataDay]

class DispatchRouteData(TypedDict):
    route: RouteWithStops
    driver_notified: bool
    warnings: list[str]

class ReadDayDataRouteVehicle(TypedDict):
    vehicle_uuid: UuidOut
    name: str

class ReadDayDataRouteDriver(TypedDict):
    driver_uuid: UuidOut
    name: str

class ReadDayDataRouteDepot(TypedDict):
    name: str
    lat: float
    lng: float

class ReadDayDataRouteStart(TypedDict):
    """Where it starts, if not at the depot."""
    name: str
    lat: float
    lng: float

class ReadDayDataRouteEnd(TypedDict):
    """Where it ends, if not at the depot; null is at the last stop."""
    name: str
    lat: float
    lng: float

class ReadDayDataRoutePauseHandOver(TypedDict):
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    from_route: str
    name: str | None
    lat: float
    lng: float

class ReadDayDataRoutePause(TypedDict):
    kind: Literal["BREAK", "RELOAD"]
    start: InstantOut
    end: InstantOut
    before_sequence: float | None
    """Of the stop that follows; null on the way home."""
    trip: NotRequired[int]
    """Of a RELOAD: the trip that it loads for, 2 for the second load."""
    hand_over: NotRequired[ReadDayDataRoutePauseHandOver]
    """Of a RELOAD at which goods are taken over from another vehicle: from which route, and where."""
    paid: bool
    late_minutes: float
    """Past the end of its window."""

class ReadDayDataRouteLoadCheckMissing(TypedDict):
    code: str
    external_ref: str | None

class ReadDayDataRouteLoadCheck(TypedDict):
    trip: int
    """Which load of the route: 1 is the first."""
    checked_at: InstantOut
    scanned: float
    by_hand: float
    """Pieces that were ticked."""
    missing: list[ReadDayDataRouteLoadCheckMissing]
    order_uuids: list[UuidOut]
    """Its deliveries. One that came on the route later is not checked."""
    reason: str | None
    """Why the driver went on without them."""

class ReadDayDataRouteWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class ReadDayDataRoutePosition(TypedDict):
    lat: float
    lng: float
    at: InstantOut

class ReadDayDataRouteStopMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class ReadDayDataRouteStopItemOutcome(TypedDict):
    name: str
    sku: str | None
    quantity: float
    delivered: float
    """As ordered."""
    short: float
    damaged: float
    returned: float
    reason: str | None

class ReadDayDataRouteStopScanned(TypedDict):
    """What the driver scanned there, and why not all; only where something was said of it."""
    codes: list[str]
    reason: str | None

class ReadDayDataRouteStopChecksCollected(TypedDict):
    amount: str
    currency: str
    method: Literal["CASH", "CARD", "NONE"]
    reason: str | None

class ReadDayDataRouteStopChecksCode(TypedDict):
    matched: bool
    """Whether what was entered is the code of the customer."""
    reason: str | None
    """Why it was delivered without."""

class ReadDayDataRouteStopChecks(TypedDict):
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    collected: NotRequired[ReadDayDataRouteStopChecksCollected]
    identified: NotRequired[bool]
    """Whether the age or ID was shown."""
    code: NotRequired[ReadDayDataRouteStopChecksCode]

class ReadDayDataRouteStopProofItemPhoto(TypedDict):
    name: str
    sku: str | None
    url: str

class ReadDayDataRouteStopProofFileFault(TypedDict):
    url: str
    fault: Literal["MISSING", "CHANGED"]

class ReadDayDataRouteStopProof(TypedDict):
    photo_urls: list[str]
    signature_url: str | None
    item_photos: NotRequired[list[ReadDayDataRouteStopProofItemPhoto]]
    """Only where there are some: photos of items that were short, damaged or went back."""
    file_faults: NotRequired[list[ReadDayDataRouteStopProofFileFault]]
    """Only where there are some: photos and signatures whose stored files are not as they were
    recorded, as found when they were last read. MISSING: there is no file, or it is empty. CHANGED:
    its bytes are others.
    """
    urls_expire_at: InstantOut

ReadDayDataRouteStopWindow = TypedDict(
    "ReadDayDataRouteStopWindow",
    {
        "from": "InstantOut | None",
        "to": "InstantOut | None",
    },
)

class ReadDayDataRouteStop(TypedDict):
    stop_uuid: UuidOut
    external_ref: str
    order_uuid: UuidOut
    sequence: float
    status: Literal["PENDING", "EN_ROUTE", "ARRIVED", "DELIVERED", "FAILED", "SKIPPED"]
    locked: bool
    planned_arrival: InstantOut
    eta: InstantOut | None
    window_start: TimeOut | None
    window_end: TimeOut | None
    more_windows: NotRequired[list[ReadDayDataRouteStopMoreWindow]]
    """Further windows, where it has some."""
    service_minutes: float
    trip: int
    """Which load of the route it is part of: 1 is the first."""
    arrived_at: InstantOut | None
    delivered_at: InstantOut | None
    finished_at: InstantOut | None
    reason: str | None
    driver_notes: str | None
    left_where: str | None
    item_outcomes: NotRequired[list[ReadDayDataRouteStopItemOutcome]]
    """Only of a delivery that was not made in full: what became of each of its items."""
    scanned: NotRequired[ReadDayDataRouteStopScanned]
    """What the driver scanned there, and why not all; only where something was said of it."""
    checks: NotRequired[ReadDayDataRouteStopChecks]
    """Only where something was answered: the amount collected, the age or ID, the customer’s code."""
    settles_at: InstantOut | None
    undo_count: float
    address: Address
    customer_name: str
    proof: ReadDayDataRouteStopProof | None
    tracking_url: str
    temperature_class: TemperatureClass
    load_weight_lbs: float | None
    placement: Literal["PLACED", "APPROXIMATE", "PENDING", "UNPLACED"]
    far_from_road: bool
    windows: list[ReadDayDataRouteStopWindow]
    late_minutes: float
    current: bool
    load_pieces: NotRequired[float]
    load_cubic_feet: NotRequired[float]
    required_skills: NotRequired[list[str]]
    required_drivers: NotRequired[list[str]]
    excluded_drivers: NotRequired[list[str]]
    pickup_weight_lbs: NotRequired[float]
    pickup_pieces: NotRequired[float]
    pickup_cubic_feet: NotRequired[float]
    goods_from: NotRequired[str]

class ReadDayDataRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    status: Literal["PLANNED", "DISPATCHED", "IN_PROGRESS", "COMPLETED", "CANCELLED"]
    date: DayOut
    vehicle: ReadDayDataRouteVehicle
    driver: ReadDayDataRouteDriver | None
    depot: ReadDayDataRouteDepot
    start: NotRequired[ReadDayDataRouteStart]
    """Where it starts, if not at the depot."""
    end: NotRequired[ReadDayDataRouteEnd | None]
    """Where it ends, if not at the depot; null is at the last stop."""
    planned_start: InstantOut | None
    planned_end: InstantOut | None
    started_at: InstantOut | None
    completed_at: InstantOut | None
    distance_miles: float
    drive_minutes: float
    load_weight_lbs: float
    stop_count: float
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    pauses: NotRequired[list[ReadDayDataRoutePause]]
    """Breaks, and coming back to the depot to load again, by their time, where the route has some."""
    load_checks: NotRequired[list[ReadDayDataRouteLoadCheck]]
    """What the driver found of each load before the start, where it was checked."""
    version: str
    color: float
    shift_start: InstantOut
    shift_end: InstantOut
    capacity_lbs: float | None
    temperature_classes: list[TemperatureClass]
    max_stops: float | None
    may_reload: bool
    warnings: list[ReadDayDataRouteWarning]
    position: ReadDayDataRoutePosition | None
    refused_taps: float
    ends_at: InstantOut | None
    silent_since: InstantOut | None
    held_until: InstantOut | None
    stops: list[ReadDayDataRouteStop]

class ReadDayDataPoolMoreWindow(TypedDict):
    window_start: TimeOut
    window_end: TimeOut

class ReadDayDataPoolLeftOffReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class ReadDayDataPoolLeftOffFix(TypedDict):
    kind: Literal["WINDOW", "CAPACITY", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "BREAK", "READY", "TEMPERATURE", "SKILL", "DRIVER", "MAX_STOPS", "RELOAD"]
    vehicle_uuid: UuidOut | None
    amount: float | str

class ReadDayDataPoolLeftOff(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    reason: ReadDayDataPoolLeftOffReason
    nearest_fix: str | None
    fix: ReadDayDataPoolLeftOffFix | None

class ReadDayDataPool(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    customer_name: str
    line1: str
    city: str | None
    lat: float | None
    lng: float | None
    placement: Literal["PLACED", "APPROXIMATE", "PENDING", "UNPLACED"]
    far_from_road: bool
    zone: str | None
    window_start: TimeOut | None
    window_end: TimeOut | None
    more_windows: NotRequired[list[ReadDayDataPoolMoreWindow]]
    delivery_from: NotRequired[DayOut]
    """Only where delivery_by was sent: the delivery_date as it was sent, of which the chosen day is
    there now.
    """
    delivery_by: NotRequired[DayOut]
    """Only where sent."""
    temperature_class: TemperatureClass
    load_weight_lbs: float | None
    since_dispatch: bool
    came_off: bool
    left_off: ReadDayDataPoolLeftOff | None

class ReadDayDataVehicle(TypedDict):
    vehicle_uuid: UuidOut
    name: str
    capacity_lbs: float | None
    temperature_classes: list[TemperatureClass]
    max_stops: float | None
    shift_start: TimeOut
    shift_end: TimeOut
    driver_uuid: UuidOut | None
    skills: NotRequired[list[str]]
    capacity_pieces: NotRequired[float | None]
    capacity_cubic_feet: NotRequired[float | None]
    max_working_minutes: NotRequired[float | None]
    max_driving_minutes: NotRequired[float | None]
    reload_minutes: NotRequired[float | None]

class ReadDayDataDriver(TypedDict):
    driver_uuid: UuidOut
    name: str

class ReadDayDataDepot(TypedDict):
    depot_uuid: UuidOut
    name: str
    lat: float
    lng: float

class ReadDayData(TypedDict):
    date: DayOut
    today: DayOut
    undo_window_seconds: float
    routes: list[ReadDayDataRoute]
    pool: list[ReadDayDataPool]
    pool_count: float
    vehicles: list[ReadDayDataVehicle]
    drivers: list[ReadDayDataDriver]
    depots: list[ReadDayDataDepot]

class ProposeBuildDataPlan(TypedDict):
    build_uuid: UuidOut
    balance: Literal["NONE", "FAIR", "STOPS", "TIME"]
    routes: float
    stop_count: float
    unassigned_count: float
    distance_miles: float
    drive_minutes: float
    shortest_minutes: float
    longest_minutes: float
    fewest_stops: float
    most_stops: float
    crossings: float

class ProposeBuildData(TypedDict):
    expires_at: InstantOut
    plans: list[ProposeBuildDataPlan]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None

class AcceptBuildDataUnassignedReason(TypedDict):
    code: Literal["TEMPERATURE", "SKILL", "DRIVER", "CAPACITY", "UNREACHABLE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "TIME_WINDOW", "BREAK", "READY", "PAIR", "MAX_STOPS", "NO_ROOM", "ALREADY_ON_ROUTE", "UNPLACED", "SPAN_OVER"]
    message: str

class AcceptBuildDataUnassignedFix(TypedDict):
    kind: Literal["WINDOW", "CAPACITY", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "BREAK", "READY", "TEMPERATURE", "SKILL", "DRIVER", "MAX_STOPS", "RELOAD"]
    vehicle_uuid: UuidOut | None
    amount: float | str

class AcceptBuildDataUnassigned(TypedDict):
    external_ref: str
    order_uuid: UuidOut
    reason: AcceptBuildDataUnassignedReason
    nearest_fix: str | None
    fix: AcceptBuildDataUnassignedFix | None

class AcceptBuildData(TypedDict):
    build_uuid: UuidOut
    """Under this the build is kept."""
    routes: list[RouteWithStops]
    unassigned: list[AcceptBuildDataUnassigned]
    distance_source: Literal["straight_line", "local", "osrm", "valhalla", "google"]
    distances_estimated: bool
    estimate_reason: Literal["TABLE_TOO_LARGE", "PROVIDER_DOWN", "NO_PROVIDER", "BETWEEN_REGIONS", "OUTSIDE_REGIONS"] | None

class OpenRouteBody(TypedDict):
    date: Day
    vehicle_uuid: Uuid

class MoveStopsDataRouteBefore(TypedDict):
    stop_count: float
    distance_miles: float
    minutes: float
    late_stops: float
    load_weight_lbs: float

class MoveStopsDataRouteAfter(TypedDict):
    stop_count: float
    distance_miles: float
    minutes: float
    late_stops: float
    load_weight_lbs: float

class MoveStopsDataRouteWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class MoveStopsDataRoute(TypedDict):
    route_uuid: UuidOut
    name: str
    before: MoveStopsDataRouteBefore
    after: MoveStopsDataRouteAfter
    warnings: list[MoveStopsDataRouteWarning]

class MoveStopsDataAdded(TypedDict):
    distance_miles: float
    minutes: float
    late_stops: float

class MoveStopsData(TypedDict):
    routes: list[MoveStopsDataRoute]
    added: MoveStopsDataAdded

class MoveStopsBodyMoveTo(TypedDict):
    route_uuid: Uuid
    position: int

class MoveStopsBodyMove(TypedDict):
    order_uuids: list[str]
    to: MoveStopsBodyMoveTo | None

class MoveStopsBodyLoadAgain(TypedDict):
    order_uuid: Uuid
    again: bool

class MoveStopsBody(TypedDict):
    moves: list[MoveStopsBodyMove]
    load_again: NotRequired[MoveStopsBodyLoadAgain]
    versions: dict[str, str]
    trips: NotRequired[dict[str, int]]
    preview: bool

class LockStopsBody(TypedDict):
    stop_uuids: list[str]
    locked: bool

class ReverseRouteBody(TypedDict):
    version: str

class ChangeRouteVehicleBody(TypedDict):
    vehicle_uuid: Uuid
    version: str
    trips: NotRequired[dict[str, int]]

class AssignDriverDataWarning(TypedDict):
    code: Literal["CAPACITY", "MAX_STOPS", "SKILL", "DRIVER", "LATE", "SHIFT", "WORKING_TIME", "DRIVING_TIME", "OVERTIME", "BREAK", "READY", "PAIR", "SILENT"]
    message: str

class AssignDriverData(TypedDict):
    route: RouteWithStops
    no_text: str | None
    warnings: NotRequired[list[AssignDriverDataWarning]]
    """Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15
    minutes, so that what was taken off may be done already.
    """

class AssignDriverBody(TypedDict):
    driver_uuid: Uuid | None

class ResendDriverLinkData(TypedDict):
    driver: str
    no_text: str | None

class RecordOutcomeData(TypedDict):
    route: Route
    stop: Stop

class UndoOutcomeData(TypedDict):
    route: Route
    stop: Stop

class CorrectStopData(TypedDict):
    route: Route
    stop: Stop

class CorrectStopBodyItem(TypedDict):
    name: str
    sku: NotRequired[str | None]
    short: NotRequired[float | None]
    """Not there to be handed over."""
    damaged: NotRequired[float | None]
    returned: NotRequired[float | None]
    """Not taken; it goes back."""
    reason: NotRequired[str | None]

class CorrectStopBody(TypedDict):
    status: Literal["DELIVERED", "FAILED", "SKIPPED"]
    reason: NotRequired[str | None]
    driver_notes: NotRequired[str | None]
    left_where: NotRequired[str | None]
    items: NotRequired[list[CorrectStopBodyItem] | None]
    """Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED."""
    occurred_at: NotRequired[Instant | None]

class AddProofData(TypedDict):
    route: Route
    stop: Stop

class CreateDepotData(TypedDict):
    depot_uuid: UuidOut

class CreateDepotBody(TypedDict):
    name: str
    address: NotRequired[str | None]
    lat: float
    lng: float
    is_default: NotRequired[bool | None]

class UpdateDepotBody(TypedDict):
    name: str
    address: NotRequired[str | None]
    lat: float
    lng: float
    is_default: NotRequired[bool | None]
    version: int

class CreateDriverData(TypedDict):
    driver_uuid: UuidOut

class CreateDriverBody(TypedDict):
    name: str
    phone: NotRequired[str | None]
    email: NotRequired[str | None]
    language: NotRequired[Literal["en", "es", "fr", "de"] | None]
    active: NotRequired[bool | None]
    """Default: true."""

class UpdateDriverBody(TypedDict):
    name: str
    phone: NotRequired[str | None]
    email: NotRequired[str | None]
    language: NotRequired[Literal["en", "es", "fr", "de"] | None]
    active: bool
    version: int

class TextDriverPageData(TypedDict):
    driver: str
    no_text: str | None

class CreateVehicleData(TypedDict):
    vehicle_uuid: UuidOut

class CreateVehicleBodyBreak(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay
    minutes: float
    paid: NotRequired[bool | None]
    """An unpaid break costs nothing and is no overtime. Default: true."""

class CreateVehicleBodyStart(TypedDict):
    address: NotRequired[str | None]
    lat: float
    lng: float

class CreateVehicleBodyEnd(TypedDict):
    address: NotRequired[str | None]
    lat: float
    lng: float

class CreateVehicleBodyArea(TypedDict):
    zone_uuid: Uuid
    weekdays: list[Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]]

class CreateVehicleBody(TypedDict):
    name: str
    capacity_lbs: NotRequired[float | None]
    temperature_classes: NotRequired[list[TemperatureClass] | None]
    """Default: ["DRY"]."""
    shift_start: NotRequired[TimeOfDay | None]
    """Default: 00:00."""
    shift_end: NotRequired[TimeOfDay | None]
    """Default: 23:59."""
    max_stops: NotRequired[int | None]
    costing: NotRequired[Literal["CAR", "TRUCK"] | None]
    capacity_pieces: NotRequired[float | None]
    capacity_cubic_feet: NotRequired[float | None]
    skills: NotRequired[list[Skill] | None]
    max_working_minutes: NotRequired[float | None]
    max_driving_minutes: NotRequired[float | None]
    overtime_after_minutes: NotRequired[float | None]
    overtime_factor: NotRequired[float | None]
    service_factor: NotRequired[float | None]
    reload_minutes: NotRequired[float | None]
    max_reloads: NotRequired[int | None]
    breaks: NotRequired[list[CreateVehicleBodyBreak] | None]
    start: NotRequired[CreateVehicleBodyStart | None]
    end: NotRequired[CreateVehicleBodyEnd | None]
    open_end: NotRequired[bool | None]
    areas: NotRequired[list[CreateVehicleBodyArea] | None]
    driver_uuid: NotRequired[Uuid | None]
    depot_uuid: NotRequired[Uuid | None]
    active: NotRequired[bool | None]
    """Default: true."""

class UpdateVehicleBodyBreak(TypedDict):
    window_start: TimeOfDay
    window_end: TimeOfDay
    minutes: float
    paid: NotRequired[bool | None]
    """An unpaid break costs nothing and is no overtime. Default: true."""

class UpdateVehicleBodyStart(TypedDict):
    address: NotRequired[str | None]
    lat: float
    lng: float

class UpdateVehicleBodyEnd(TypedDict):
    address: NotRequired[str | None]
    lat: float
    lng: float

class UpdateVehicleBodyArea(TypedDict):
    zone_uuid: Uuid
    weekdays: list[Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]]

class UpdateVehicleBody(TypedDict):
    name: str
    capacity_lbs: NotRequired[float | None]
    temperature_classes: list[TemperatureClass]
    shift_start: TimeOfDay
    shift_end: TimeOfDay
    max_stops: NotRequired[int | None]
    costing: NotRequired[Literal["CAR", "TRUCK"] | None]
    capacity_pieces: NotRequired[float | None]
    capacity_cubic_feet: NotRequired[float | None]
    skills: NotRequired[list[Skill] | None]
    max_working_minutes: NotRequired[float | None]
    max_driving_minutes: NotRequired[float | None]
    overtime_after_minutes: NotRequired[float | None]
    overtime_factor: NotRequired[float | None]
    service_factor: NotRequired[float | None]
    reload_minutes: NotRequired[float | None]
    max_reloads: NotRequired[int | None]
    breaks: NotRequired[list[UpdateVehicleBodyBreak] | None]
    start: NotRequired[UpdateVehicleBodyStart | None]
    end: NotRequired[UpdateVehicleBodyEnd | None]
    open_end: NotRequired[bool | None]
    areas: NotRequired[list[UpdateVehicleBodyArea] | None]
    driver_uuid: NotRequired[Uuid | None]
    depot_uuid: NotRequired[Uuid | None]
    active: bool
    version: int

class CreateZoneData(TypedDict):
    zone_uuid: UuidOut

class CreateZoneBodyHour(TypedDict):
    start: TimeOfDay
    end: TimeOfDay

class CreateZoneBodyClosure(TypedDict):
    date: Day
    note: str

class CreateZoneBody(TypedDict):
    name: str
    geometry: ZoneArea
    hours: list[CreateZoneBodyHour | None]
    capacity: NotRequired[int | None]
    cutoff_days: NotRequired[int | None]
    cutoff_time: NotRequired[TimeOfDay | None]
    active: NotRequired[bool | None]
    """Default: true."""
    closures: NotRequired[list[CreateZoneBodyClosure] | None]
    """Default: []."""

class UpdateZoneBodyHour(TypedDict):
    start: TimeOfDay
    end: TimeOfDay

class UpdateZoneBodyClosure(TypedDict):
    date: Day
    note: str

class UpdateZoneBody(TypedDict):
    name: str
    geometry: ZoneArea
    hours: list[UpdateZoneBodyHour | None]
    capacity: NotRequired[int | None]
    cutoff_days: NotRequired[int | None]
    cutoff_time: NotRequired[TimeOfDay | None]
    active: bool
    closures: list[UpdateZoneBodyClosure]
    version: int

class ReadSettingsDataChooseWindow(TypedDict):
    start: TimeOut
    end: TimeOut

class ReadSettingsDataQuietHours(TypedDict):
    start: TimeOut
    end: TimeOut

class ReadSettingsData(TypedDict):
    version: float
    name: str
    time_zone: str
    phone_region: str | None
    units: Literal["US", "METRIC", "UK"]
    clock: Literal["H12", "H24"]
    date_format: Literal["MONTH_FIRST", "DAY_FIRST", "YEAR_FIRST"]
    undo_window_seconds: float
    proof_required: Literal["NONE", "PHOTO", "SIGNATURE", "PHOTO_OR_SIGNATURE", "BOTH"]
    proof_required_failed: bool
    share_proof: bool
    ask_rating: bool
    show_items: bool
    customer_language: Literal["en", "es", "fr", "de"]
    office_language: Literal["en", "es"] | None
    choose_days_ahead: float
    choose_until: TimeOut
    choose_windows: list[ReadSettingsDataChooseWindow]
    service_minutes: float
    drivers_may_reorder: bool
    scan_loading: Literal["OFF", "OFFERED", "REQUIRED"]
    scan_door: Literal["OFF", "OFFERED", "REQUIRED"]
    currency: str
    door_code: bool
    failure_reasons: list[str]
    leaving_places: list[str]
    sms_consent_default: bool
    notices: list[Literal["SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]]
    quiet_hours: ReadSettingsDataQuietHours | None
    notice_channels: Literal["ONE", "BOTH"]
    message_texts: dict[str, str]
    mail_subjects: dict[str, str]
    brand_name: str | None
    accent_color: str | None
    logo_path: str | None
    contact_phone: str | None
    contact_email: str | None
    text_price: float | None
    text_currency: str
    keep_orders_days: float | None
    keep_photos_days: float | None
    keep_positions_days: float | None
    keep_messages_days: float | None
    keep_logs_days: float | None
    text_provider: str | None

class ChangeSettingsDataChooseWindow(TypedDict):
    start: TimeOut
    end: TimeOut

class ChangeSettingsDataQuietHours(TypedDict):
    start: TimeOut
    end: TimeOut

class ChangeSettingsData(TypedDict):
    version: float
    name: str
    time_zone: str
    phone_region: str | None
    units: Literal["US", "METRIC", "UK"]
    clock: Literal["H12", "H24"]
    date_format: Literal["MONTH_FIRST", "DAY_FIRST", "YEAR_FIRST"]
    undo_window_seconds: float
    proof_required: Literal["NONE", "PHOTO", "SIGNATURE", "PHOTO_OR_SIGNATURE", "BOTH"]
    proof_required_failed: bool
    share_proof: bool
    ask_rating: bool
    show_items: bool
    customer_language: Literal["en", "es", "fr", "de"]
    office_language: Literal["en", "es"] | None
    choose_days_ahead: float
    choose_until: TimeOut
    choose_windows: list[ChangeSettingsDataChooseWindow]
    service_minutes: float
    drivers_may_reorder: bool
    scan_loading: Literal["OFF", "OFFERED", "REQUIRED"]
    scan_door: Literal["OFF", "OFFERED", "REQUIRED"]
    currency: str
    door_code: bool
    failure_reasons: list[str]
    leaving_places: list[str]
    sms_consent_default: bool
    notices: list[Literal["SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]]
    quiet_hours: ChangeSettingsDataQuietHours | None
    notice_channels: Literal["ONE", "BOTH"]
    message_texts: dict[str, str]
    mail_subjects: dict[str, str]
    brand_name: str | None
    accent_color: str | None
    logo_path: str | None
    contact_phone: str | None
    contact_email: str | None
    text_price: float | None
    text_currency: str
    keep_orders_days: float | None
    keep_photos_days: float | None
    keep_positions_days: float | None
    keep_messages_days: float | None
    keep_logs_days: float | None
    text_provider: str | None

class ChangeSettingsBodyChooseWindow(TypedDict):
    start: TimeOfDay
    end: TimeOfDay

class ChangeSettingsBodyQuietHours(TypedDict):
    start: TimeOfDay
    end: TimeOfDay

class ChangeSettingsBody(TypedDict):
    name: NotRequired[str]
    time_zone: NotRequired[str]
    phone_region: NotRequired[str | None]
    """ISO 3166-1 code with two letters, in capitals in responses."""
    units: NotRequired[Literal["US", "METRIC", "UK"]]
    clock: NotRequired[Literal["H12", "H24"]]
    date_format: NotRequired[Literal["MONTH_FIRST", "DAY_FIRST", "YEAR_FIRST"]]
    undo_window_seconds: NotRequired[int]
    proof_required: NotRequired[Literal["NONE", "PHOTO", "SIGNATURE", "PHOTO_OR_SIGNATURE", "BOTH"]]
    proof_required_failed: NotRequired[bool]
    share_proof: NotRequired[bool]
    ask_rating: NotRequired[bool]
    show_items: NotRequired[bool]
    customer_language: NotRequired[Literal["en", "es", "fr", "de"]]
    office_language: NotRequired[Literal["en", "es"] | None]
    choose_days_ahead: NotRequired[int]
    choose_until: NotRequired[TimeOfDay]
    choose_windows: NotRequired[list[ChangeSettingsBodyChooseWindow]]
    service_minutes: NotRequired[float]
    drivers_may_reorder: NotRequired[bool]
    scan_loading: NotRequired[Literal["OFF", "OFFERED", "REQUIRED"]]
    scan_door: NotRequired[Literal["OFF", "OFFERED", "REQUIRED"]]
    currency: NotRequired[str]
    """ISO 4217, in capitals in responses."""
    door_code: NotRequired[bool]
    failure_reasons: NotRequired[list[str]]
    leaving_places: NotRequired[list[str]]
    sms_consent_default: NotRequired[bool]
    notices: NotRequired[list[Literal["SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]]]
    quiet_hours: NotRequired[ChangeSettingsBodyQuietHours | None]
    notice_channels: NotRequired[Literal["ONE", "BOTH"]]
    message_texts: NotRequired[dict[str, str]]
    mail_subjects: NotRequired[dict[str, str]]
    brand_name: NotRequired[str | None]
    accent_color: NotRequired[str | None]
    contact_phone: NotRequired[str | None]
    contact_email: NotRequired[str | None]
    text_price: NotRequired[float | None]
    text_currency: NotRequired[str]
    """ISO 4217, in capitals in responses."""
    keep_orders_days: NotRequired[int | None]
    keep_photos_days: NotRequired[int | None]
    keep_positions_days: NotRequired[int | None]
    keep_messages_days: NotRequired[int | None]
    keep_logs_days: NotRequired[int | None]
    version: int

class ReadTrafficData(TypedDict):
    factors: list[float]
    measured: list[float | None]
    drives: list[float]

class ChangeTrafficData(TypedDict):
    factors: list[float]
    measured: list[float | None]
    drives: list[float]

class ChangeTrafficBody(TypedDict):
    factors: list[float]

class ReadReportDataDay(TypedDict):
    routes: float
    delivered: float
    failed: float
    skipped: float
    windowed: float
    on_time: float
    timed_routes: float
    planned_minutes: float
    actual_minutes: float
    measured_routes: float
    planned_miles: float
    driven_miles: float
    rated: float
    stars: float | None
    date: DayOut

class ReadReportDataDriver(TypedDict):
    routes: float
    delivered: float
    failed: float
    skipped: float
    windowed: float
    on_time: float
    timed_routes: float
    planned_minutes: float
    actual_minutes: float
    measured_routes: float
    planned_miles: float
    driven_miles: float
    rated: float
    stars: float | None
    driver_uuid: UuidOut | None
    name: str | None

class ReadReportDataFailure(TypedDict):
    reason: str | None
    count: float

class ReadReportDataAttempt(TypedDict):
    attempt: float
    deliveries: float
    delivered: float
    failed: float

class ReadReportDataMessage(TypedDict):
    channel: Literal["SMS", "EMAIL"]
    kind: Literal["DRIVER_ROUTE", "DRIVER_HOME", "SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]
    sent: float
    segments: float
    price: float | None
    currency: str | None

class ReadReportDataCollected(TypedDict):
    date: DayOut
    driver_uuid: UuidOut | None
    name: str | None
    currency: str
    cash: str
    card: str
    deliveries: float
    unpaid: float

class ReadReportDataTotals(TypedDict):
    routes: float
    delivered: float
    failed: float
    skipped: float
    windowed: float
    on_time: float
    timed_routes: float
    planned_minutes: float
    actual_minutes: float
    measured_routes: float
    planned_miles: float
    driven_miles: float
    rated: float
    stars: float | None

ReadReportData = TypedDict(
    "ReadReportData",
    {
        "from": "DayOut",
        "to": "DayOut",
        "days": "list[ReadReportDataDay]",
        "drivers": "list[ReadReportDataDriver]",
        "failures": "list[ReadReportDataFailure]",
        "attempts": "list[ReadReportDataAttempt]",
        "messages": "list[ReadReportDataMessage]",
        "collected": "list[ReadReportDataCollected]",
        "totals": "ReadReportDataTotals",
    },
)

class ReadExceptionsDataLateTapTap(TypedDict):
    kind: Literal["LOAD", "START", "HEAD", "ARRIVE", "OUTCOME", "UNDO", "REMOVE_PHOTO", "REORDER", "END", "DELIVERED", "FAILED", "SKIPPED", "PHOTO", "SIGNATURE"]
    at: InstantOut
    received_at: InstantOut
    reason: str | None
    notes: str | None
    refused: str

class ReadExceptionsDataLateTapPicture(TypedDict):
    kind: Literal["PHOTO", "SIGNATURE"]
    item: NotRequired[str]
    url: str

class ReadExceptionsDataLateTap(TypedDict):
    route_uuid: UuidOut
    route_name: str
    date: DayOut
    stop_uuid: UuidOut | None
    order_uuid: UuidOut | None
    external_ref: str | None
    line1: str | None
    order_status: Literal["OPEN", "SCHEDULED", "DELIVERED", "FAILED", "CANCELLED"] | None
    reported: Literal["DELIVERED", "FAILED", "SKIPPED"] | None
    taps: list[ReadExceptionsDataLateTapTap]
    pictures: list[ReadExceptionsDataLateTapPicture]

class ReadExceptionsDataFailed(TypedDict):
    order_uuid: UuidOut
    external_ref: str
    customer_name: str
    route_name: str
    reason: str | None

class ReadExceptionsDataMessage(TypedDict):
    kind: Literal["DRIVER_ROUTE", "DRIVER_HOME", "SCHEDULED", "OUT_FOR_DELIVERY", "NEXT_STOP", "DELAYED", "NOT_COMING", "DELIVERED", "FAILED", "CORRECTED"]
    order_uuid: UuidOut | None
    external_ref: str | None
    route_name: str | None

class ReadExceptionsDataWebhook(TypedDict):
    endpoint_uuid: UuidOut
    url: str
    failing_since: InstantOut

class ReadExceptionsData(TypedDict):
    late_taps: list[ReadExceptionsDataLateTap]
    failed: list[ReadExceptionsDataFailed]
    messages: list[ReadExceptionsDataMessage]
    webhooks: list[ReadExceptionsDataWebhook]

class ReplayEventsData(TypedDict):
    deliveries: int
    """How many are due now."""

WebhookPayload = Union[
    "WebhookStopScheduled",
    "WebhookStopEnRoute",
    "WebhookStopDelivered",
    "WebhookStopFailed",
    "WebhookStopSkipped",
    "WebhookStopUndone",
    "WebhookStopCorrected",
    "WebhookOrderUnassigned",
    "WebhookOrderUpdated",
    "WebhookOrderCancelled",
    "WebhookRouteCompleted",
    "WebhookRouteCancelled",
    "WebhookOrderCreated",
    "WebhookRouteDispatched",
    "WebhookRouteStarted",
    "WebhookRouteReplanned",
    "WebhookStopArrived",
    "WebhookStopEtaChanged",
    "WebhookEndpointTest",
]
"""What a webhook carries: its event tells which."""

EventName = Literal[
    "stop.scheduled",
    "stop.en_route",
    "stop.delivered",
    "stop.failed",
    "stop.skipped",
    "stop.undone",
    "stop.corrected",
    "order.unassigned",
    "order.updated",
    "order.cancelled",
    "route.completed",
    "route.cancelled",
    "order.created",
    "route.dispatched",
    "route.started",
    "route.replanned",
    "stop.arrived",
    "stop.eta_changed",
    "endpoint.test",
]

ErrorCode = Literal[
    "INVALID",
    "INVALID_JSON",
    "IDEMPOTENCY_KEY_MISSING",
    "CONTRADICTION",
    "BAD_REQUEST",
    "UNAUTHENTICATED",
    "KEY_EXPIRED",
    "SCOPE_MISSING",
    "ADDRESS_NOT_ALLOWED",
    "SIGNATURE_INVALID",
    "LINK_INVALID",
    "LINK_EXPIRED",
    "NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "TIMEOUT",
    "IDEMPOTENCY_KEY_REUSED",
    "IDEMPOTENCY_KEY_IN_USE",
    "RECORDS_BUSY",
    "ORDER_ON_DISPATCHED_ROUTE",
    "ORDER_FINAL",
    "REFERENCE_TAKEN",
    "RECURRING_ORDER_ENDED",
    "CHANGED_MEANWHILE",
    "OUT_FOR_DELIVERY",
    "SOLVE_CALLED_OFF",
    "BUILD_TOO_LARGE",
    "NOT_ROUTABLE",
    "NOTHING_ROUTABLE",
    "NO_VEHICLE",
    "VEHICLE_INACTIVE",
    "VEHICLE_BUSY",
    "NO_DEPOT",
    "BUILD_RUNNING",
    "BUILD_OUTDATED",
    "TEST_KEY_NEEDED",
    "TEST_DAY_RUNNING",
    "TEST_DAY_TAKES_NO_PHOTOS",
    "NO_OPEN_ROUTE",
    "REPLAN_EXPIRED",
    "REPLAN_ACCEPTED",
    "RELOAD_TO_COME",
    "NOTHING_LOADED",
    "PLACE_UNKNOWN",
    "REPLAN_STALE",
    "ROUTE_RUNNING",
    "ROUTE_NOT_DISPATCHABLE",
    "ROUTE_EMPTY",
    "DRIVE_WINDOW_PASSED",
    "ROUTE_NOT_CANCELLABLE",
    "ROUTE_NOT_RUNNING",
    "STOP_FINISHED",
    "NOTHING_TO_UNDO",
    "ORDER_REPEATED",
    "ORDER_MOVED_ON",
    "NOTHING_TO_CORRECT",
    "OUTCOME_HELD",
    "REORDER_NOT_ALLOWED",
    "ROUTE_CHANGED",
    "PROOF_FULL",
    "PROOF_REQUIRED",
    "CHECK_REQUIRED",
    "CODE_LOCKED",
    "SCAN_REQUIRED",
    "NOT_RATABLE",
    "RATING_FINAL",
    "DAY_FIXED",
    "DAY_TAKEN",
    "ROUTE_UNKNOWN",
    "ROUTE_OVER",
    "NO_PHONE",
    "DRIVER_NOT_ACTIVE",
    "STOP_GONE",
    "STOP_LOCKED",
    "NO_RELOAD",
    "ORDER_NOT_OPEN",
    "UNPLACED",
    "OTHER_DAY",
    "TEMPERATURE",
    "NOT_FAILED",
    "BUILD_STALE",
    "BUILD_EXPIRED",
    "BUILD_ACCEPTED",
    "NOT_BOOKABLE",
    "PERSON_UNDER_WAY",
    "TOO_MANY_ENDPOINTS",
    "ANSWER_ERASED",
    "LINK_ENDED",
    "EVENTS_GONE",
    "BODY_TOO_LARGE",
    "URI_TOO_LONG",
    "UNSUPPORTED_MEDIA_TYPE",
    "EXPECTATION_FAILED",
    "ADDRESS_NOT_FOUND",
    "ZONES_TOO_LARGE",
    "RATE_LIMITED",
    "SOLVER_BUSY",
    "INTERNAL",
    "DATABASE_UNREACHABLE",
    "DISK_FULL",
    "BUSINESS_MOVING",
    "BUSINESS_MOVED",
    "FILES_UNREACHABLE",
    "UPLOADS_BUSY",
    "SERVER_BUSY",
    "AREAS_BUSY",
    "TIMED_OUT",
    "GEOCODER_DOWN",
    "GEOCODER_NOT_CONFIGURED",
]
"""Why a request was refused; openapi.json says what each means."""
