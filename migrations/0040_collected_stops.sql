-- Outside a transaction.
-- The report's sums of what drivers collected look at these stops alone.
create index concurrently if not exists stops_collected on stops (business_uuid, route_uuid) where checks ? 'collected';
