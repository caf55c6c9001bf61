-- What every write of an order runs, in PL/pgSQL: it keeps plans for as long as a connection lasts. Functions in SQL, and lists in
-- checks, are read and planned anew for each statement (docs/benchmarks.md#api). They answer as before, so the index stays.
create or replace function words_of(business uuid, day date) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return right(business::text, 12) || to_hex((day - date '0001-01-01') / 32) || '.';
end $$;

create or replace function words_after(prefix text, external_ref text, customer_name text, line1 text,
    postal_code text, phone text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  digits text := regexp_replace(phone, '\D', '', 'g');
begin
  return array_to_tsvector(array_remove(string_to_array(prefix || regexp_replace(
    lower(external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, '')) || ' '
      || coalesce(right(digits, 10) || ' ' || right(digits, 7) || ' ' || right(digits, 4), ''),
    '[[:space:][:punct:]]+', ' ' || prefix, 'g'), ' '), prefix));
end $$;

create or replace function erased_key(key text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return 'erased:' || encode(sha256(convert_to(key, 'UTF8')), 'hex');
end $$;

-- One check in place of four.
create or replace function order_words_are_known(status text, placement text, temperature_class text, language text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('OPEN', 'SCHEDULED', 'DELIVERED', 'FAILED', 'CANCELLED')
    and placement in ('PLACED', 'APPROXIMATE', 'PENDING', 'UNPLACED')
    and temperature_class in ('DRY', 'REFRIGERATED', 'FROZEN')
    and (language is null or language in ('en', 'es', 'fr', 'de'));
end $$;
-- Rows that are there have passed those four: validated by the next migration, without a lock that writes would wait for.
alter table orders
  add constraint orders_words_check check (order_words_are_known(status, placement, temperature_class, language)) not valid,
  drop constraint if exists orders_status_check,
  drop constraint if exists orders_placement_check,
  drop constraint if exists orders_temperature_class_check,
  drop constraint if exists orders_language_check;
