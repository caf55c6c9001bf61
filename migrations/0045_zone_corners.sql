-- How many corners a zone's area has: a business has a budget of them. Written with the area; a version before this one
-- leaves 0, which counts for nothing until the zone is saved again.
alter table zones add column corners integer not null default 0;
update zones set corners = (
  select coalesce(sum(jsonb_array_length(ring) - 1), 0)
  from jsonb_path_query(
    geometry,
    case geometry ->> 'type' when 'Polygon' then '$.coordinates[*]' else '$.coordinates[*][*]' end::jsonpath
  ) ring
);
