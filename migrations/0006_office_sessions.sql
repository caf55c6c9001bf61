-- The office: who is signed in, second factors, one-time links, and the brake on guessing.

alter table users add column totp_secret bytea; -- encrypted; null without a second factor
-- The step of the last code accepted: none is accepted twice.
alter table users add column totp_last_step bigint not null default 0;

create table sessions (
  business_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (business_uuid, session_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
create index sessions_by_user on sessions (business_uuid, user_uuid);

-- Invitations (no user yet) and password resets. Used once, or let run out.
create table user_links (
  business_uuid uuid not null references businesses,
  link_uuid uuid not null,
  token_hash bytea not null unique,
  user_uuid uuid,
  email text not null,
  role text check (role in ('OWNER', 'DISPATCHER', 'VIEWER')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (business_uuid, link_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade,
  check ((user_uuid is null) = (role is not null))
);

do $$
declare t text;
begin
  foreach t in array array['sessions', 'user_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
    execute format('grant select, insert, update, delete on %I to roundsman_app', t);
  end loop;
end $$;

-- The link that creates the first business; at most one, renewed at each start.
create table set_up_link (
  single boolean primary key default true check (single),
  token_hash bytea not null
);

-- Failed sign-ins in a row, by account and by address. Losing them in a crash is harmless.
create unlogged table sign_in_failures (
  subject text primary key,
  failures integer not null,
  last_at timestamptz not null
);
