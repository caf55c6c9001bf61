-- Imported addresses belong to the region or list that they came from. Those imported before are imported again.
drop schema if exists address_index cascade;

-- Marks of the regions, as they were, on whose roads a route is drawn.
alter table routes add column if not exists ways_drawn_on text[];
grant update (ways_drawn_on) on routes to roundsman_system;
