-- Files that no row names yet, or no longer: written down before a file is kept, struck out in the commit that names it.
-- What stays here was left by a crash, and is removed after a while.
create table unnamed_files (
  business_uuid uuid not null references businesses on delete cascade,
  file_name uuid not null,
  since timestamptz not null,
  primary key (business_uuid, file_name)
);
create index unnamed_files_by_age on unnamed_files (since);
alter table unnamed_files enable row level security;
alter table unnamed_files force row level security;
create policy own_business on unnamed_files to roundsman_app using (business_uuid = current_business());
create policy system on unnamed_files to roundsman_system using (true);
do $$ begin execute format('create policy owner on unnamed_files to %I using (true)', current_user); end $$;
grant select, insert, delete on unnamed_files to roundsman_app;
grant select, delete on unnamed_files to roundsman_system;
