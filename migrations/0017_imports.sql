-- Orders from files: the file, its rows as orders, and how a business's files are read.

create table imports (
  business_uuid uuid not null references businesses,
  import_uuid uuid not null,
  file_name text not null,
  -- Kept until the import starts.
  content bytea,
  headers jsonb not null,
  line_count integer not null,
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'RUNNING', 'DONE')),
  ignores_zones boolean not null default false,
  user_uuid uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (business_uuid, import_uuid)
);
create index imports_running on imports (created_at) where status = 'RUNNING';

create table import_rows (
  business_uuid uuid not null,
  import_uuid uuid not null,
  -- Of its first line in the file; the header is line 1.
  line integer not null,
  cells jsonb not null,
  body jsonb,
  status text not null
    check (status in ('WAITING', 'CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED', 'BAD', 'LEFT_OUT')),
  reason text,
  primary key (business_uuid, import_uuid, line),
  foreign key (business_uuid, import_uuid) references imports on delete cascade
);
create index import_rows_by_status on import_rows (business_uuid, import_uuid, status, line);

create table import_mappings (
  business_uuid uuid not null references businesses,
  headers_hash bytea not null,
  mapping jsonb not null,
  primary key (business_uuid, headers_hash)
);

do $$
declare t text;
begin
  foreach t in array array['imports', 'import_rows', 'import_mappings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
    execute format('grant select, insert, update, delete on %I to roundsman_app', t);
  end loop;
end $$;
create policy system on imports to roundsman_system using (true);
grant select on imports to roundsman_system;
