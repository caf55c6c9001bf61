-- The office's table of orders: newest day first, filtered, searched, and paged by its last row.

create index orders_by_status_and_day on orders (business_uuid, status, delivery_date, order_uuid);
create index orders_not_placed on orders (business_uuid, status, delivery_date, order_uuid) where placement <> 'PLACED';

-- What a text is searched by: lower case, cut at spaces and punctuation.
create function search_words(content text) returns text[] language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(lower(content), '[[:space:][:punct:]]+'), '');

-- What an order is found by: words of its reference, name and address, and its phone from three places on.
create function order_words(external_ref text, customer_name text, line1 text, postal_code text, phone text)
  returns tsvector language sql immutable parallel safe
  return array_to_tsvector(
    search_words(external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, ''))
    || array_remove(array[right(regexp_replace(coalesce(phone, ''), '\D', '', 'g'), 10),
                          right(regexp_replace(coalesce(phone, ''), '\D', '', 'g'), 7),
                          right(regexp_replace(coalesce(phone, ''), '\D', '', 'g'), 4)], ''));

create index orders_by_word on orders
  using gin (order_words(external_ref, customer_name, line1, postal_code, customer_phone));
