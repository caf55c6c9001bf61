-- Orders that are made again and again by a rule, and what is more to a date of it than the rule says.
create table if not exists recurring_orders (
  business_uuid uuid not null references businesses,
  recurring_order_uuid uuid not null,
  -- What its orders' references begin with.
  external_ref text not null,
  -- The order as it was sent, without reference and date.
  template jsonb not null,
  schedule jsonb not null,
  days_ahead integer not null check (days_ahead between 1 and 60),
  version integer not null default 1,
  -- When the next order is to be made; null when none is.
  due_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_uuid, recurring_order_uuid),
  unique (business_uuid, external_ref)
);
create index if not exists recurring_orders_due on recurring_orders (due_at) where due_at is not null;

create table if not exists recurring_dates (
  business_uuid uuid not null,
  recurring_order_uuid uuid not null,
  date date not null,
  skipped boolean not null default false,
  moved_to date,
  -- The order that was made for the date, and the day it was made for: one a date.
  order_uuid uuid,
  made_for date,
  primary key (business_uuid, recurring_order_uuid, date),
  foreign key (business_uuid, recurring_order_uuid) references recurring_orders on delete cascade,
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  check ((order_uuid is null) = (made_for is null)),
  check (not skipped or (moved_to is null and order_uuid is null))
);
create index if not exists recurring_dates_by_order on recurring_dates (business_uuid, order_uuid)
  where order_uuid is not null;

do $$
declare t text;
begin
  foreach t in array array['recurring_orders', 'recurring_dates'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('drop policy if exists own_business on %I', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('drop policy if exists owner on %I', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
    execute format('grant select, insert, update, delete on %I to roundsman_app', t);
  end loop;
end $$;
drop policy if exists system on recurring_orders;
create policy system on recurring_orders to roundsman_system using (true);
grant select on recurring_orders to roundsman_system;
