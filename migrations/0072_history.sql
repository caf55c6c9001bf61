-- What orders, routes and stops were after each change, so that a day can be shown as it was known at any minute
-- (docs/spec/routes.md#playback). Without names and texts: who a delivery was for is asked of the order.
create table if not exists history (
  business_uuid uuid not null references businesses,
  position bigint generated always as identity,
  -- By the clock of the transaction that changed it.
  at timestamptz not null,
  kind text not null check (kind in ('ORDER', 'ROUTE', 'STOP')),
  record_uuid uuid not null,
  -- A route's own, and that of a stop; null for an order.
  route_uuid uuid,
  -- Null once it is removed.
  state jsonb,
  primary key (business_uuid, position)
);
create index if not exists history_of_routes on history (business_uuid, route_uuid, position) where route_uuid is not null;

alter table history enable row level security;
alter table history force row level security;
drop policy if exists own_business on history;
create policy own_business on history to roundsman_app using (business_uuid = current_business());
-- The clean-up job removes what is kept no longer.
drop policy if exists system on history;
create policy system on history to roundsman_system using (true);
do $$ begin
  drop policy if exists owner on history;
  execute format('create policy owner on history to %I using (true)', current_user);
end $$;
grant select, insert on history to roundsman_app;
grant select, delete on history to roundsman_system;

-- Writers say what time it is, as their clock may be a simulated one.
create or replace function history_now() returns timestamptz language sql volatile
  return coalesce(nullif(current_setting('roundsman.now', true), '')::timestamptz, clock_timestamp());

create or replace function order_history() returns trigger language plpgsql as $$
begin
  insert into history (business_uuid, at, kind, record_uuid, state)
  values (coalesce(new.business_uuid, old.business_uuid), history_now(), 'ORDER', coalesce(new.order_uuid, old.order_uuid),
    case when tg_op <> 'DELETE' then jsonb_build_object(
      'status', new.status, 'delivery_date', new.delivery_date, 'window_start', new.window_start, 'window_end', new.window_end,
      'attempt', new.attempt, 'route_uuid', new.route_uuid, 'stop_uuid', new.stop_uuid) end);
  return null;
end $$;

create or replace function route_history() returns trigger language plpgsql as $$
begin
  insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
  values (coalesce(new.business_uuid, old.business_uuid), history_now(), 'ROUTE', coalesce(new.route_uuid, old.route_uuid),
    coalesce(new.route_uuid, old.route_uuid),
    case when tg_op <> 'DELETE' then jsonb_build_object(
      'status', new.status, 'vehicle_uuid', new.vehicle_uuid, 'driver_uuid', new.driver_uuid,
      'planned_start', new.planned_start, 'planned_end', new.planned_end, 'dispatched_at', new.dispatched_at,
      'started_at', new.started_at, 'completed_at', new.completed_at, 'cancelled_at', new.cancelled_at) end);
  return null;
end $$;

create or replace function stop_history() returns trigger language plpgsql as $$
declare
  after_change jsonb := case when tg_op <> 'DELETE' then jsonb_build_object(
    'route_uuid', new.route_uuid, 'order_uuid', new.order_uuid, 'sequence', new.sequence, 'status', new.status, 'locked', new.locked,
    'service_minutes', new.service_minutes, 'planned_arrival', new.planned_arrival, 'planned_departure', new.planned_departure,
    'arrived_at', new.arrived_at, 'finished_at', new.finished_at) end;
begin
  -- The route that it leaves hears of it, too.
  if tg_op = 'UPDATE' and new.route_uuid <> old.route_uuid then
    insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
    values (old.business_uuid, history_now(), 'STOP', old.stop_uuid, old.route_uuid, after_change);
  end if;
  insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
  values (coalesce(new.business_uuid, old.business_uuid), history_now(), 'STOP', coalesce(new.stop_uuid, old.stop_uuid),
    coalesce(new.route_uuid, old.route_uuid), after_change);
  return null;
end $$;

-- Updates of anything else, such as places and expected arrivals, don't call it.
create or replace trigger order_history_written after insert or delete on orders for each row execute function order_history();
create or replace trigger order_history_changed after update on orders for each row
  when ((old.status, old.delivery_date, old.window_start, old.window_end, old.attempt, old.route_uuid, old.stop_uuid)
    is distinct from (new.status, new.delivery_date, new.window_start, new.window_end, new.attempt, new.route_uuid, new.stop_uuid))
  execute function order_history();
create or replace trigger route_history_written after insert or delete on routes for each row execute function route_history();
create or replace trigger route_history_changed after update on routes for each row
  when ((old.status, old.vehicle_uuid, old.driver_uuid, old.planned_start, old.planned_end, old.dispatched_at, old.started_at,
      old.completed_at, old.cancelled_at)
    is distinct from (new.status, new.vehicle_uuid, new.driver_uuid, new.planned_start, new.planned_end, new.dispatched_at,
      new.started_at, new.completed_at, new.cancelled_at))
  execute function route_history();
create or replace trigger stop_history_written after insert or delete on stops for each row execute function stop_history();
create or replace trigger stop_history_changed after update on stops for each row
  when ((old.route_uuid, old.order_uuid, old.sequence, old.status, old.locked, old.service_minutes, old.planned_arrival,
      old.planned_departure, old.arrived_at, old.finished_at)
    is distinct from (new.route_uuid, new.order_uuid, new.sequence, new.status, new.locked, new.service_minutes,
      new.planned_arrival, new.planned_departure, new.arrived_at, new.finished_at))
  execute function stop_history();
