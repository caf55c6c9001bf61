-- How many rows of an import became what is kept when it is done, not counted each time that imports are listed.
alter table imports add column counts jsonb;
update imports i set counts = k.counts
from (
  select business_uuid, import_uuid, jsonb_object_agg(status, count) as counts
  from (select business_uuid, import_uuid, status, count(*) as count from import_rows group by 1, 2, 3) r
  group by 1, 2) k
where i.business_uuid = k.business_uuid and i.import_uuid = k.import_uuid and i.status = 'DONE';
