-- Which load of its route a stop's goods are part of: those of a later one are loaded when the vehicle is back at the depot.
alter table stops add column if not exists trip integer not null default 1;
