-- Where a delivery was when its stop was skipped: moved since, it no longer fits the route that would get it back.
alter table stops add column skipped_lat double precision, add column skipped_lng double precision;
