-- What a vehicle is driven as, and what a route was planned for.
alter table vehicles add column costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK'));
alter table routes add column costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK'));
-- How far the order's point lies from the nearest road, as the distance provider last said.
alter table orders add column road_meters double precision;
