-- When the office was done with an answer; those before this count as read with their order.
alter table text_replies add column if not exists seen_at timestamptz;
update text_replies set seen_at = received_at where seen_at is null;
grant update (seen_at) on text_replies to roundsman_app;
