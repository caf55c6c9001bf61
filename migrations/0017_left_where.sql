-- Where the driver left a delivery that nobody took, in the words of the business's list; null was handed over.
alter table stops add column if not exists left_where text;
alter table driver_taps add column if not exists left_where text;

-- What drivers choose from; an empty list asks nothing.
alter table businesses add column if not exists leaving_places text[] not null
  default array['Front door', 'Back door', 'Reception', 'Mailroom', 'Neighbor', 'Garage']
  check (cardinality(leaving_places) <= 20);
