-- What the office is read in: as each person chose, or else the business; null leaves it to the browser.
alter table users add column if not exists language text check (language in ('en', 'es'));
alter table businesses add column if not exists office_language text check (office_language in ('en', 'es'));
