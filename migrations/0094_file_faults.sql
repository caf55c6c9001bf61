-- What a proof's stored file was found to be when it was last read; null: as it was taken, as far as anyone knows.
alter table proofs add column if not exists file_fault text check (file_fault in ('MISSING', 'CHANGED'));
