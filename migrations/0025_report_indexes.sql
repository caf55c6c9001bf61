-- Outside a transaction.
-- What reports sum up of each route's stops, and why deliveries failed.
drop index concurrently if exists stops_reported;
create index concurrently stops_reported on stops (business_uuid, route_uuid)
  include (status, on_time, planned_departure, finished_at) where status in ('DELIVERED', 'FAILED', 'SKIPPED');
drop index concurrently if exists stops_failed;
create index concurrently stops_failed on stops (business_uuid, route_uuid) where status = 'FAILED';
