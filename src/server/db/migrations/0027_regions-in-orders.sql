-- Add the prefecture to the indexes of the whole catalogue. A search in a region needs these
-- indexes, because a region contains several prefectures. Without the column, the search would read
-- the wide rows of the table.
drop index "listings_newest", "listings_cheapest", "listings_dearest";--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("asked_price", "id")
	include ("prefecture", "layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("asked_price" desc nulls last, "id" desc)
	include ("prefecture", "layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;
