-- When photos or places of a proof went after the days that the business keeps them: what is left can't equal its digest.
alter table stops add column if not exists proof_reduced_at timestamptz;
