-- A row that failed is tried again later and holds up no other. How the dates of a file were read is remembered with
-- its columns.
alter table import_rows add column attempts integer not null default 0, add column due_at timestamptz;
alter table import_mappings add column date_order text check (date_order in ('MONTH_FIRST', 'DAY_FIRST'));
