-- Hours that the business set for the street of an address. They replace the hours of the map.
create table address_street_hours (
  business_uuid uuid not null references businesses,
  -- The address as in known_doors.
  address text not null,
  -- Spans of the day, such as 06:00-11:00,18:00-20:00, or 24/7.
  street_hours text not null,
  set_at timestamptz not null,
  primary key (business_uuid, address)
);
grant select, insert, update, delete on address_street_hours to roundsman_app;
select wall_off('address_street_hours');
