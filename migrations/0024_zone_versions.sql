-- Tells one state of a zone from another: the second of two who edit it is told.
alter table zones add column version integer not null default 1;
