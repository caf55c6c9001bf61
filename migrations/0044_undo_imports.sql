-- Imports are undone as one step, too.
alter table undo_steps drop constraint if exists undo_steps_kind_check;
alter table undo_steps add constraint undo_steps_kind_check
  check (kind in ('ORDERS_CANCELLED', 'ORDERS_MOVED', 'ROUTES_BUILT', 'ORDERS_IMPORTED')) not valid;
alter table undo_steps validate constraint undo_steps_kind_check;
