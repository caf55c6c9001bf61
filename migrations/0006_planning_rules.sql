-- What a vehicle has and may do, and what a delivery asks of its vehicle and driver, beyond what each states; null is nothing.
alter table vehicles add column rules jsonb;
alter table orders add column rules jsonb;
