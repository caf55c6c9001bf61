-- Work of a job that failed by itself, while the rest of the job went on: when it is tried again, and since when it fails.
create table failed_work (
  business_uuid uuid not null references businesses,
  job text not null,
  -- The route, order, message, endpoint, delivery or import that the job works on.
  item_uuid uuid not null,
  failures integer not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  retry_at timestamptz not null,
  primary key (business_uuid, job, item_uuid)
);

-- Deliveries made again after they failed or were cancelled. Of those that make the same one again all but the last
-- were cancelled.
create table repeated_orders (
  business_uuid uuid not null,
  repeat_uuid uuid not null,
  order_uuid uuid not null,
  created_at timestamptz not null,
  primary key (business_uuid, repeat_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  foreign key (business_uuid, repeat_uuid) references orders on delete cascade
);
create index repeated_orders_of_order on repeated_orders (business_uuid, order_uuid, repeat_uuid);

do $$
declare t text;
begin
  foreach t in array array['failed_work', 'repeated_orders'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
  end loop;
end $$;
grant select, insert, update, delete on failed_work to roundsman_app;
grant select, insert on repeated_orders to roundsman_app;
create policy system on failed_work to roundsman_system using (true);
grant select, delete on failed_work to roundsman_system;
