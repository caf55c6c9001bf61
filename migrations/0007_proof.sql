-- Proof of delivery: where it was taken, when the phone says it was, and a digest by which an outcome's proof can be
-- checked later.
alter table proofs add column lat double precision, add column lng double precision, add column claimed_at timestamptz;
alter table stops add column proof_digest bytea;
-- A signed link names the proof alone.
create unique index proofs_by_id on proofs (proof_uuid);
