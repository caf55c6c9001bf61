-- What a step of the office changed, row by row, so that Undo writes back what was recorded (docs/decisions/032-moves-are-kept-to-be-undone.md).
create table if not exists step_rows (
  business_uuid uuid not null,
  step_uuid uuid not null,
  -- ORDER, ROUTE, STOP or BUILD.
  kind text not null,
  record_uuid uuid not null,
  -- Null if the step added the row, or removed it.
  before jsonb,
  after jsonb,
  depots uuid[] default current_depots(),
  primary key (business_uuid, step_uuid, kind, record_uuid),
  -- Rows are written before their step is.
  foreign key (business_uuid, step_uuid) references undo_steps on delete cascade deferrable initially deferred
);
alter table step_rows enable row level security;
alter table step_rows force row level security;
drop policy if exists own_business on step_rows;
create policy own_business on step_rows to roundsman_app using (business_uuid = current_business());
do $$ begin
  drop policy if exists owner on step_rows;
  execute format('create policy owner on step_rows to %I using (true)', current_user);
end $$;
drop policy if exists of_depots on step_rows;
create policy of_depots on step_rows as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or depots <@ (select current_depots())::uuid[]);
grant select, insert, update, delete on step_rows to roundsman_app;
-- A route that a build added is removed when the build is undone.
grant delete on routes to roundsman_app;

alter table undo_steps
  -- The step undid another one.
  add column if not exists is_undo boolean not null default false,
  -- The permission that the step took, and undoing it takes.
  add column if not exists permission text,
  -- What the step is called by: how many orders or routes, and their day if it is one.
  add column if not exists count integer not null default 0,
  add column if not exists day date;

-- The plan that a row holds: no name of a customer, no link and no position. Instants are written in UTC, to be compared.
-- `timed_by` is a digest of all of an order that the times of its route rest on; it is compared, and never written back.
create or replace function plan_of(o orders) returns jsonb language sql stable set timezone = 'UTC'
  return jsonb_build_object('order_uuid', o.order_uuid, 'status', o.status, 'delivery_date', o.delivery_date,
    'first_day', o.first_day, 'last_day', o.last_day, 'window_start', o.window_start, 'window_end', o.window_end,
    'temperature_class', o.temperature_class, 'load_weight_lbs', o.load_weight_lbs, 'route_uuid', o.route_uuid,
    'stop_uuid', o.stop_uuid, 'came_off_at', o.came_off_at, 'timed_by', md5(jsonb_build_array(o.lat, o.lng, o.window_start,
    o.window_end, o.service_minutes, o.rules)::text));
create or replace function plan_of(r routes) returns jsonb language sql stable set timezone = 'UTC'
  return to_jsonb(r) - array['business_uuid', 'link_nonce', 'link_hash', 'previous_link_hash', 'position_lat', 'position_lng',
    'position_at', 'ways_due_at', 'ways_drawn_on', 'driven_meters'];
create or replace function plan_of(s stops) returns jsonb language sql stable set timezone = 'UTC'
  return to_jsonb(s) - 'business_uuid';
-- Whether its routes are those of the day.
create or replace function plan_of(b builds) returns jsonb language sql stable set timezone = 'UTC'
  return jsonb_build_object('build_uuid', b.build_uuid, 'made_at', b.made_at);

-- Called while the transaction names a step: the first change of a row keeps how it was, the last one how it is.
create or replace function step_row() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then plan_of(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then plan_of(new) end;
begin
  -- A build that is undone is kept, as one that nobody chose.
  if tg_op = 'INSERT' and tg_argv[0] = 'BUILD' then was := is_now || '{"made_at": null}'; end if;
  if was is distinct from is_now then
    insert into step_rows (business_uuid, step_uuid, kind, record_uuid, before, after)
    values (coalesce(new.business_uuid, old.business_uuid), current_setting('roundsman.step')::uuid, tg_argv[0],
      (coalesce(is_now, was) ->> (lower(tg_argv[0]) || '_uuid'))::uuid, was, is_now)
    -- What others changed between two transactions of the step is part of how the row was.
    on conflict (business_uuid, step_uuid, kind, record_uuid) do update set after = excluded.after,
      before = step_rows.before || coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(was) where value is distinct from step_rows.after -> key), '{}');
  end if;
  return null;
end $$;

-- No step adds or removes an order.
create or replace trigger order_in_step after update on orders for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('ORDER');
create or replace trigger route_in_step after insert or update or delete on routes for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('ROUTE');
create or replace trigger stop_in_step after insert or update or delete on stops for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('STOP');
create or replace trigger build_in_step after insert or update on builds for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('BUILD');
