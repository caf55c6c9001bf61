-- Customers may choose another day: so many days ahead (0: they may not), until a time of the day before, in these windows.
alter table businesses add column if not exists choose_days_ahead integer not null default 0
  check (choose_days_ahead between 0 and 14);
alter table businesses add column if not exists choose_until text not null default '18:00';
alter table businesses add column if not exists choose_windows jsonb not null default '[]'
  check (jsonb_array_length(choose_windows) <= 6);
