-- A photo of an item that was short, damaged or went back: which, as the order names it.
alter table proofs
  add column if not exists item_name text,
  add column if not exists item_sku text;
alter table refused_proofs
  add column if not exists item_name text,
  add column if not exists item_sku text;
