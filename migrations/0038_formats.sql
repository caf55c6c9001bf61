-- How a business reads and types measures, times of day and dates.
alter table businesses add column if not exists units text not null default 'US' check (units in ('US', 'METRIC', 'UK'));
alter table businesses add column if not exists clock text not null default 'H12' check (clock in ('H12', 'H24'));
alter table businesses add column if not exists date_format text not null default 'MONTH_FIRST'
  check (date_format in ('MONTH_FIRST', 'DAY_FIRST', 'YEAR_FIRST'));
-- In which units files with these columns are, where they don't say so themselves.
alter table import_mappings add column if not exists units text check (units in ('US', 'METRIC'));
