-- Outcomes of repeated deliveries are written back to the shop of the original.
grant select on repeated_orders to roundsman_system;
create policy system on repeated_orders to roundsman_system using (true);

-- Returns the connections of the shops that ordered this delivery, or one that it repeats. The deliveries may belong to
-- depots that the caller can't see.
create function connectors_of(delivery uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    with recursive attempts (order_uuid) as (
      select delivery
      union
      select r.order_uuid from attempts a
      join repeated_orders r on r.business_uuid = current_business() and r.repeat_uuid = a.order_uuid)
    select p.connector_uuid from attempts a
    join connector_payloads p on p.business_uuid = current_business() and p.order_uuid = a.order_uuid;
  end;
