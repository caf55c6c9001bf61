-- Where addresses really are, as somebody of the business put them on the map: it wins over any geocoder.
create table known_doors (
  business_uuid uuid not null references businesses,
  -- The address in one spelling, without its unit.
  address text not null,
  lat double precision not null,
  lng double precision not null,
  known_at timestamptz not null,
  primary key (business_uuid, address)
);
alter table known_doors enable row level security;
alter table known_doors force row level security;
create policy own_business on known_doors to roundsman_app using (business_uuid = current_business());
grant select, insert, update, delete on known_doors to roundsman_app;

-- Backups are made by the tables' owner, who has to see every row.
do $$
declare t text;
begin
  foreach t in array array['known_doors', 'road_bands'] loop
    execute format('create policy owner on %I to %I using (true)', t, current_user);
  end loop;
end $$;
