-- Orders that may be delivered on any day of a span: as it was sent. `delivery_date` is the day of it that was chosen.
alter table orders add column if not exists first_day date;
alter table orders add column if not exists last_day date;
