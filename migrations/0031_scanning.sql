-- Whether drivers scan what they load and what they hand over.
alter table businesses add column if not exists scan_loading text not null default 'OFF'
  check (scan_loading in ('OFF', 'OFFERED', 'REQUIRED'));
alter table businesses add column if not exists scan_door text not null default 'OFF'
  check (scan_door in ('OFF', 'OFFERED', 'REQUIRED'));
-- What the driver found before the start, load by load.
alter table routes add column if not exists load_checks jsonb;
-- What was scanned at the door, and what became of the items where not all were delivered as ordered.
alter table stops add column if not exists scans jsonb;
alter table stops add column if not exists item_outcomes jsonb;
-- The same as the driver told it: of what could not count, the office makes an outcome with it.
alter table driver_taps add column if not exists scans jsonb;
alter table driver_taps add column if not exists item_differences jsonb;
