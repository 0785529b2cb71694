-- Drop the index for totals, because the server counts them in memory, and each index costs a tenth
-- of an import's time.
drop index "listings_layout";
