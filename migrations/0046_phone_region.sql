-- The country whose phone numbers a business writes without a country code; none is that of its time zone.
alter table businesses add column if not exists phone_region text check (phone_region ~ '^[A-Z]{2}$');
