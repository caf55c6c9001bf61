-- What customers see of the business, which notices it sends, and a number that tells one state of the settings from another.
alter table businesses
  -- The name in messages and on tracking pages; null = the business's own.
  add column brand_name text,
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column logo_file uuid,
  add column logo_type text,
  -- Kinds of message that are off though their group is on.
  add column notices_off text[] not null default '{}',
  add column settings_version integer not null default 1,
  add check ((logo_file is null) = (logo_type is null));
create unique index businesses_logo on businesses (logo_file) where logo_file is not null;
