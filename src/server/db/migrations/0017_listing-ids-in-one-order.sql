-- The snapshot of this migration also names the indexes and collations of migrations 0001 and 0005.
alter table "removed_favorites" alter column "listing_id" set data type text collate "C";
