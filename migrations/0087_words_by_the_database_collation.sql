-- As in SQL: lower-case by the collation of the database. In PL/pgSQL it goes by that of what is given, which for a reference is that of bytes:
-- capitals with accents would stay.
create or replace function words_after(prefix text, external_ref text, customer_name text, line1 text,
    postal_code text, phone text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  digits text := regexp_replace(phone, '\D', '', 'g');
begin
  return array_to_tsvector(array_remove(string_to_array(prefix || regexp_replace(
    lower((external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, '')) collate "default") || ' '
      || coalesce(right(digits, 10) || ' ' || right(digits, 7) || ' ' || right(digits, 4), ''),
    '[[:space:][:punct:]]+', ' ' || prefix, 'g'), ' '), prefix));
end $$;
