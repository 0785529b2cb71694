-- Earlier schema snapshots lack the indexes and collations of migrations 0001 and 0005. The
-- snapshot of this migration adds them.
alter table "removed_favorites" alter column "listing_id" set data type text collate "C";
