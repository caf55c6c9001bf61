-- A route that the office emptied after it was sent ends then, unless it has got stops again: until then that can be undone.
alter table routes add column if not exists ends_at timestamptz;
