-- A delay that the office was told of a route: until when the route does not go on, and when that was told.
alter table routes add column if not exists delayed_until timestamptz;
alter table routes add column if not exists delay_told_at timestamptz;
