-- What a driver reads, where the office says so; null leaves it to the driver's phone.
alter table drivers add column if not exists language text check (language in ('en', 'es', 'fr', 'de'));
