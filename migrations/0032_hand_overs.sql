-- Where a vehicle takes over the goods of a stop from another one; null where they are aboard or at the depot.
alter table stops add column if not exists hand_over jsonb;
