-- Vehicles and routes can be of cargo bikes. All existing rows meet the larger check, so that they need no scan.
alter table vehicles
  drop constraint if exists vehicles_costing_check,
  add constraint vehicles_costing_check check (costing in ('CAR', 'TRUCK', 'BICYCLE')) not valid;
alter table routes
  drop constraint if exists routes_costing_check,
  add constraint routes_costing_check check (costing in ('CAR', 'TRUCK', 'BICYCLE')) not valid;
