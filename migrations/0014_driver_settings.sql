-- What drivers may choose from, and whether they may put the rest of a route in another order.
alter table businesses
  add column failure_reasons text[] not null
    default '{Nobody there,Wrong address,No access,Refused,Damaged,Not on the vehicle}'
    check (cardinality(failure_reasons) between 1 and 20),
  add column drivers_may_reorder boolean not null default false;
