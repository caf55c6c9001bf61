-- Orders that wait for the geocoder are due work: leased while looked up, put off when the look-up fails.
alter table orders add column place_after timestamptz;
drop index orders_to_place;
create index orders_to_place on orders (place_after nulls first, changed_at)
  where placement = 'PENDING' and status = 'OPEN';
grant update (place_after) on orders to roundsman_system;

-- What a zone's capacity counts: read from the index alone.
create index orders_zone_load on orders (business_uuid, delivery_date) include (lat, lng)
  where status <> 'CANCELLED' and lat is not null;
