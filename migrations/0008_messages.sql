-- Messages are sent by a job: what is due, what came of it, and who wants none.

alter table messages drop constraint messages_status_check;
alter table messages add check (status in ('PENDING', 'SENDING', 'LOGGED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED'));
alter table messages
  -- When it is to be sent; while SENDING, when its sender is given up.
  add column due_at timestamptz not null default now(),
  add column attempts integer not null default 0,
  -- The provider's own id, and why it was not sent.
  add column provider_id text,
  add column error text;
drop index messages_pending;
create index messages_due on messages (due_at) where status in ('PENDING', 'SENDING');
-- Said once for an order on a route, however often its cause comes about.
create unique index messages_once on messages (business_uuid, order_uuid, route_uuid, kind, channel)
  where kind in ('OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED');
grant update (status, due_at, attempts, provider_id, error, sent_at) on messages to roundsman_system;

-- Phones that answered STOP: our number is one for every business here, so their word is too.
create table text_opt_outs (
  phone text primary key,
  at timestamptz not null
);
grant select, insert, delete on text_opt_outs to roundsman_system;

alter table businesses
  -- Out for delivery, next stop, delayed.
  add column notify_on_the_way boolean not null default false,
  add column quiet_start time,
  add column quiet_end time,
  -- The business's own words by kind of message; absent = ours.
  add column message_texts jsonb not null default '{}',
  add check ((quiet_start is null) = (quiet_end is null));
