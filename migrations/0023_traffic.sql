-- How much longer driving takes than on empty roads, hour by hour from midnight; null is nowhere longer.
alter table businesses add column traffic_factors double precision[];
-- What a route's driving times were multiplied by when it was planned.
alter table routes add column traffic_factor double precision not null default 1;
