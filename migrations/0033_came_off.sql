-- When a change of the order took it off the route it was planned on; null once it is on a route again.
alter table orders add column if not exists came_off_at timestamptz;
