-- A business's own subjects of mails; those that are missing have ours.
alter table businesses add column if not exists mail_subjects jsonb not null default '{}';
-- A message's text is stored as it was sent, but for its links.
grant update (body) on messages to roundsman_system;
