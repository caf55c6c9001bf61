-- What customers answer to texts, for the office; STOP, START and HELP are not stored.
create table if not exists text_replies (
  business_uuid uuid not null,
  reply_uuid uuid not null,
  order_uuid uuid not null,
  body text not null,
  -- The provider's id of the text: one that is posted twice is stored once.
  provider_id text not null,
  received_at timestamptz not null,
  primary key (business_uuid, reply_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade
);
create unique index if not exists text_replies_once on text_replies (business_uuid, order_uuid, provider_id);
alter table text_replies enable row level security;
alter table text_replies force row level security;
drop policy if exists own_business on text_replies;
create policy own_business on text_replies to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on text_replies;
do $$ begin execute format('create policy owner on text_replies to %I using (true)', current_user); end $$;
grant select, insert on text_replies to roundsman_app;

-- The number that a text went to, as its answers come from.
alter table messages add column if not exists texted_to text;
grant update (texted_to) on messages to roundsman_system;
