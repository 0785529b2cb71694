-- Was for totals, which are counted in memory now: each index costs an import a tenth of its time.
drop index "listings_layout";
