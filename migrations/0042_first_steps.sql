-- The steps to the first plan, which a business may hide; and the ids of the sample data that it has, to remove it again.
alter table businesses add column if not exists first_steps_hidden boolean not null default false;
alter table businesses add column if not exists sample_data jsonb;
