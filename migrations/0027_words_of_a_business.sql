-- Outside a transaction.
-- Words are looked up within their business: each carries the end of its business's id, so that a word which many
-- businesses have is no longer to read for each of them.
create or replace function own_words(business uuid, words tsvector) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(string_to_array(
    right(business::text, 12) || array_to_string(tsvector_to_array(words), ' ' || right(business::text, 12)), ' '));
drop index concurrently if exists orders_by_own_word;
create index concurrently orders_by_own_word on orders
  using gin (own_words(business_uuid, order_words(external_ref, customer_name, line1, postal_code, customer_phone)));
drop index concurrently if exists orders_by_word;
