-- What was done by hand to routes is undone as one step, too, and made again.
alter table undo_steps drop constraint if exists undo_steps_kind_check;
alter table undo_steps add constraint undo_steps_kind_check
  check (kind in ('ORDERS_CANCELLED', 'ORDERS_MOVED', 'ROUTES_BUILT', 'ORDERS_IMPORTED', 'ROUTES_CHANGED',
                  'ROUTES_CHANGED_BACK')) not valid;
alter table undo_steps validate constraint undo_steps_kind_check;
