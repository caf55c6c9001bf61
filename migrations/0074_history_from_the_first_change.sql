create or replace function order_state(o orders) returns jsonb language sql stable
  return jsonb_build_object('status', o.status, 'delivery_date', o.delivery_date, 'window_start', o.window_start,
    'window_end', o.window_end, 'attempt', o.attempt, 'route_uuid', o.route_uuid, 'stop_uuid', o.stop_uuid);

-- An order that nothing has happened to has no entry: it is as it was made. Its first change writes both, which it was and is, so
-- that to take an order costs nothing here.
create or replace function order_history() returns trigger language plpgsql as $$
begin
  insert into history (business_uuid, at, kind, record_uuid, state)
  select old.business_uuid, old.created_at, 'ORDER', old.order_uuid, order_state(old)
  where not exists (
    select from history where business_uuid = old.business_uuid and kind = 'ORDER' and record_uuid = old.order_uuid);
  insert into history (business_uuid, at, kind, record_uuid, state)
  values (old.business_uuid, history_now(), 'ORDER', old.order_uuid, case when tg_op <> 'DELETE' then order_state(new) end);
  return null;
end $$;
drop trigger if exists order_history_written on orders;
create or replace trigger order_history_removed after delete on orders for each row execute function order_history();
