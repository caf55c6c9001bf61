-- Tells one state of a depot, driver or vehicle from another: the second of two who edit it is told.
alter table depots add column version integer not null default 1;
alter table drivers add column version integer not null default 1;
alter table vehicles add column version integer not null default 1;
