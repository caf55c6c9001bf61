-- The office lists the reports of drivers about streets until it answers them.
create index driver_taps_street on driver_taps (business_uuid, received_at)
  where kind = 'STREET' and refused is null and resolved_at is null;
