-- What roads make of the straight line, per business and provider, by bands of the straight line's length: sums over
-- the legs of the tables seen, so that estimates can be held to them.
create table road_bands (
  business_uuid uuid not null references businesses,
  source text not null,
  band smallint not null,
  legs double precision not null,
  straight_meters double precision not null,
  road_meters double precision not null,
  road_seconds double precision not null,
  primary key (business_uuid, source, band)
);
alter table road_bands enable row level security;
alter table road_bands force row level security;
create policy own_business on road_bands to roundsman_app using (business_uuid = current_business());
grant select, insert, update, delete on road_bands to roundsman_app;
