-- Views of the orders' table that a user keeps under a name.
create table order_views (
  business_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  filters jsonb not null,
  primary key (business_uuid, user_uuid, name),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
alter table order_views enable row level security;
alter table order_views force row level security;
create policy own_business on order_views to roundsman_app using (business_uuid = current_business());
do $$ begin
  execute format('create policy owner on order_views to %I using (true)', current_user);
end $$;
grant select, insert, update, delete on order_views to roundsman_app;
