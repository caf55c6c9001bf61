-- Links that people ask for themselves leave the second factor in place; those an owner makes take it away.
alter table user_links add column keeps_totp boolean not null default false;
create index user_links_by_user on user_links (business_uuid, user_uuid) where user_uuid is not null;

-- Codes that each stand in for the second factor once; only their hashes are kept.
create table recovery_codes (
  business_uuid uuid not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  primary key (business_uuid, user_uuid, code_hash),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy own_business on recovery_codes to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on recovery_codes to %I using (true)', current_user); end $$;
grant select, insert, delete on recovery_codes to roundsman_app;

-- Files that were uploaded and never imported go after a day.
create index imports_never_started on imports (created_at) where status = 'UPLOADED';
grant delete on imports to roundsman_system;
