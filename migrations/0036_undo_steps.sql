-- What a person of the office did that they can take back for a while: one row for all that was done at once.
create table if not exists undo_steps (
  business_uuid uuid not null references businesses,
  step_uuid uuid not null,
  user_uuid uuid not null,
  kind text not null check (kind in ('ORDERS_CANCELLED', 'ORDERS_MOVED', 'ROUTES_BUILT')),
  done_at timestamptz not null,
  -- When others hear of it; null where they have, or needn't.
  settles_at timestamptz,
  undone_at timestamptz,
  detail jsonb not null,
  primary key (business_uuid, step_uuid)
);
create index if not exists undo_steps_of_user on undo_steps (business_uuid, user_uuid, done_at desc) where undone_at is null;
create index if not exists undo_steps_to_settle on undo_steps (settles_at) where settles_at is not null;
create index if not exists undo_steps_by_age on undo_steps (done_at);
alter table undo_steps enable row level security;
alter table undo_steps force row level security;
drop policy if exists own_business on undo_steps;
create policy own_business on undo_steps to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on undo_steps;
do $$ begin execute format('create policy owner on undo_steps to %I using (true)', current_user); end $$;
drop policy if exists system on undo_steps;
create policy system on undo_steps to roundsman_system using (true);
grant select, insert, update on undo_steps to roundsman_app;
grant select, delete on undo_steps to roundsman_system;
