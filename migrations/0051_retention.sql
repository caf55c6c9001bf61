-- How many days a business keeps each kind of data; null is for good. And when that was last carried out.
alter table businesses
  add column if not exists keep_orders_days integer check (keep_orders_days between 30 and 3650),
  add column if not exists keep_photos_days integer check (keep_photos_days between 30 and 3650),
  add column if not exists keep_positions_days integer check (keep_positions_days between 30 and 3650),
  add column if not exists keep_messages_days integer check (keep_messages_days between 30 and 3650),
  add column if not exists keep_logs_days integer check (keep_logs_days between 30 and 3650),
  add column if not exists retained_at timestamptz;
grant update (retained_at) on businesses to roundsman_system;

-- When it was taken out of a delivery whose it was.
alter table orders add column if not exists erased_at timestamptz;

grant update on refused_proofs to roundsman_app;
grant delete on text_replies, undo_steps to roundsman_app;
-- The application can add to the audit log, and no more. The system takes out what is too old, and of the rest what names a
-- person: it can empty a detail, and write nothing into it.
drop policy if exists system on audit_log;
drop policy if exists system_reads on audit_log;
create policy system_reads on audit_log for select to roundsman_system using (true);
drop policy if exists system_removes on audit_log;
create policy system_removes on audit_log for delete to roundsman_system using (true);
drop policy if exists system_empties on audit_log;
create policy system_empties on audit_log for update to roundsman_system using (true) with check (detail is null);
grant select, delete, update (detail) on audit_log to roundsman_system;
