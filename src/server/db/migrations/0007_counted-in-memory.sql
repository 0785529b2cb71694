-- This index served totals, which the server now counts in memory. Each index costs a tenth of an
-- import's time.
drop index "listings_layout";
