-- What drivers answer at the door: money, age or ID, the customer's code.
alter table stops add column if not exists checks jsonb;
alter table driver_taps add column if not exists checks jsonb;
-- In which amounts to collect are, and whether each delivery asks for its customer's code.
alter table businesses add column if not exists currency text not null default 'USD';
alter table businesses add column if not exists door_code boolean not null default false;
