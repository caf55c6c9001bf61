-- The breaks that a route was planned with, and what it has between its stops; null and nothing where there are none.
alter table routes add column if not exists terms jsonb;
alter table routes add column if not exists pauses jsonb;
