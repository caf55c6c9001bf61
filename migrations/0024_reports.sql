-- Outside a transaction.
-- Reports over months of deliveries: what they sum up stands on the stop and the route, and in an index.

-- Whether a delivery was on time, decided with its outcome; null while there is none, or without a window.
alter table stops add column if not exists on_time boolean;
-- By the positions that the driver's phone sent; null when it sent none.
alter table routes add column if not exists driven_meters double precision;

-- A business's day at a time, so that no writer waits long.
do $$
  declare
    one record;
  begin
    for one in select distinct business_uuid, date from routes loop
      update stops s set on_time =
        (o.window_end is null
          or coalesce(s.arrived_at, s.finished_at)
            < ((r.date + o.window_end) at time zone b.time_zone) + interval '1 minute')
        and (o.window_start is null or s.finished_at >= ((r.date + o.window_start) at time zone b.time_zone))
      from orders o, routes r, businesses b
      where s.status = 'DELIVERED' and (o.window_start is not null or o.window_end is not null)
        and r.business_uuid = one.business_uuid and r.date = one.date
        and s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid
        and o.business_uuid = s.business_uuid and o.order_uuid = s.order_uuid
        and b.business_uuid = s.business_uuid;
      commit;
    end loop;
  end $$;
