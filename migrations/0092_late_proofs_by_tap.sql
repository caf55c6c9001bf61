-- The tap that a refused photo or signature came with: sent again by a link that works, it replaces the refused copy.
alter table refused_proofs add column if not exists tap_key text;
