-- Outside a transaction.
-- Words are looked up newest first: each carries, after the end of its business's id, the 32 days that its order is to
-- be delivered in, so that a page of what has a word is found without all that ever had it.
create or replace function words_since(day date) returns date language sql immutable strict parallel safe
  return day - (day - date '0001-01-01') % 32;
create or replace function words_of(business uuid, day date) returns text language sql immutable strict parallel safe
  return right(business::text, 12) || to_hex((day - date '0001-01-01') / 32) || '.';
-- The words of order_words in one pass, each with this before it.
create or replace function words_after(prefix text, external_ref text, customer_name text, line1 text,
    postal_code text, phone text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(string_to_array(prefix || regexp_replace(
    lower(external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, '')) || ' '
      || coalesce(right(regexp_replace(phone, '\D', '', 'g'), 10) || ' '
        || right(regexp_replace(phone, '\D', '', 'g'), 7) || ' ' || right(regexp_replace(phone, '\D', '', 'g'), 4), ''),
    '[[:space:][:punct:]]+', ' ' || prefix, 'g'), ' '), prefix));
drop index concurrently if exists orders_by_word_in_time;
create index concurrently orders_by_word_in_time on orders
  using gin (words_after(words_of(business_uuid, delivery_date), external_ref, customer_name, line1, postal_code,
    customer_phone)) with (fastupdate = off);
alter index orders_by_word_in_time alter column 1 set statistics 0;
drop index concurrently if exists orders_by_own_word;
-- Which of the few that are not placed are asked for is in the index too, and need not be looked up in the table.
drop index concurrently if exists orders_in_doubt;
create index concurrently orders_in_doubt on orders (business_uuid, status, delivery_date, order_uuid)
  include (placement) where placement <> 'PLACED';
drop index concurrently if exists orders_not_placed;
